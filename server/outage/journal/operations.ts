import { z } from 'zod';

import { languages } from '#contract/language.ts';
import { parseJson } from '#contract/parse-json.ts';
import { address, deliveryStatus } from '#server/texting/inbound/twilio-webhook.ts';

/**
 * What a process journals while the database is unavailable, and replays afterwards. The schemas have no field for free
 * text, so no question or answer can get into the journal (docs/reference/architecture.md#plaintext-is-never-stored).
 * What the webhooks accept has to fit: an entry that cannot be read back is never replayed.
 */
const sid = z.string().regex(/^(SM|MM)[0-9a-f]{32}$/);
const word = z.string().regex(/^[a-z0-9_]{1,30}$/);
const time = z.int();

/** A text received here, with the decision about it (texting/rules/decide-reply.ts). Times are Unix milliseconds. */
export const ReceivedText = z.strictObject({
  sid,
  sender: address,
  serviceNumber: address,
  kind: word,
  reply: word.nullable(),
  language: z.enum(languages).default('en'),
  newLanguage: z.enum(languages).nullable().default(null),
  isAccepted: z.boolean(),
  userId: z.uuid().nullable(),
  phoneId: z.uuid().nullable(),
  receivedAt: time,
  answerBy: time,
  notBefore: time,
  pacedUntil: time.nullable(),
  consent: z.enum(['given', 'withdrawn']).nullable(),
  isOptOut: z.boolean(),
  confirmsOptIn: z.boolean(),
  stranger: z.enum(['promo', 'noted']).nullable(),
  notice: word.nullable(),
  isUnpaid: z.boolean().default(false),
  forgets: z.boolean().default(false),
  mail: z.enum(['texts_stopped']).nullable(),
});
export type ReceivedText = z.infer<typeof ReceivedText>;

/** A send for a text received here: first the intent, then its outcome in the same entry. */
export const SendRecord = z.strictObject({
  id: z.uuid(),
  sid,
  purpose: z.enum(['answer', 'apology', 'keyword', 'notice', 'promo', 'crisis']),
  from: address,
  to: address,
  attempt: z.int(),
  intentAt: time,
  segments: z.int(),
  encoding: z.enum(['gsm7', 'ucs2']),
  state: z.enum(['intent', 'unknown', 'accepted', 'rejected', 'absent', 'unresolved']),
  unknownAt: time.nullable(),
  providerSid: sid.nullable(),
  code: z.int().nullable(),
  /** When `state` became what it is. */
  at: time,
});
export type SendRecord = z.infer<typeof SendRecord>;

/** The outcome of a send whose intent is in the database: the carrier responded while the database was unavailable. */
export const OutcomeRecord = z.strictObject({
  id: z.uuid(),
  state: z.enum(['accepted', 'rejected', 'unknown']),
  providerSid: sid.nullable(),
  segments: z.int().nullable(),
  code: z.int().nullable(),
});
export type OutcomeRecord = z.infer<typeof OutcomeRecord>;

/** A text that ended without a reply. */
export const TextClosed = z.strictObject({ sid, outcome: z.enum(['failed', 'silent', 'suppressed']) });
export type TextClosed = z.infer<typeof TextClosed>;

/** The carrier's delivery report. `id` is ours, where the report named it. */
export const Report = z.strictObject({
  id: z.uuid().nullable(),
  sid,
  status: deliveryStatus,
  code: z.int().nullable(),
});
export type Report = z.infer<typeof Report>;

const schemas = {
  'inbound.insert': ReceivedText,
  'outbound.intent': SendRecord,
  'outbound.result': SendRecord,
  'outbound.bound': OutcomeRecord,
  'query.failed': TextClosed,
  'status.callback': Report,
} as const;

export type OperationType = keyof typeof schemas;

/** One entry of the journal. */
export type Operation = {
  [Type in OperationType]: {
    readonly type: Type;
    /** Applying the same id twice changes nothing. */
    readonly id: string;
    /** The text that an operation belongs to, else its send. Operations of one key are applied in order. */
    readonly key: string;
    /** Unix milliseconds. */
    readonly at: number;
    readonly body: z.infer<(typeof schemas)[Type]>;
  };
}[OperationType];

