import type { Lease } from '#server/texting/queue.repo.ts';
import type { Sending } from '#server/texting/sending/sending.repo.ts';
import type { Reply, Settlement } from '#server/texting/taking-in/settle.ts';

import type { Operation, Send, TextTakenIn } from './operations.ts';

/** A text that was taken in here and is not finished. */
export type OpenText = {
  readonly sid: string;
  readonly sender: string;
  readonly serviceNumber: string;
  readonly reply: Reply;
  readonly userId: string | null;
  readonly phoneId: string | null;
  readonly receivedAt: number;
  readonly answerBy: number;
  /** The pace of its phone: nothing goes out before. */
  readonly notBefore: number;
  /** Not worked on before: it was put back, or its send did not leave. */
  restUntil: number;
  attempts: number;
  fence: number;
  isLeased: boolean;
  /** Not worked on here; the database takes it over. */
  isHeld: boolean;
  /** The phone's one apology for late answers is this text's, whether or not it went out yet. */
  isApologyDue: boolean;
  /** The id of the send that is open. */
  sending: string | null;
};

/** A settled text as the journal keeps it. */
export function takenIn(
  { sid, sender, serviceNumber }: { sid: string; sender: string; serviceNumber: string },
  settled: Settlement,
): TextTakenIn {
  // What is remembered of a question stays in memory: its tag means nothing to another process.
  const {
    receivedAt,
    answerBy,
    notBefore,
    pacedUntil,
    remembered: _remembered,
    withheld: _withheld,
    ...rest
  } = settled;
  return {
    ...rest,
    sid,
    sender,
    serviceNumber,
    receivedAt: receivedAt.getTime(),
    answerBy: answerBy.getTime(),
    notBefore: notBefore.getTime(),
    pacedUntil: pacedUntil?.getTime() ?? null,
  };
}

/** The same, as taking it into the database wants it. */
export function settlementOf(body: TextTakenIn): Settlement {
  const { kind, reply, isAccepted, userId, phoneId, consent, isOptOut, confirmsOptIn, stranger, notice, mail } = body;
  return {
    kind: kind as Settlement['kind'],
    reply: reply as Settlement['reply'],
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
    notice: notice as Settlement['notice'],
    isUnpaid: body.isUnpaid,
    withheld: null,
    remembered: null,
    mail,
  };
}

/** A text to work on; null for one that needs no reply. */
export function openText(body: TextTakenIn): OpenText | null {
  if (body.reply === null) return null;
  const { sid, sender, serviceNumber, userId, phoneId, receivedAt, answerBy, notBefore } = body;
  return {
    sid,
    sender,
    serviceNumber,
    reply: body.reply as Reply,
    userId,
    phoneId,
    receivedAt,
    answerBy,
    notBefore,
    restUntil: 0,
    attempts: 0,
    fence: 0,
    isLeased: false,
    isHeld: false,
    isApologyDue: false,
    sending: null,
  };
}

/**
 * A text that was written down so shortly before the process died, or froze, may not have been acknowledged. Then the
 * carrier told another process of it, which may be answering it: it waits here until the database can tell.
 */
const unacknowledgedMs = 1000;

/** Whether a text was acknowledged by a process that did its last work at `lastAt`, in Unix milliseconds. */
export function wasAcknowledged({ receivedAt }: Pick<OpenText, 'receivedAt'>, lastAt: number): boolean {
  return lastAt - receivedAt >= unacknowledgedMs;
}

/** A text as the journal has it after a restart. `newestAt`: of the journal's last line, in Unix milliseconds. */
export function openAgain(body: TextTakenIn, newestAt: number): OpenText | null {
  const text = openText(body);
  return text && { ...text, isHeld: !wasAcknowledged(body, newestAt) };
}

/**
 * The texts that may be worked on now, in their order: none that someone works on. Several of one phone are worked on
 * side by side; `mustWait` keeps their order.
 * @param now in Unix milliseconds
 */
