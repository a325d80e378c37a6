import type { TextedCodeReply } from '#contract/phone.ts';

/** An account whose phone waits for its code: step 2 of the sign-up. */
export type NewAccount = {
  readonly email: string;
  readonly phoneNumber: string;
  /** The phone belongs to someone the visitor helps. */
  readonly isHelper: boolean;
  /** A single-use replacement for the password. */
  readonly confirmationTicket: string;
  /** Why no code was sent; null if one was. */
  readonly notSent: string | null;
  /** Seconds until another code can be requested. */
  readonly retryAfterSeconds: number;
  /** The code that the page showed before a reload, to be texted to us. */
  readonly textedCode: TextedCodeReply | null;
  /** The page has come back to this step: the phone may be verified by now. */
  readonly isRestored: boolean;
};
