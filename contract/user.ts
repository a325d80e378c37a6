import * as z from 'zod/mini';

/** Who is signed in: `GET /api/user`, and `user` in the replies of login, sign-up and confirmation. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The verified number in E.164; empty while there is none (spec, section 3). */
  phoneNumber: z.string(),
  /** The owner has proven the mailbox, by the link in the welcome email or a code for a new password. */
  isEmailProven: z.boolean(),
});
export type User = z.infer<typeof User>;

/** A call that has done what it was asked, and says so in a sentence. */
export const DoneReply = z.object({ message: z.string() });
export type DoneReply = z.infer<typeof DoneReply>;
