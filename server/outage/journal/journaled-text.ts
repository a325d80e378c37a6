import type { ReplyKind, ReplyDecision } from '#server/texting/rules/decide-reply.ts';
import { type Send, type Text, untouched } from '#server/texting/store/protocol/states.ts';
import type { Lease } from '#server/texting/store/text-store.ts';

import type { Operation, SendRecord, TextClosed, ReceivedText } from './operations.ts';

/** A text received here, and what else the journal needs to know of it. */
export type JournaledText = {
  readonly text: Text;
  readonly phoneId: string | null;
  /** Not worked on here; the database takes it over. */
  readonly isHeld: boolean;
};

/** A received text with its decision, as the journal keeps it. */
export function receivedTextOf(
  { sid, sender, serviceNumber }: { sid: string; sender: string; serviceNumber: string },
  decision: ReplyDecision,
): ReceivedText {
  const { kind, reply, language, newLanguage, isAccepted, userId, phoneId } = decision;
  const { consent, isOptOut, confirmsOptIn, stranger, notice, isUnpaid, forgets, mail } = decision;
  // Field by field: an entry with one more could never be replayed. The others mean nothing later, or may not change here.
  return {
    sid,
    sender,
    serviceNumber,
    kind,
    reply,
    language,
    newLanguage,
    isAccepted,
    userId,
    phoneId,
    receivedAt: decision.receivedAt.getTime(),
    answerBy: decision.answerBy.getTime(),
    notBefore: decision.notBefore.getTime(),
    pacedUntil: decision.pacedUntil?.getTime() ?? null,
    consent,
    isOptOut,
    confirmsOptIn,
    stranger,
    notice,
    isUnpaid,
    forgets,
    mail,
  };
}

/** The decision of a journaled text, for writing it to the database. */
export function decisionOf(body: ReceivedText): ReplyDecision {
  const { kind, reply, isAccepted, userId, phoneId, consent, isOptOut, confirmsOptIn, stranger, notice, mail } = body;
  return {
    kind: kind as ReplyDecision['kind'],
    reply: reply as ReplyDecision['reply'],
    language: body.language,
    newLanguage: body.newLanguage,
    isAccepted,
    userId,
    phoneId,
    receivedAt: new Date(body.receivedAt),
    answerBy: new Date(body.answerBy),
    notBefore: new Date(body.notBefore),
    pacedUntil: body.pacedUntil === null ? null : new Date(body.pacedUntil),
    consent,
    isOptOut,
    confirmsOptIn,
    stranger,
    notice: notice as ReplyDecision['notice'],
    isUnpaid: body.isUnpaid,
    withheld: null,
    remembered: null,
    memorySeconds: 0,
    forgets: body.forgets,
    home: null,
    mail,
  };
}

/** A text to work on; null for one that needs no reply. */
export function openText(body: ReceivedText): JournaledText | null {
  const { reply, language, sid, sender, serviceNumber, isAccepted, phoneId, receivedAt, answerBy, notBefore } = body;
  if (reply === null) return null;
  const text: Text = {
    sid,
    sender,
    serviceNumber,
    reply: reply as ReplyKind,
    language,
    isAccepted,
    receivedAt,
    answerBy,
    notBefore,
    ...untouched,
  };
  return { text, phoneId, isHeld: false };
}

/**
 * A text journaled this shortly before the process died, or froze, may not have been acknowledged. Then the carrier
 * repeated its webhook to another process, which may be answering it: it waits here until the database can tell.
 */
const unacknowledgedMs = 1000;

/** Whether a text was acknowledged by a process that did its last work at `lastAt`, in Unix milliseconds. */
export function wasAcknowledged({ receivedAt }: Pick<Text, 'receivedAt'>, lastAt: number): boolean {
  return lastAt - receivedAt >= unacknowledgedMs;
}

/** A text as the journal has it after a restart. `newestAt`: of the journal's last entry, in Unix milliseconds. */
export function reopenText(body: ReceivedText, newestAt: number): JournaledText | null {
  const text = openText(body);
  return text && { ...text, isHeld: !wasAcknowledged(body, newestAt) };
}

/** What the journal asks the eligibility snapshot (eligibility.ts). */
export type HardStops = {
  isOptedOut(phone: string): boolean;
  /** Whether the number is still the same account's. */
  isStillOwned(phone: string, phoneId: string): boolean;
};

/** A lease on a text, by this process's clock. */
export function leaseOf(
  { sid, fence, sender, serviceNumber, reply, language, attempts, ...text }: Text,
  now: number,
): Lease {
  if (reply === null) throw new Error('a text without a reply is not leased');
  const [ageMs, timeLeftMs, mayGoInMs] = [now - text.receivedAt, text.answerBy - now, text.notBefore - now];
  const hasMemory = text.memorySeconds > 0;
  return { sid, fence, sender, serviceNumber, reply, language, hasMemory, attempts, ageMs, timeLeftMs, mayGoInMs };
}

/** A send of the journal as the rules know it. */
export function sendOf({ code, at, ...record }: SendRecord): Send {
  return {
    ...record,
    nextCheckAt: null,
    acceptedAt: record.state === 'accepted' ? at : null,
    errorCode: code,
    delivery: null,
    deliveryRank: 0,
    redactAt: null,
    isReplayed: false,
  };
}

/** A send as the journal keeps it. `at`: when its state became what it is. */
export function sendRecordOf(send: Send, at: number): SendRecord {
  const { id, sid, purpose, from, to, attempt, intentAt, segments, encoding, state, unknownAt, providerSid } = send;
  if (sid === null || segments === null || encoding === null) throw new Error('the journal keeps replies only');
  return {
    id,
    sid,
    purpose: purpose as SendRecord['purpose'],
    from,
    to,
    attempt,
    intentAt,
    segments,
    encoding,
    state,
    unknownAt,
    providerSid,
    code: send.errorCode,
    at,
  };
}

export const receivedOperation = (body: ReceivedText): Operation => ({
  type: 'inbound.insert',
  id: body.sid,
  key: body.sid,
  at: body.receivedAt,
  body,
});

/** One entry for a send, from intent to outcome. */
export const sendOperation = (record: SendRecord): Operation => ({
  type: record.state === 'intent' || record.state === 'unknown' ? 'outbound.intent' : 'outbound.result',
  id: record.id,
  key: record.sid,
  at: record.intentAt,
  body: record,
});

/** A text that ended without a reply, as the journal keeps it. */
export function closedOperation({ sid, outcome }: Text, at: number): Operation {
  const body = { sid, outcome: outcome as TextClosed['outcome'] };
  return { type: 'query.failed', id: `${sid}:closed`, key: sid, at, body };
}
