import * as z from 'zod/mini';

/** The signed-in user: `GET /api/user`, and `user` in the replies of login, sign-up and confirmation. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The verified number in E.164; empty while there is none (docs/reference/specification.md#entities). */
  phoneNumber: z.string(),
  /** The user has confirmed the email address, by the link in the welcome email or a password reset code. */
  isEmailProven: z.boolean(),
  /** The phone belongs to someone the user helps (docs/decisions/0040-helpers.md). */
  isHelper: z.boolean(),
});
export type User = z.infer<typeof User>;

/** Reply of a call that succeeded, with a message for the user. */
export const DoneReply = z.object({ message: z.string() });
export type DoneReply = z.infer<typeof DoneReply>;

/** What is typed to confirm the deletion of an account (docs/reference/specification.md#confirmations). */
export const DELETE_WORD = 'DELETE';
