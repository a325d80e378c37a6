import type { Client } from './client-address.ts';

/** The multiple for a private address, which may be a whole office or a proxy that `TRUST_PROXY` does not name. */
const privateShare = 20;
const windowMs = 60_000;

/**
 * Counts the requests of each client and its networks per minute, in this process's memory and before any expensive
 * work (docs/reference/security.md#t19). Bounded: beyond the maximum of keys, further clients count only as their
 * networks, and pass if those are not counted either.
 */
export class RequestBucket {
  readonly #perMinute: number;
  readonly #keysMax: number;
  #counts = new Map<string, number>();
  #endsAt = 0;

  constructor({ perMinute, keysMax = 100_000 }: { readonly perMinute: number; readonly keysMax?: number }) {
    this.#perMinute = perMinute;
    this.#keysMax = keysMax;
  }

  /**
   * Counts a request.
   * @param now monotonic milliseconds
   * @returns 0, or the seconds until the next request of this client is accepted
   */
  take({ prefixes, isPrivate }: Client, now: number): number {
    if (now >= this.#endsAt) {
      this.#counts = new Map();
      this.#endsAt = now + windowMs;
    }
    const most = this.#perMinute * (isPrivate ? privateShare : 1);
    const isOver = prefixes.some(({ key, share }) => (this.#counts.get(key) ?? 0) >= most * share);
    if (isOver) return Math.max(1, Math.ceil((this.#endsAt - now) / 1000));
    // From the widest to the narrowest, so that networks are still counted when memory runs out.
    for (const { key } of prefixes.toReversed()) {
      const count = this.#counts.get(key);
      if (count !== undefined || this.#counts.size < this.#keysMax) this.#counts.set(key, (count ?? 0) + 1);
    }
    return 0;
  }

  /** How many keys are in memory. */
  get size(): number {
    return this.#counts.size;
  }
}

const files = /^\/[\w-]+\.[a-z0-9]+$/i;

/**
 * Whether requests for a route are counted. Not counted: those of the carrier and the payment provider, which come from
 * few addresses and are checked by other means, health checks, which cost nothing, and files, of which a page loads many.
 * @param route the route's pattern; undefined if there is none
 */
export function isCounted(route: string | undefined): boolean {
  if (route === undefined) return true;
  const isHealth = route === '/healthz' || route === '/readyz';
  return !isHealth && !route.startsWith('/webhooks/') && !route.startsWith('/assets/') && !files.test(route);
}
