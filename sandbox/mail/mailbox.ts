import type { EventHub } from '../event-hub.ts';

/** A caught mail. Addresses are bare, several of one header joined by `, `. */
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
  /** Whom the server was told to deliver to: more than `to` when a header was forged or a copy is blind. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly sizeBytes: number;
};

/** What an attachment was. Its bytes are not kept, only their fingerprint. */
export type CaughtAttachment = {
  readonly filename: string | null;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
};

/** Mails kept; older ones are dropped. */
const MAILS_MAX = 500;

export type Mailbox = {
  /** Oldest first. */
  all(): readonly CaughtMail[];
  get(id: string): CaughtMail | undefined;
  add(mail: CaughtMail): void;
  clear(): void;
};

/** A mailbox in memory only: a mail may hold a code. What comes is told under the topic `mail`. */
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
