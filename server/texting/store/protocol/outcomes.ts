/**
 * The outcome of a send. The response, the delivery report, the reconciler and the replay of a journal may each bring it,
 * in any order and as often as they like: the first one counts, the others change nothing
 * (docs/reference/texting-protocol.md#record-the-outcome).
 */

import { blockEvidence } from '#server/domain/delivery-causes.ts';
import { refusesPhone } from '#server/domain/reach.ts';
import { answerTimeClassesMs } from '#server/observability/counter-names.ts';
import { recipientOptedOut } from '#server/providers/ports/carrier.ts';

import { deliveryRank, isArrival, isFinalReport, resendAfterMs } from './delivery-rank.ts';
import { closed, type Count, countEnd, isOpen, redactFrom, type Send, type Step, type Text } from './states.ts';

/** A send, with its text where it has one. */
export type SendState = { readonly send: Send; readonly text: Text | null };

/** What recording did. `isDuplicate`: this text had a reply already, so its sender has now got two; an alarm. */
export type RecordedOutcome = { readonly isNew: boolean; readonly isDuplicate: boolean };

const hadReply: ReadonlySet<string | null> = new Set(['answered', 'apologised', 'replied']);

/** The carrier has it, as `sid`. Closes the text and counts the answer, once. */
export function accepted(
  { send, text }: SendState,
  { sid, segments }: { readonly sid: string; readonly segments: number | null },
  at: number,
): Step<RecordedOutcome> {
  if (send.state === 'accepted' || send.state === 'rejected') return { result: { isNew: false, isDuplicate: false } };
  const memorySeconds = send.purpose === 'answer' ? text?.memorySeconds : 0;
  const sent: Send = {
    ...send,
    state: 'accepted',
    providerSid: sid,
    acceptedAt: at,
    nextCheckAt: null,
    segments: segments ?? send.segments,
    redactAt: redactFrom(at, memorySeconds),
  };
  const isAnswer = text !== null && text.isAccepted && send.purpose === 'answer' && !text.isCounted;
  // A second crisis reply is sent on purpose where the first is unknown.
  const isDuplicate = text !== null && hadReply.has(text.outcome) && send.purpose !== 'crisis';
  return {
    result: { isNew: true, isDuplicate },
    changes: {
      send: sent,
      ...(text !== null && (text.state !== 'done' || isAnswer) ? { text: answered(text, sent, isAnswer, at) } : {}),
      counts: [
        ...(text === null ? [] : countReply(text, send, isAnswer, at)),
        ...countSent(sent, at),
        ...(isDuplicate ? [{ name: 'sends.duplicates', by: 1, at }] : []),
      ],
    },
  };
}

function answered(text: Text, { purpose, redactAt }: Send, isAnswer: boolean, at: number): Text {
  const reply = purpose === 'apology' ? 'apologised' : 'replied';
  return {
    ...text,
    state: 'done',
    isCounted: text.isCounted || isAnswer,
    outcome: isAnswer ? 'answered' : (text.outcome ?? reply),
    closedAt: text.closedAt ?? at,
    leaseOwner: null,
    leaseUntil: null,
    redactAt: text.redactAt ?? redactAt,
  };
}

function countReply(text: Text, { purpose }: Send, isAnswer: boolean, at: number): Count[] {
  if (!text.isAccepted) return [];
  const counts: Count[] = [];
  if (isAnswer) counts.push({ name: 'questions.answered', by: 1, at }, { name: timeClass(text, at), by: 1, at });
  if (text.state !== 'done' && purpose === 'apology') counts.push({ name: 'questions.failed', by: 1, at });
  // The answer came after all: it takes the failure back.
  if (isAnswer && (text.outcome === 'failed' || text.outcome === 'apologised')) {
    counts.push({ name: 'questions.failed', by: -1, at });
  }
  return counts;
}

