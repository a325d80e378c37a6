import * as z from 'zod/mini';

/** Every error code that a client can receive. */
export const errorCodes = [
  'bad_request',
  'unauthenticated',
  /** The session is another account's than the caller expects (contract/expected-user.ts): nothing was done. */
  'other_account',
  'forbidden',
  /** The password must be confirmed again: call `POST /api/confirm-password`, then repeat the call. */
  'password_needed',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'upstream_unavailable',
  'temporarily_unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/**
 * The body of every refused call. `message` is a sentence for the user; `id` identifies the log line of an unexpected
 * failure. Neither ever contains a number that a client could mistake for a status
 * (docs/reference/specification.md#errors: a message with 401 in it ends the session).
 */
export const ErrorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** Messages for form fields, keyed by the field's name in the request. */
  fields: z.optional(z.record(z.string(), z.string())),
  id: z.optional(z.string()),
  /** Only when a login with the correct password is refused: identifies the account, and replaces the password. */
  userId: z.optional(z.string()),
  confirmationTicket: z.optional(z.string()),
  isHelper: z.optional(z.boolean()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
