import { randomUUID } from 'node:crypto';

import { type AnswerQuery, NoAnswer, type Rest } from '#server/answers/answer-query.flow.ts';
import { measureSms } from '#server/answers/gsm7.ts';
import { timeZoneOfAreaCode } from '#server/answers/us-time-zones.ts';
import type { Purpose } from '#server/db/schema.ts';
import { counterCode } from '#server/platform/counter-names.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import type { Log } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Tally } from '#server/platform/tally.ts';
import type { Carrier, SendTurn, TextPriority } from '#server/providers/ports.ts';

import type { PhoneHash } from './phone-hash.ts';
import type { Lease } from './queue.repo.ts';
import { type FixedReply, replies } from './replies.ts';
import type { Intent } from './sending/sending.repo.ts';
import { fixedReplyAgeMaxMs } from './taking-in/settle.ts';
import type { TextStore } from './text-store.ts';
import type { ReadyReply, TextsInHand } from './texts-in-hand.ts';
import type { Timing } from './timing.ts';

export type AnswerTextParts = {
  readonly store: TextStore;
  readonly carrier: Carrier;
  readonly answerQuery: AnswerQuery;
  readonly inHand: TextsInHand;
  readonly phoneHash: PhoneHash;
  readonly deadlineMs: number;
  readonly timing: Pick<Timing, 'intentAgeMaxMs'>;
  readonly log: Log;
  readonly tally: Pick<Tally, 'add'>;
};

/** The next look at a text whose phone is being texted already; it is not leased before that send is closed. */
const busyPauseMs = 200;
const apologyAgeMaxMs = 60 * 60_000;

type Reply = ReadyReply & {
  readonly purpose: Purpose;
  readonly priority: TextPriority;
  readonly isLate: boolean;
};

/** Steps 3 to 5 for one leased text. Every await is a place to die: README.md has the table. */
export function answerText(parts: AnswerTextParts) {
  const { store, inHand, phoneHash } = parts;
  /** An apology is not kept: by the next time there may be an answer. */
  function keepAnswer({ sid }: Lease, reply: Reply): void {
    if (reply.purpose === 'answer') inHand.keepReply(sid, reply);
  }
  return async function (lease: Lease, signal: AbortSignal, rest: Rest): Promise<void> {
    const reply = await chooseReply(parts, lease, signal, rest);
    if (reply === null) return store.close(lease, lease.reply === 'answer' ? 'failed' : 'silent');
    const { purpose, priority, isLate, segments, encoding } = reply;
    // Before the intent: once that is written there are three seconds to send, and a text that waits costs nothing.
    const place = await rest(parts.carrier.turn({ from: lease.serviceNumber, priority, segments }));
    if ('waitMs' in place) {
      keepAnswer(lease, reply);
      return store.giveBack([lease.sid], place.waitMs);
    }
    using turn = place;
    const intent = await store.openSend(lease, {
      id: randomUUID(),
      purpose,
      senderHash: phoneHash(lease.sender),
      isLate,
      segments,
      encoding,
    });
    if (intent === null) return; // opted out, changed hands, or no longer ours: nothing to say
    if (intent === 'busy') {
      // A text of ours that no text asked for, such as the welcome, is on its way: the answer goes right after it.
      keepAnswer(lease, reply);
      return await store.giveBack([lease.sid], busyPauseMs);
    }
    if (await deliver(parts, turn, intent, reply)) inHand.drop(lease.sid);
    else keepAnswer(lease, reply);
  };
}

/** @returns null when it is too late to say anything */
async function chooseReply(
  parts: AnswerTextParts,
  lease: Lease,
  signal: AbortSignal,
  rest: Rest,
): Promise<Reply | null> {
  if (lease.reply !== 'answer') {
    return lease.ageMs > fixedReplyAgeMaxMs(lease.reply)
      ? null
      : { ...fixed(lease.reply), purpose: purposeOf(lease.reply), priority: priorityOf(lease.reply), isLate: false };
  }
  if (lease.ageMs > apologyAgeMaxMs) return null;
  const isLate = lease.timeLeftMs <= 0;
  const asked = { priority: 'answer', isLate } as const;
  const apology: Reply = { ...fixed('failed'), purpose: 'apology', ...asked };
  const ready = parts.inHand.reply(lease.sid);
  if (ready !== null && !isLate) return { ...ready, purpose: 'answer', ...asked };
  // The last 10 of 120 s are for the apology, so that it is in time itself.
  const budgetMs = lease.timeLeftMs - parts.deadlineMs / 12;
  if (budgetMs <= 0) return apology;
  try {
    const words = await wordsOf(parts, lease);
    if (words === null) return apology;
    crashPoint('ai.sent');
    const timeZone = timeZoneOfAreaCode(lease.sender);
    const question = { words, purse: 'model', patience: 'whole_budget', timeZone, budgetMs } as const;
    const answer = await parts.answerQuery(question, signal, rest);
    crashPoint('ai.answered');
    return { ...answer, purpose: 'answer', ...asked };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    parts.tally.add(`answers.none.${counterCode(error.why)}`);
    return apology;
  }
}

/** From memory; after a crash, from the carrier by the id. @returns null when the carrier has no words either */
async function wordsOf({ carrier, inHand }: AnswerTextParts, { sid }: Lease): Promise<Secret | null> {
  const words = inHand.question(sid) ?? (await carrier.fetch(sid))?.body ?? null;
  crashPoint('q.textfetched');
  if (words !== null) inHand.keepQuestion(sid, words);
  return words;
}

/** @returns whether this send is settled; if not, the text comes round again */
async function deliver(parts: AnswerTextParts, turn: SendTurn, intent: Intent, reply: Reply): Promise<boolean> {
  const { store, deadlineMs, timing, log } = parts;
  const { id, from, to } = intent;
  const outcome = await turn.send({
    id,
    from,
    to,
    body: reply.body,
    priority: reply.priority,
    validitySeconds: Math.ceil(deadlineMs / 1000),
    sendBeforeMs: intent.openedAtMs + timing.intentAgeMaxMs,
  });
  crashPoint('res.tx.open');
  if (outcome.kind !== 'accepted') {
    const code = outcome.kind === 'rejected' ? outcome.code : outcome.why;
    log.warn(
      { event: 'send_failed', outbound: id, outcome: outcome.kind, code },
      'the carrier did not simply take a text',
    );
  }
  switch (outcome.kind) {
    case 'accepted':
      await store.accepted(id, outcome.sid, outcome.segments);
      crashPoint('res.committed');
      return true;
    case 'rejected':
      await store.rejected(id, outcome.code);
      return true;
    case 'not_sent':
      await store.notSent(id, outcome.retryAfterMs);
      return false;
    case 'unknown':
      await store.unknown(id);
      return false;
  }
}

function fixed(reply: FixedReply): ReadyReply {
  const { segments, encoding } = measureSms(replies[reply]);
  return { body: new Secret(replies[reply]), encoding, segments };
}

const keywordReplies: ReadonlySet<FixedReply> = new Set(['stop', 'start', 'start_no_plan', 'help', 'opted_in']);

function purposeOf(reply: FixedReply): Purpose {
  if (keywordReplies.has(reply)) return 'keyword';
  return reply === 'promo' ? 'promo' : 'notice';
}

function priorityOf(reply: FixedReply): TextPriority {
  if (reply === 'crisis') return 'crisis';
  return reply === 'promo' ? 'proactive' : 'reply';
}