function countSent({ purpose, segments, encoding }: Send, at: number): Count[] {
  const counts: Count[] = [{ name: `sends.accepted.${purpose}`, by: 1, at }];
  if (segments !== null) counts.push({ name: 'sends.segments', by: segments, at });
  if (segments !== null && purpose !== 'answer' && purpose !== 'apology') {
    counts.push({ name: 'sends.other_segments', by: segments, at });
  }
  if (purpose === 'answer' && encoding !== null) counts.push({ name: `answers.${encoding}`, by: 1, at });
  return counts;
}

function timeClass({ receivedAt }: Text, answeredAt: number): string {
  const nth = answerTimeClassesMs.filter((ms) => ms <= answeredAt - receivedAt).length;
  return `questions.answered_ms.${nth}`;
}

/**
 * The carrier refused it for good: no second try.
 * @param isOptedOut whether the opt-out of its recipient is known
 */
export function rejected({ send, text }: SendState, code: number, isOptedOut: boolean, at: number): Step<void> {
  if (!isOpen(send) && send.state !== 'unresolved') return { result: undefined };
  const outcome = code === recipientOptedOut ? 'suppressed' : 'failed';
  const ends = text !== null && text.state !== 'done';
  const opted = optOut(send, code, isOptedOut, at);
  return {
    result: undefined,
    changes: {
      send: { ...send, state: 'rejected', errorCode: code, nextCheckAt: null },
      ...(ends ? { text: closed(text, outcome, at) } : {}),
      ...opted.changes,
      counts: [
        ...(ends ? countEnd(text, outcome, at) : []),
        ...(ends && text.isAccepted && refusesPhone(code)
          ? [{ name: 'questions.unreachable', by: 1, at } as const]
          : []),
        { name: `sends.rejected.${code}`, by: 1, at },
        ...opted.counts,
      ],
    },
  };
}

/** Of the time of the send, not of the refusal, which may be told hours later: a START in between is newer. */
function optOut({ to, intentAt }: Send, code: number | null, isOptedOut: boolean, at: number) {
  if (code !== recipientOptedOut || isOptedOut) return { changes: {}, counts: [] };
  return { changes: { optedOut: { phone: to, at: intentAt } }, counts: [{ name: 'opt_outs.carrier', by: 1, at }] };
}

/** It was provably not sent: the text returns to the queue, and the attempt does not count. */
export function notSent({ send, text }: SendState, waitMs: number, now: number): Step<void> {
  if (send.state !== 'intent') return { result: undefined };
  const waiting =
    text?.state === 'sending'
      ? { text: { ...requeued(text), leaseUntil: now + waitMs, attempts: text.attempts - 1 } }
      : {};
  return { result: undefined, changes: { send: { ...send, state: 'absent', nextCheckAt: null }, ...waiting } };
}

/** It may have been sent: the reconciler looks it up in `checkMs`; until then nothing else is sent to this phone. */
export function unknown({ send, text }: SendState, checkMs: number, now: number): Step<void> {
  if (send.state !== 'intent') return { result: undefined };
  const left = text?.state === 'sending' ? { text: { ...text, leaseOwner: null, leaseUntil: null } } : {};
  const unknownSend: Send = { ...send, state: 'unknown', unknownAt: now, nextCheckAt: now + checkMs };
  return { result: undefined, changes: { send: unknownSend, ...left } };
}

/**
 * A send whose process died between intent and outcome becomes unknown: the lease of its text has ended. One that no
 * text asked for has no lease, and is given up after the same time. @returns whether it was taken over
 */
export function takeOver(state: SendState, times: { checkMs: number; leaseMs: number }, now: number): Step<boolean> {
  const { send, text } = state;
  const isLeft =
    text === null ? send.intentAt < now - times.leaseMs : text.leaseUntil === null || text.leaseUntil < now;
  if (send.state !== 'intent' || !isLeft) return { result: false };
  const { changes } = unknown(state, times.checkMs, now);
  return { result: true, ...(changes === undefined ? {} : { changes }) };
}

