import type { EventHub } from '../event-hub.ts';

/** A caught email. Addresses are bare; several addresses of a header are joined by `, `. */
export type CaughtMail = {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly to: string;
  readonly from: string;
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly CaughtAttachment[];
  /** The recipients of the SMTP envelope, which differ from `to` for a forged header or a blind copy. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly sizeBytes: number;
};

/** An attachment without its bytes, of which only the hash is kept. */
export type CaughtAttachment = {
  readonly filename: string | null;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
};

/** Older emails are dropped. */
const MAILS_MAX = 500;

export type Mailbox = {
  /** Oldest first. */
  all(): readonly CaughtMail[];
  get(id: string): CaughtMail | undefined;
  add(mail: CaughtMail): void;
  clear(): void;
};

/** A mailbox in memory only, because emails may hold codes. It publishes events under the topic `mail`. */
export function createMailbox(events: EventHub): Mailbox {
  let mails: CaughtMail[] = [];
  return {
    all: () => mails,
    get: (id) => mails.find((mail) => mail.id === id),
    add(mail) {
      mails = [...mails, mail].slice(-MAILS_MAX);
      events.publish('mail', 'mail', { id: mail.id });
    },
    clear() {
      mails = [];
      events.publish('mail', 'cleared', {});
    },
  };
}
