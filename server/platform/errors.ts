import type { ErrorCode } from '#contract/errors.ts';

/** The one table from what went wrong to the status of the answer. */
export const statusOf: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_needed: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  upstream_unavailable: 502,
  temporarily_unavailable: 503,
  internal: 500,
};

type Details = {
  /** Messages beside form fields, by the field's name in the request. */
  readonly fields?: Record<string, string>;
  /** For `rate_limited` and `temporarily_unavailable`: when to try again. */
  readonly retryAfterSeconds?: number;
  /** For a login whose password was right: goes into the reply (contract/errors.ts). */
  readonly proof?: { readonly userId: string; readonly confirmationTicket: string };
  readonly cause?: unknown;
};

/**
 * A foreseen failure. `message` is shown to the person who caused it, so it says what to do and holds no number, id or
 * amount: a message with "401" in it would end the visitor's session (spec section 8; area code 401 is Rhode Island).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly proof: Details['proof'];

  constructor(code: ErrorCode, message: string, { fields, retryAfterSeconds, proof, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.proof = proof;
  }
}

/** Our records cannot be read or written for the moment: the one answer to every call that needs them. */
export function recordsAway(cause?: unknown): AppError {
  const message = 'We cannot reach our records right now. Please try again in a minute.';
  return new AppError('temporarily_unavailable', message, { retryAfterSeconds: 30, cause });
}

/** There is more to do than we can do at once: the caller comes again in a moment. */
export function tooBusy(cause?: unknown): AppError {
  const message = 'We are very busy right now. Please try again in a moment.';
  return new AppError('temporarily_unavailable', message, { retryAfterSeconds: 5, cause });
}
