import type { Db } from '#server/db/client.ts';
import type { AlertCode } from '#server/platform/alerts.ts';
import type { Secret } from '#server/platform/secret.ts';

type Address = { readonly name: string; readonly address: string };

/** A mail that is about to go out. */
export type OutgoingMail = {
  /** Our own id: it becomes the Message-ID, so that a mail sent twice by accident can be told to be one. */
  readonly id: string;
  readonly to: Address;
  readonly subject: string;
  readonly text: Secret;
  readonly html?: Secret;
  /** Where an answer goes: a mail with it is a person's own, passed on. */
  readonly replyTo?: Address;
  /** It answers a mail or a form by itself (RFC 3834). */
  readonly isReply?: boolean;
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
};

export interface Mailer {
  /**
   * One try, at most a minute; with attachments, twelve.
   * @throws ProviderError `rejected` when the server says that it will not take it, `ambiguous` when all of it was sent
   * and no reply came; anything but `rejected` may be tried again
   */
  send(mail: OutgoingMail): Promise<void>;
  /** Whether the server can be reached and knows us. @throws ProviderError */
  check(): Promise<void>;
  close(): void;
}

/** The mails that concern an account. Their words are in support/outbox/templates. */
export type MailKind =
  | 'welcome'
  | 'confirm_email'
  | 'password_code'
  | 'password_changed'
  | 'phone_changed'
  | 'code_failures'
  | 'texts_stopped'
  | 'subscription_started'
  | 'payment_failed'
  | 'renewal_reminder'
  | 'plan_canceling'
  | 'plan_ended'
  | 'goodbye'
  | 'operator_alert';

export type QueuedMail = {
  readonly kind: MailKind;
  /** Null where the account is gone, and for alerts about no account: then `recipient` says where to. */
  readonly userId: string | null;
  /** Only for goodbye and alerts: address and name, which are forgotten once the mail has gone. */
  readonly recipient?: { readonly name: string; readonly address: string };
  /** The subscription that it is about. */
  readonly subscriptionId?: string;
  /** Only for `operator_alert`: which one. */
  readonly alert?: AlertCode;
  /** A second mail with the same key is not queued. At most 120 characters. */
  readonly onceKey?: string;
};

/**
 * Mails that will certainly be sent, whatever becomes of the mail server or of this process. What a mail says is read
 * when it goes out, so ids are all that rests; one that is not true any more by then is not sent.
 */
export interface MailQueue {
  /** Inside a transaction when `db` is one. @returns false for a second mail with the same key */
  queue(mail: QueuedMail, db?: Db): Promise<boolean>;
}
