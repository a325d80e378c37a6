import type { Secret } from '#server/platform/secret.ts';

type Address = { readonly name: string; readonly address: string };

/** An email that is about to be sent. */
export type OutgoingMail = {
  /** Our own id. It becomes the Message-ID, so that an accidental duplicate can be recognized. */
  readonly id: string;
  readonly to: Address;
  readonly subject: string;
  readonly text: Secret;
  readonly html?: Secret;
  /** Where a reply goes: set on a person's own message that we forward. */
  readonly replyTo?: Address;
  /** An automatic reply to an email or a form (RFC 3834). */
  readonly isReply?: boolean;
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
};

export interface Mailer {
  /**
   * One attempt of at most a minute; with attachments, twelve.
   * @throws ProviderError `rejected` when the server refuses this email for good, with the reply code; `unavailable` with
   * the reply code and the command when it refuses us, such as `550 MAIL FROM`; `ambiguous` when all of it was sent and no
   * reply came; anything but `rejected` may be retried
   */
  send(mail: OutgoingMail): Promise<void>;
  /** Verifies that the server can be reached and accepts our credentials. @throws ProviderError */
  check(): Promise<void>;
  close(): void;
}
