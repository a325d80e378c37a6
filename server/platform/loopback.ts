/** Whether an address, of whatever protocol, is on this machine. */
export function isLoopback(address: string): boolean {
  const { hostname = '' } = URL.parse(address) ?? {};
  return /^(?:127\.[\d.]+|(?:[\w-]+\.)*localhost\.?|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|0\.0\.0\.0|\[::\])$/i.test(
    hostname,
  );
}

/**
 * The address at which a process that listens at `host`, which may mean all addresses, is reached from this machine.
 */
export function localUrl(host: string, port: number): string {
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
