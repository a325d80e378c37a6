import type { Client } from './client-address.ts';

/** Behind a private address there may be a whole office, or a proxy that `TRUST_PROXY` does not name. */
const privateShare = 20;
const windowMs = 60_000;

/**
 * Counts the requests of each client and its networks by the minute, in this process's memory
 * (docs/reference/security.md#t19): before any expensive work. Bounded: beyond so many clients within a minute, further
 * ones count only as their networks, and pass when those are not counted either.
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
   * @param now milliseconds that never run backwards
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
    // From the widest to the narrowest: when memory runs out, networks are what is still counted.
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
 * Whether requests for a route are counted: not those of the carrier, of the payment provider and of monitoring, which
 * come from few addresses and are checked by other means, nor files, of which a page loads many.
 * @param route the route's pattern; undefined where there is none
 */
export function isCounted(route: string | undefined): boolean {
  if (route === undefined) return true;
  const isMonitoring = route === '/healthz' || route === '/readyz' || route === '/metrics';
  return !isMonitoring && !route.startsWith('/webhooks/') && !route.startsWith('/assets/') && !files.test(route);
}
