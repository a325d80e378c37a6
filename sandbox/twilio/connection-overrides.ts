/** How a webhook address is called (Twilio docs, "Webhooks: connection overrides"). */
export type Overrides = {
  /** The address without its fragment, which is called and signed. */
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly readTimeoutMs: number;
  /** For all attempts together. */
  readonly totalTimeoutMs: number;
  readonly retries: number;
  /** What is retried: responses of 4xx or 5xx, no connection, no response in time. */
  readonly retryOn: ReadonlySet<'4xx' | '5xx' | 'ct' | 'rt'>;
};

/** Twilio's upper limit for every timeout, ms. */
const CEILING_MS = 15_000;

/** Reads the fragment of a webhook address, e.g. `#rc=3&rp=all`; values out of range fall back to the defaults. */
export function readOverrides(address: string): Overrides {
  const at = address.indexOf('#');
  const url = at < 0 ? address : address.slice(0, at);
  const fields = new URLSearchParams(at < 0 ? '' : address.slice(at + 1));

  function number(name: string, min: number, max: number, fallback: number): number {
    const value = Number(fields.get(name) ?? fallback);
    return Number.isInteger(value) && value >= min && value <= max ? value : fallback;
  }

  const policies = (fields.get('rp') ?? 'ct').split(',');
  const all = ['4xx', '5xx', 'ct', 'rt'] as const;
  return {
    url,
    connectTimeoutMs: number('ct', 100, 10_000, 5_000),
    readTimeoutMs: number('rt', 100, CEILING_MS, CEILING_MS),
    totalTimeoutMs: number('tt', 100, CEILING_MS, CEILING_MS),
    retries: number('rc', 0, 5, 1),
    retryOn: new Set(policies.includes('all') ? all : all.filter((policy) => policies.includes(policy))),
  };
}