export function nextToAnswer(texts: Iterable<OpenText>, which: 'all' | 'fixed_replies', now: number): OpenText[] {
  return [...texts].filter(({ reply, isHeld, isLeased, sending, restUntil }) => {
    const isWanted = which === 'all' || reply !== 'answer';
    return isWanted && !isHeld && !isLeased && sending === null && restUntil <= now;
  });
}

/**
 * Whether the reply to `text` may not go out yet: for its phone's pace, an earlier text, or another open send.
 * @param texts oldest first
 * @param sendingTo pairs `from to` with an open send
 * @param now in Unix milliseconds
 */
export function mustWait(
  { sid, serviceNumber, sender, reply, notBefore }: OpenText,
  texts: Iterable<OpenText>,
  sendingTo: ReadonlySet<string>,
  now: number,
): boolean {
  if (notBefore > now) return true;
  if (reply === 'crisis') return false; // a person in danger does not wait
  if (sendingTo.has(`${serviceNumber} ${sender}`)) return true;
  for (const other of texts) {
    if (other.sid === sid) return false;
    // A crisis reply that is on its way, or in doubt, keeps no other text waiting.
    const isCrisisUnderWay = other.reply === 'crisis' && other.sending !== null;
    if (other.sender === sender && other.serviceNumber === serviceNumber && !isCrisisUnderWay) return true;
  }
  return false;
}

/** What is asked of the copy of who may be answered (eligibility.flow.ts). */
export type HardStops = {
  isOptedOut(phone: string): boolean;
  /** Whether the number is still the same account's. */
  isStillOwned(phone: string, phoneId: string): boolean;
};

/** Whether nothing may be sent for this text any more: its sender opted out, or the phone changed hands. */
export function isStopped({ reply, sender, phoneId }: OpenText, stops: HardStops): boolean {
  if (reply !== 'stop' && stops.isOptedOut(sender)) return true;
  return phoneId !== null && !stops.isStillOwned(sender, phoneId);
}

/** Which of these journalled texts are not finished, those that are being handed over included; and who opted out. */
export function openAmong(
  sids: readonly string[],
  texts: ReadonlyMap<string, OpenText>,
  finished: ReadonlySet<string>,
  stops: HardStops,
) {
  return sids.flatMap((sid) => {
    const text = texts.get(sid);
    return finished.has(sid) ? [] : [{ sid, isStopped: text !== undefined && isStopped(text, stops) }];
  });
}

/** Leases a text to this process. `now` is in Unix milliseconds. */
export function leaseOf(text: OpenText, now: number): Lease {
  text.isLeased = true;
  text.fence += 1;
  const { sid, fence, sender, serviceNumber, reply, attempts, receivedAt, answerBy, notBefore } = text;
  const [ageMs, timeLeftMs, mayGoInMs] = [now - receivedAt, answerBy - now, notBefore - now];
  return { sid, fence, sender, serviceNumber, reply, attempts, ageMs, timeLeftMs, mayGoInMs };
}

/** The send that is about to be tried for a text. `now` is in Unix milliseconds. */
export function intentFor(text: OpenText, { id, purpose, segments, encoding }: Sending, now: number): Send {
  return {
    id,
    sid: text.sid,
    purpose: purpose as Send['purpose'],
    from: text.serviceNumber,
    to: text.sender,
    attempt: text.attempts + 1,
    intentAt: now,
    segments,
    encoding,
    state: 'intent',
    unknownAt: null,
    providerSid: null,
    code: null,
    at: now,
  };
}

export const insertOf = (body: TextTakenIn): Operation => ({
  type: 'inbound.insert',
  id: body.sid,
  key: body.sid,
  at: body.receivedAt,
  body,
});

/** One row for a send, from intent to result. */
export const sendOf = (send: Send): Operation => ({
  type: send.state === 'intent' || send.state === 'unknown' ? 'outbound.intent' : 'outbound.result',
  id: send.id,
  key: send.sid,
  at: send.intentAt,
  body: send,
});
