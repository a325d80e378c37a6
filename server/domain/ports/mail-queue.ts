import type { Db } from '#server/db/client.ts';
import type { SignalCode } from '#server/observability/signals/signals.ts';

/** The kinds of emails from the outbox. Their copy is in support/outbox/*templates.ts. */
export const mailKinds = [
  'welcome',
  'confirm_email',
  'password_code',
  'password_changed',
  'phone_changed',
  'phone_released',
  'email_changed',
  'code_failures',
  'texts_stopped',
  'subscription_started',
  'payment_failed',
  'payment_refunded',
  'renewal_reminder',
  'plan_canceling',
  'plan_ended',
  'free_time',
  'goodbye',
  'operator_alert',
] as const;
export type MailKind = (typeof mailKinds)[number];

export type QueuedMail = {
  readonly kind: MailKind;
  /** Null for a deleted account and for alerts about no account; `recipient` holds the address then. */
  readonly userId: string | null;
  /** Only for goodbye, alerts and notices to an earlier address: address and name, deleted once the email is sent. */
  readonly recipient?: { readonly name: string; readonly address: string };
  /** The subscription it concerns. */
  readonly subscriptionId?: string;
  /** Only for `operator_alert`: which one. */
  readonly alert?: SignalCode;
  /** A second email with the same key is not queued. At most 120 characters. */
  readonly onceKey?: string;
};

/**
 * Emails that survive failures of the mail server and of this process. Their content is read at the time of sending, so
 * only ids are stored; an email that is no longer true by then is not sent.
 */
export interface MailQueue {
  /** Inside a transaction when `db` is one. @returns false for a second email with the same key */
  queue(mail: QueuedMail, db?: Db): Promise<boolean>;
  /** Queues the email that a plan renews again, if its owner was emailed that it was canceled; once for each time. */
  queueResumed(plan: { readonly userId: string; readonly subscriptionId: string }): Promise<void>;
}

/**
 * The key of the email about a new password, where its code was the first proof of the mailbox and removed a verified
 * phone.
 */
export function phoneRemovedKey(id: string): string {
  return `phone_removed:${id}`;
}

/**
 * The key of the email that a cancellation was taken back. It is a `renewal_reminder`: after a rollback, an email of a
 * kind that 1.0.0 does not know would wait for the next update, and the reminder's words are true too.
 */
export function planResumedKey(id: string): string {
  return `plan_resumed:${id}`;
}

/** The key of the email about a refund: it names the event of `payment_events` that first reported it. */
export function refundKey(eventId: string): string {
  return `refunded:${eventId}`;
}
