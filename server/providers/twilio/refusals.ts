/** What a refused create means for the text. */
export type Refusal =
  /** Not now, and nothing was created. `whose` limit: the account's, the service number's, or this pair of numbers'. */
  | {
      readonly kind: 'passes';
      readonly whose: 'account' | 'number' | 'pair';
      readonly waitMs: number;
      readonly code: number;
    }
  | { readonly kind: 'auth' }
  /** Permanent; with Twilio's code. */
  | { readonly kind: 'final'; readonly code: number };

/** Twilio asks for at least a second's pause when it gives none (error 20429). */
const defaultWaitMs = 1000;
const waitMaxMs = 10_000;

/** Refusals that pass, by Twilio's code (https://www.twilio.com/docs/api/errors). */
const passing: Readonly<Record<number, { readonly whose: 'number' | 'pair'; readonly waitMs: number }>> = {
  /** The number's queue is full; through a messaging service it is 30001. */
  21611: { whose: 'number', waitMs: 2000 },
  30001: { whose: 'number', waitMs: 2000 },
  /** More a second, or more a day, than the campaign may send. The day ends at midnight, Pacific time. */
  30022: { whose: 'number', waitMs: 2000 },
  30023: { whose: 'number', waitMs: 20_000 },
  /** Too many texts between two numbers within half a minute; held for as long. */
  14107: { whose: 'pair', waitMs: 30_000 },
};

/** HTTP statuses that say "not processed" of one request: it was too slow, conflicted with another one, or came too early. */
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425]);
/** Statuses that say "not processed", also where a proxy answers. */
const clearStatuses: ReadonlySet<number> = new Set([401, 403, 429, ...passingStatuses]);

/**
 * Whether an answer of this status refuses the request. Each of Twilio's own 4xx has a code
 * (https://www.twilio.com/docs/usage/twilios-response); one without is the word of a proxy, which may not know what the
 * carrier did.
 */
export function isRefusal(status: number, code: string | undefined): boolean {
  return status >= 400 && status < 500 && (code !== undefined || clearStatuses.has(status));
}

type Refused = {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
};

/** Judges a refusal (4xx) of a create. 20429 is documented as not processed, so it is always safe to try again. */
export function judgeRefusal({ status = 0, code: name, retryAfterMs }: Refused): Refusal {
  const code = Number(name ?? status);
  const known = passing[code];
  if (known) return { kind: 'passes', code, ...known };
  const waitMs = Math.min(retryAfterMs ?? defaultWaitMs, waitMaxMs);
  if (status === 429) return { kind: 'passes', whose: 'account', waitMs, code };
  if (passingStatuses.has(status)) return { kind: 'passes', whose: 'pair', waitMs, code };
  if (status === 401 || status === 403) return { kind: 'auth' };
  return { kind: 'final', code };
}