/** It was provably not created: the text returns to the queue, or ends after `attemptsMax`. @returns whether it ends */
export function concludeNotCreated({ send, text }: SendState, attemptsMax: number, now: number): Step<boolean> {
  if (send.state !== 'unknown') return { result: false };
  const absent: Send = { ...send, state: 'absent', nextCheckAt: null };
  const counts: Count[] = [{ name: 'sends.absent', by: 1, at: now }];
  if (text?.state !== 'sending') return { result: false, changes: { send: absent, counts } };
  if (text.attempts < attemptsMax) return { result: false, changes: { send: absent, text: requeued(text), counts } };
  return {
    result: true,
    changes: {
      send: absent,
      text: closed(text, 'failed', now),
      counts: [...counts, ...countEnd(text, 'failed', now)],
    },
  };
}

/**
 * It is still unknown when its time is over: the text ends, nothing of it is ever sent again, and the phone is free. A
 * delivery report may still prove that it was sent.
 */
export function giveUpUnknownSend({ send, text }: SendState, now: number): Step<void> {
  if (send.state !== 'unknown') return { result: undefined };
  const ends = text?.state === 'sending';
  const counts: Count[] = [{ name: 'sends.unresolved', by: 1, at: now }];
  return {
    result: undefined,
    changes: {
      send: { ...send, state: 'unresolved', nextCheckAt: null },
      ...(ends ? { text: closed(text, 'failed', now) } : {}),
      counts: ends ? [...counts, ...countEnd(text, 'failed', now)] : counts,
    },
  };
}

function requeued(text: Text): Text {
  return { ...text, state: 'received', leaseOwner: null, leaseUntil: null };
}

/** A text is resent only if at least this much of its time is left. */
const resendLeftMs = 20_000;

/**
 * Notes what became of a text of ours at the carrier; a report on the way there, or one that comes late or twice, changes
 * nothing. An answer that never left the carrier, for a reason that passes, goes back to the queue, once.
 */
export function noteDelivery(
  { send, text, isOtherAccepted, isOptedOut }: SendState & { isOtherAccepted: boolean; isOptedOut: boolean },
  { status, code }: { readonly status: string; readonly code: number | null },
  now: number,
): Step<void> {
  const rank = deliveryRank(status);
  if (!isFinalReport(status) || send.deliveryRank >= rank) return { result: undefined };
  const againMs = resendAfterMs(status, code);
  const noted: Send = { ...send, delivery: status, deliveryRank: rank, errorCode: code ?? send.errorCode };
  const counts: Count[] = [{ name: `deliveries.${status}`, by: 1, at: now }];
  if (code !== null) counts.push({ name: `deliveries.error.${code}`, by: 1, at: now });
  const opted = optOut(send, code, isOptedOut, now);
  const isAgain =
    againMs !== null &&
    send.purpose === 'answer' &&
    text?.outcome === 'answered' &&
    text.isCounted &&
    text.answerBy > now + againMs + resendLeftMs &&
    !isOtherAccepted;
  const evidence = isAgain ? null : blockEvidence(send.purpose, code, isArrival(status));
  if (evidence !== null) counts.push({ name: `reports.${evidence}`, by: 1, at: now });
  if (!isAgain)
    return { result: undefined, changes: { send: noted, ...opted.changes, counts: [...counts, ...opted.counts] } };
  const reopened: Text = {
    ...requeued(text),
    outcome: null,
    closedAt: null,
    isCounted: false,
    redactAt: null,
    notBefore: now + againMs,
  };
  counts.push(
    { name: 'questions.resent', by: 1, at: now },
    { name: 'questions.answered', by: -1, at: now },
    { name: timeClass(text, send.acceptedAt ?? now), by: -1, at: now },
  );
  return {
    result: undefined,
    changes: { send: noted, text: reopened, ...opted.changes, counts: [...counts, ...opted.counts] },
  };
}
