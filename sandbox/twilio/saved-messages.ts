import { join } from 'node:path';

import { type RecordStore, openRecordStore } from '../record-store.ts';
import type { Message } from './message.ts';
import type { MessageStatus } from './phone-message.ts';

/** What is stored of a text: numbers, times and status. Neither its body nor a hash from which it could be guessed. */
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
};

export type SavedMessages = {
  /** The texts of earlier runs, oldest first, without bodies. */
  read(): Message[];
  write(message: Message): void;
  clear(): void;
};

/** Texts are kept over restarts for this long; the product asks for no older ones. */
const KEPT_MS = 48 * 3_600_000;

/**
 * Stores texts over a restart, so that the carrier still knows the ids that the product has.
 * @param stateDir null: nothing is kept
 */
export function openSavedMessages(stateDir: string | null, now: Date): SavedMessages {
  const records = openRecordStore<{ texts: Row }>(stateDir === null ? null : join(stateDir, 'twilio.jsonl'));
  forget(records, ({ createdAt }) => now.getTime() - Date.parse(createdAt) > KEPT_MS);
  return {
    read: () => (stateDir === null ? [] : [...records.all('texts')].map((row) => toMessage(row, now))),
    write(message) {
      if (stateDir === null || !message.isLogged) return;
      records.put('texts', toRow(message));
      records.flush();
    },
    clear: () => forget(records, () => true),
  };
}

function forget(records: RecordStore<{ texts: Row }>, isGone: (row: Row) => boolean): void {
  for (const row of records.all('texts')) if (isGone(row)) records.remove('texts', row.id);
  records.flush();
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
  };
}

/** A text that was in transit when the process ended counts as delivered. */
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
    steps: [],
    webhook: null,
    isSenderGiven: true,
    isLogged: true,
    messagingServiceSid: row.messagingServiceSid,
    statusCallback: null,
    validityPeriodS: 36_000,
  };
}
