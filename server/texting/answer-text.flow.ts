import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

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

import { SenderOptedOut } from './answer-loop.ts';
import type { PhoneHash } from './phone-hash.ts';
import type { Lease } from './queue.repo.ts';
import { type FixedReply, replies } from './replies.ts';
import type { Intent } from './sending/sending.repo.ts';
import { fixedReplyAgeMaxMs } from './taking-in/settle.ts';
import type { TextStore } from './text-store.ts';
import type { ReadyReply, TextsInHand } from './texts-in-hand.ts';
import type { Timing } from './timing.ts';
import { Turns } from './turns.ts';

export type AnswerTextParts = {
  readonly store: TextStore;
  readonly carrier: Carrier;
  readonly answerQuery: AnswerQuery;
  readonly inHand: TextsInHand;
  readonly phoneHash: PhoneHash;
  readonly deadlineMs: number;
  readonly timing: Pick<Timing, 'intentAgeMaxMs' | 'pollMs'>;
  readonly log: Log;
  readonly tally: Pick<Tally, 'add'>;
};

/** How soon a text that waits for its turn looks again; twice as long each time, up to a poll. */
const firstLookMs = 50;
const apologyAgeMaxMs = 60 * 60_000;

type Reply = ReadyReply & {
  readonly purpose: Purpose;
  readonly priority: TextPriority;
  readonly isLate: boolean;
};

/** How one text is worked on; what it awaits by `rest` takes up no slot of the loop. */
type Working = { readonly lease: Lease; readonly clock: Clock; readonly signal: AbortSignal; readonly rest: Rest };

/** Steps 3 to 5 for one leased text. Every await is a place to die: README.md has the table. */
export function answerText(parts: AnswerTextParts) {
  const turns = new Turns();
  return async function (lease: Lease, signal: AbortSignal, rest: Rest): Promise<void> {
    try {
      const end = await answerOne({ ...parts, turns }, { lease, clock: clockOf(lease), signal, rest });
      if (end === 'ended') parts.inHand.drop(lease.sid);
    } catch (error) {
      if (!(signal.reason instanceof SenderOptedOut && isAbort(error, signal))) throw error;
      parts.inHand.drop(lease.sid);
      await parts.store.close(lease, 'suppressed');
    } finally {
      turns.passed(lease.sender);
    }
  };
}

/** Whether this is the abort itself: what `node:timers` throws for it has it as its cause. */
function isAbort(error: unknown, { reason }: AbortSignal): boolean {
  return error === reason || (error instanceof Error && error.cause === reason);
}

/** How the work on a text came out here; `open`: its send is not settled, and it may come round again. */
type End = 'ended' | 'open';

type Parts = AnswerTextParts & { readonly turns: Turns };

async function answerOne(parts: Parts, working: Working): Promise<End> {
  const { store, carrier } = parts;
  const { lease, signal, rest } = working;
  const chosen = await chooseReply(parts, working);
  for (;;) {
    await untilItsTurn(parts, working);
    const reply = stillDue(chosen, working);
    if (reply === null) {
      await store.close(lease, lease.reply === 'answer' ? 'failed' : 'silent');
      return 'ended';
    }
    const { priority, segments } = reply;
    // Before the intent: once that is written there are three seconds to send, and a text that waits costs nothing.
    const place = await rest(carrier.turn({ from: lease.serviceNumber, priority, segments }));
    const end = 'waitMs' in place ? 'busy' : await sendReply(parts, place, lease, reply);
    if (end !== 'busy') return end;
    if ('waitMs' in place) await rest(wait(place.waitMs, undefined, { signal }));
  }
}

/** All texts of a phone are worked on side by side; they go out in order, and not faster than its pace. */
async function untilItsTurn({ store, turns, timing }: Parts, { lease, clock, signal, rest }: Working): Promise<void> {
  for (let lookMs = firstLookMs; ; lookMs = Math.min(2 * lookMs, timing.pollMs)) {
    const pacedMs = clock.mayGoInMs();
    if (pacedMs <= 0 && (await store.mayGo(lease))) return;
    await rest(turns.next(lease.sender, Math.max(lookMs, pacedMs), signal));
  }
}

