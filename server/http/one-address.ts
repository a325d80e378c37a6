import { isLoopback } from '#server/platform/loopback.ts';

/**
 * Redirects pages on this machine to one address: `localhost`, `127.0.0.1` and `[::1]` are one site to a person but
 * three to a browser, and a session at one is unknown at the others, for example after a payment, which returns to
 * PUBLIC_URL.
 * @param publicUrl the one address; only an address on this machine has others
 * @returns for a request's Host and path, the address to go to; null if it is the right one, another machine's, or a
 *   forwarded port
 */
export function oneAddress(publicUrl: string): (host: string, path: string) => string | null {
  const own = new URL(publicUrl);
  if (!isLoopback(publicUrl)) return () => null;
  return function (host, path) {
    if (host === own.host) return null;
    const asked = URL.parse(`${own.protocol}//${host}`);
    if (asked === null || asked.port !== own.port || !isLoopback(asked.href)) return null;
    return `${own.origin}${path}`;
  };
}
