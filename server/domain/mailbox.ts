/** An account, and the email that a code or link of it goes to. */
export type Mailbox = { readonly userId: string; readonly email: string };