async function sendReply(parts: Parts, place: SendTurn, lease: Lease, reply: Reply): Promise<End | 'busy'> {
  using turn = place;
  const { purpose, isLate, segments, encoding } = reply;
  const senderHash = parts.phoneHash(lease.sender);
  const sending = { id: randomUUID(), purpose, senderHash, isLate, segments, encoding };
  const intent = await parts.store.openSend(lease, sending);
  if (intent === 'busy') return 'busy';
  // Without an intent: opted out, changed hands, or no longer ours. There is nothing to say.
  return intent === null ? 'ended' : await deliver(parts, turn, intent, reply);
}

/** The reply as it stands now: an answer whose time ran out has become a late apology. @returns null for silence */
function stillDue(reply: Reply, { lease, clock }: Working): Reply | null {
  if (lease.reply !== 'answer') return clock.ageMs() > fixedReplyAgeMaxMs(lease.reply) ? null : reply;
  if (clock.ageMs() > apologyAgeMaxMs) return null;
  return clock.timeLeftMs() > 0 ? reply : { ...apology, isLate: true };
}

const apology: Reply = { ...fixed('failed'), purpose: 'apology', priority: 'answer', isLate: false };

async function chooseReply(parts: Parts, { lease, clock, signal, rest }: Working): Promise<Reply> {
  const { reply, sid, sender } = lease;
  const isLate = false;
  if (reply !== 'answer') return { ...fixed(reply), purpose: purposeOf(reply), priority: priorityOf(reply), isLate };
  const answer = { purpose: 'answer', priority: 'answer', isLate } as const;
  const ready = parts.inHand.reply(sid);
  if (ready !== null) return { ...ready, ...answer };
  // The last 10 of 120 s are for the apology, so that it is in time itself.
  const isOver = (): boolean => clock.timeLeftMs() <= parts.deadlineMs / 12;
  if (isOver()) return apology;
  try {
    const words = await wordsOf(parts, lease);
    if (words === null || isOver()) return apology;
    crashPoint('ai.sent');
    const budgetMs = clock.timeLeftMs() - parts.deadlineMs / 12;
    const timeZone = timeZoneOfAreaCode(sender);
    const question = { words, purse: 'model', patience: 'whole_budget', timeZone, budgetMs } as const;
    const said = await parts.answerQuery(question, signal, rest);
    crashPoint('ai.answered');
    parts.inHand.keepReply(sid, said);
    return { ...said, ...answer };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    parts.tally.add(`answers.none.${counterCode(error.why)}`);
    return apology;
  }
}

/** The times of a lease as they are now; they were read by the database's clock, and go on by this process's. */
type Clock = { ageMs(): number; timeLeftMs(): number; mayGoInMs(): number };

function clockOf({ ageMs, timeLeftMs, mayGoInMs }: Lease): Clock {
  const leasedAtMs = performance.now();
  const since = (): number => performance.now() - leasedAtMs;
  return {
    ageMs: () => ageMs + since(),
    timeLeftMs: () => timeLeftMs - since(),
    mayGoInMs: () => mayGoInMs - since(),
  };
}

/** From memory; after a crash, from the carrier by the id. @returns null when the carrier has no words either */
async function wordsOf({ carrier, inHand }: AnswerTextParts, { sid }: Lease): Promise<Secret | null> {
  const words = inHand.question(sid) ?? (await carrier.fetch(sid))?.body ?? null;
  crashPoint('q.textfetched');
  if (words !== null) inHand.keepQuestion(sid, words);
  return words;
}

async function deliver(parts: AnswerTextParts, turn: SendTurn, intent: Intent, reply: Reply): Promise<End> {
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
      return 'ended';
    case 'rejected':
      await store.rejected(id, outcome.code);
      return 'ended';
    case 'not_sent':
      await store.notSent(id, outcome.retryAfterMs);
      return 'open';
    case 'unknown':
      await store.unknown(id);
      return 'open';
  }
}

function fixed(reply: FixedReply): ReadyReply {
  const { segments, encoding } = measureSms(replies[reply]);
  return { body: new Secret(replies[reply]), encoding, segments };
}

const keywordReplies: ReadonlySet<FixedReply> = new Set(['stop', 'start', 'start_no_plan', 'help', 'opted_in']);

function purposeOf(reply: FixedReply): Purpose {
  if (keywordReplies.has(reply)) return 'keyword';
  return reply === 'promo' || reply === 'crisis' ? reply : 'notice';
}

function priorityOf(reply: FixedReply): TextPriority {
  if (reply === 'crisis') return 'crisis';
  return reply === 'promo' ? 'proactive' : 'reply';
}
