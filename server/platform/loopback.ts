/** Whether an address, of whatever protocol, is on this machine. */
export function isLoopback(address: string): boolean {
  const { hostname = '' } = URL.parse(address) ?? {};
  return /^(?:127\.[\d.]+|(?:[\w-]+\.)*localhost\.?|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|0\.0\.0\.0|\[::\])$/i.test(
    hostname,
  );
}
