import { join } from 'node:path';

import { type Book, openBook } from '../book.ts';
import type { Message } from './message.ts';
import type { MessageStatus } from './phone-message.ts';

/** What rests of a text: who, when and how it went. Never its words, nor a hash that could be guessed from them. */
type Row = {
  readonly id: string;
  readonly direction: Message['direction'];
  readonly from: string;
  readonly to: string;
  readonly segments: number;
  readonly encoding: Message['encoding'];
  readonly status: MessageStatus;
  readonly errorCode: number | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
  readonly finalAt: string | null;
  readonly messagingServiceSid: string | null;
  readonly deletedAt: string | null;
};

export type MessageBook = {
  /** What was written by an earlier run, oldest first, without words. */
  read(): Message[];
  write(message: Message): void;
  clear(): void;
};

/** A carrier does not forget a text when it restarts, but no one asks for one older than this. */
const KEPT_MS = 48 * 3_600_000;

/**
 * Keeps the traces of texts over a restart, so that ids which the product knows stay known to its carrier.
 * @param stateDir null: nothing is kept
 */
export function openMessageBook(stateDir: string | null, now: Date): MessageBook {
  const book = openBook<{ texts: Row }>(stateDir === null ? null : join(stateDir, 'twilio.jsonl'));
  forget(book, ({ createdAt }) => now.getTime() - Date.parse(createdAt) > KEPT_MS);
  return {
    read: () => (stateDir === null ? [] : [...book.all('texts')].map((row) => toMessage(row, now))),
    write(message) {
      if (stateDir === null || !message.isLogged) return;
      book.put('texts', toRow(message));
      book.flush();
    },
    clear: () => forget(book, () => true),
  };
}

function forget(book: Book<{ texts: Row }>, isGone: (row: Row) => boolean): void {
  for (const row of book.all('texts')) if (isGone(row)) book.remove('texts', row.id);
  book.flush();
}

function toRow(message: Message): Row {
  const { direction, from, to, segments, encoding, status, errorCode, messagingServiceSid } = message;
  return {
    id: message.sid,
    direction,
    from,
    to,
    segments,
    encoding,
    status,
    errorCode,
    messagingServiceSid,
    createdAt: message.createdAt.toISOString(),
    sentAt: message.sentAt?.toISOString() ?? null,
    finalAt: message.finalAt?.toISOString() ?? null,
    deletedAt: message.deletedAt?.toISOString() ?? null,
  };
}

/** A text that was under way when the process ended has been delivered meanwhile. */
function toMessage(row: Row, now: Date): Message {
  const finalAt = row.finalAt === null ? now : new Date(row.finalAt);
  return {
    sid: row.id,
    direction: row.direction,
    from: row.from,
    to: row.to,
    body: '',
    handsetBody: null,
    bodyHash: '',
    segments: row.segments,
    encoding: row.encoding,
    media: [],
    status: row.finalAt === null ? 'delivered' : row.status,
    errorCode: row.errorCode,
    createdAt: new Date(row.createdAt),
    updatedAt: finalAt,
    sentAt: row.sentAt === null ? finalAt : new Date(row.sentAt),
    finalAt,
    listedFrom: new Date(row.createdAt),
    redactedAt: finalAt,
    deletedAt: row.deletedAt === null ? null : new Date(row.deletedAt),
    steps: [],
    webhook: null,
    isSenderGiven: true,
    isLogged: true,
    messagingServiceSid: row.messagingServiceSid,
    statusCallback: null,
    validityPeriodS: 36_000,
  };
}
