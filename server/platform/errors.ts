import type { ErrorCode } from '#contract/errors.ts';

/** The one table from what went wrong to the status of the answer. */
export const statusOf: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthenticated: 401,
  other_account: 401,
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
  /** Messages for form fields, by the field's name in the request. */
  readonly fields?: Record<string, string>;
  /** For `rate_limited` and `temporarily_unavailable`: when to try again. */
  readonly retryAfterSeconds?: number;
  /** For a login with a correct password: goes into the reply (contract/errors.ts). */
  readonly proof?: { readonly userId: string; readonly confirmationTicket: string; readonly isHelper: boolean };
  readonly cause?: unknown;
};

/**
 * An expected failure. `message` is shown to the person, so it says what to do and holds no number, id or amount: a message with "401" in it would end the visitor's session (docs/reference/specification.md#errors; area code
 * 401 is Rhode Island).
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

/** The reply to every request that needs the database while it is unavailable. */
export function databaseUnavailable(cause?: unknown): AppError {
  const message = 'Our database is briefly unavailable. Please try again in a minute.';
  return new AppError('temporarily_unavailable', message, { retryAfterSeconds: 30, cause });
}

/** The reply while there is more work than we can do at a time: the caller retries in a moment. */
export function tooBusy(cause?: unknown): AppError {
  const message = 'We’re very busy right now. Please try again in a moment.';
  return new AppError('temporarily_unavailable', message, { retryAfterSeconds: 5, cause });
}
