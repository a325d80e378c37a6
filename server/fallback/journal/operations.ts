import { z } from 'zod';

/**
 * What a process writes down while the database is away, and carries out there afterwards. The schemas have no field
 * for free text, so no question or answer can get into the journal (architecture, "Words never rest").
 */
const sid = z.string().regex(/^(SM|MM)[0-9a-f]{32}$/);
const number = z.string().regex(/^\+?[0-9A-Za-z]{1,19}$/);
const word = z.string().regex(/^[a-z0-9_]{1,30}$/);
const time = z.int();

/** A text that was taken in here; everything that taking it in does (texting/taking-in/settle.ts). Times are Unix milliseconds. */
export const TextTakenIn = z.strictObject({
  sid,
  sender: number,
  serviceNumber: number,
  kind: word,
  reply: word.nullable(),
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
  mail: z.enum(['texts_stopped']).nullable(),
});
export type TextTakenIn = z.infer<typeof TextTakenIn>;

/** A send of a text that was taken in here: first the intent, in the same row then what became of it. */
export const Send = z.strictObject({
  id: z.uuid(),
  sid,
  purpose: z.enum(['answer', 'apology', 'keyword', 'notice', 'promo', 'crisis']),
  from: number,
  to: number,
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
export type Send = z.infer<typeof Send>;

/** What became of a send whose intent is in the database: the answer came when the database was away. */
export const Outcome = z.strictObject({
  id: z.uuid(),
  state: z.enum(['accepted', 'rejected', 'unknown']),
  providerSid: sid.nullable(),
  segments: z.int().nullable(),
  code: z.int().nullable(),
});
export type Outcome = z.infer<typeof Outcome>;

/** A text that ended without a reply. */
export const TextClosed = z.strictObject({ sid, outcome: z.enum(['failed', 'silent', 'suppressed']) });
export type TextClosed = z.infer<typeof TextClosed>;

/** The carrier's delivery report. `id` is ours, where the report named it. */
export const Report = z.strictObject({ id: z.uuid().nullable(), sid, status: word, code: z.int().nullable() });
export type Report = z.infer<typeof Report>;

const schemas = {
  'inbound.insert': TextTakenIn,
  'outbound.intent': Send,
  'outbound.result': Send,
  'outbound.bound': Outcome,
  'query.failed': TextClosed,
  'status.callback': Report,
} as const;

export type OperationType = keyof typeof schemas;

/** One line of the journal. */
export type Operation = {
  [Type in OperationType]: {
    readonly type: Type;
    /** Carrying the same id out twice changes nothing. */
    readonly id: string;
    /** Operations of one key are carried out in order: the text they belong to, else the send. */
    readonly key: string;
    /** Unix milliseconds. */
    readonly at: number;
    readonly body: z.infer<(typeof schemas)[Type]>;
  };
}[OperationType];

/** The phone whose text or reply it is, where the operation names it. */
export function senderOf(operation: Operation): string | null {
  if (operation.type === 'inbound.insert') return operation.body.sender;
  return operation.type === 'outbound.intent' || operation.type === 'outbound.result' ? operation.body.to : null;
}

/** The text of which the operation says how it ended, or that a send of it is open. */
export function spokenForBy({ type, body }: Operation): string | null {
  if (type === 'query.failed' || type === 'outbound.intent') return body.sid;
  return type === 'outbound.result' && body.state !== 'absent' ? body.sid : null;
}

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

/** Reads an operation as it was written down; null for what is none (a damaged file). */
export function parseOperation(row: {
  type: string;
  id: string;
  key: string;
  at: number;
  body: string;
}): Operation | null {
  if (!Object.hasOwn(schemas, row.type)) return null;
  const type = row.type as OperationType;
  try {
    const body = schemas[type].safeParse(JSON.parse(row.body));
    return body.success ? ({ type, id: row.id, key: row.key, at: row.at, body: body.data } as Operation) : null;
  } catch {
    return null;
  }
}