/** The phone of the text or reply; null where the operation does not name it. */
export function senderOf(operation: Operation): string | null {
  if (operation.type === 'inbound.insert') return operation.body.sender;
  return operation.type === 'outbound.intent' || operation.type === 'outbound.result' ? operation.body.to : null;
}

/** The text of which the operation says how it ended, or that a send of it is open. */
export function textWithOutcome({ type, body }: Operation): string | null {
  if (type === 'query.failed' || type === 'outbound.intent') return body.sid;
  return type === 'outbound.result' && body.state !== 'absent' ? body.sid : null;
}

/**
 * What is applied in place of an operation that the database refuses for good: its text ends without another text,
 * because the reply went out or may have. Otherwise it would look unanswered, here once its hold is over or at the
 * carrier, and its sender would get an apology after the answer. Null where the text is still to be replied to, or is not
 * known.
 * @param ofText what else the journal has of the text
 */
export function insteadOf(operation: Operation, ofText: readonly Operation[]): Operation | null {
  const { id, key, at } = operation;
  const end = { type: 'query.failed', key, at, body: { sid: key, outcome: 'failed' } } as const;
  if (operation.type !== 'inbound.insert') return hasSent(operation) ? { ...end, id: `${id}:aside` } : null;
  const { consent, forgets } = operation.body;
  // A STOP, a START or a FORGET has to be obeyed even so: it is found at the carrier, and decided again.
  if (consent !== null || forgets || !ofText.some(hasSent)) return null;
  // By the id of the text, which counts as known from then on (texting/recovery/missed-texts.repo.ts).
  return { ...end, id };
}

/** Whether it is a reply that went out or may have. A crisis reply that may not have gone out is sent again. */
function hasSent({ type, body }: Operation): boolean {
  if (type !== 'outbound.intent' && type !== 'outbound.result') return false;
  if (body.state === 'rejected' || body.state === 'absent') return false;
  return body.purpose !== 'crisis' || body.state === 'accepted';
}

/** The pending operations, as the admin area shows them. */
export type JournalFigures = {
  readonly queueSize: number;
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
  readonly byType: Readonly<Record<string, number>>;
  readonly deadLetters: number;
};

/** Which table an operation will be written to, for the operator. */
const tableOf: Readonly<Record<OperationType, string>> = {
  'inbound.insert': 'inbound_texts',
  'outbound.intent': 'outbound_texts',
  'outbound.result': 'outbound_texts',
  'outbound.bound': 'outbound_texts',
  'query.failed': 'inbound_texts',
  'status.callback': 'outbound_texts',
};

/** The sums by table of sums by type. */
export function byTable(byType: Readonly<Record<string, number>>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [type, count] of Object.entries(byType)) {
    const table = tableOf[type as OperationType];
    sums[table] = (sums[table] ?? 0) + count;
  }
  return sums;
}

/** An entry's fields as they are in the file. */
type EntryFields = {
  readonly type: string;
  readonly id: string;
  readonly key: string;
  readonly at: number;
  readonly body: string;
};

/** Reads an entry's operation; null for one that is damaged, or of another version of the software. */
export function parseOperation(row: EntryFields): Operation | null {
  if (!Object.hasOwn(schemas, row.type)) return null;
  const type = row.type as OperationType;
  const body = schemas[type].safeParse(parseJson(row.body));
  return body.success ? ({ type, id: row.id, key: row.key, at: row.at, body: body.data } as Operation) : null;
}

/**
 * Reads an entry of any version of the software, unchecked. Only for `insteadOf`: a newer release may have added fields,
 * but those that `insteadOf` reads are older.
 */
export function guessOperation({ type, id, key, at, body }: EntryFields): Operation {
  return { type, id, key, at, body: parseJson(body) ?? {} } as unknown as Operation;
}
