import * as z from 'zod/mini';

/** The closed list of what can go wrong in a call, as the client sees it. */
export const errorCodes = [
  'bad_request',
  'unauthenticated',
  'forbidden',
  /** The password has to be proved again: `POST /api/confirm-password`, then the same call. */
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
 * The body of every refused call. `message` is a sentence for the person in front of the screen;
 * `id` finds the log line of an unforeseen failure. Neither ever holds a number that a client could
 * mistake for a status (spec section 8: a message with 401 in it ends the session).
 */
export const ErrorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** Messages beside form fields, by the field's name in the request. */
  fields: z.optional(z.record(z.string(), z.string())),
  id: z.optional(z.string()),
  /** Only where a login is refused although the password was right: whose it is, and what stands in for the password. */
  userId: z.optional(z.string()),
  confirmationTicket: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
