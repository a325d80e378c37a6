import * as z from 'zod/mini';

/** `POST /api/confirm-password`: required before sensitive actions if the password was not confirmed recently. */
export const ConfirmPasswordBody = z.strictObject({
  password: z.string().check(z.minLength(1, 'Password is required')),
});
export type ConfirmPasswordBody = z.infer<typeof ConfirmPasswordBody>;

/** `GET /api/user/sessions`: the browsers that are logged in, most recently used first. */
export const SessionsReply = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** Such as "Chrome on Windows"; null when unknown. */
      device: z.nullable(z.string()),
      createdAt: z.iso.datetime(),
      /** Accurate to about five minutes. */
      lastSeenAt: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  ),
});
export type SessionsReply = z.infer<typeof SessionsReply>;

/** `POST /api/user/sessions/end`: ends one session, or all except the caller's. */
export const EndSessionsBody = z.strictObject({ id: z.union([z.uuid(), z.literal('others')]) });
export type EndSessionsBody = z.infer<typeof EndSessionsBody>;

/** `POST /api/undo-phone-change`: the token of the link in the email about the change. */
export const UndoPhoneChangeBody = z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) });
export type UndoPhoneChangeBody = z.infer<typeof UndoPhoneChangeBody>;
