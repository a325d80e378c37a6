import type { Pool } from 'pg';

import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { isUniqueViolation } from '#server/db/error-codes.ts';
import { Batcher } from '#server/platform/batcher.ts';
import { AppError, tooBusy } from '#server/platform/errors.ts';
import type { Secret } from '#server/platform/secret.ts';

import type { EarlyQuestion, ReservedRoom, TextTaker } from '../answering/text-taker.ts';
import type { SenderState, ReplyDecision } from '../rules/decide-reply.ts';
import { mayLease } from '../store/protocol/leases.ts';
import { untouched } from '../store/protocol/states.ts';
import type { InboundMessage, OutageStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import { MaybeReceivedError, receiveTogether, type TextToReceive } from './receive-together.repo.ts';
import { SharedReplies } from './shared-replies.ts';

type Deps = {
  readonly pool: Pool;
  readonly outageStore: OutageStore;
  readonly timing: Pick<Timing, 'leaseMs'>;
  /** Who can work on a new text immediately; null: it waits in the database for a worker. */
  readonly taker: TextTaker | null;
};
type Incoming = {
  readonly message: InboundMessage;
  readonly decide: (senderState: SenderState) => ReplyDecision | null;
};

/** A text that is stored; `begin`, if it is leased, starts the work on it. */
export type StoredText = { readonly decision: ReplyDecision; readonly begin: ((body: Secret) => void) | null };
type Result = StoredText | 'unavailable' | null;

/**
 * The carrier waits 15 s for a response (https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides).
 * That covers the wait for a transaction with others, 2 s for a connection, 3 s for the database, and, if the database
 * timed out before `probeUntilMs`, 4 s for the database watch to probe it. A text that has to go apart waits again,
 * for less.
 */
const waitMaxMs = 6000;
const apartWaitMaxMs = 2000;
const probeUntilMs = 9000;
const waitingMax = 5000;
/** Concurrent transactions of many texts that read or write. Fewer, larger ones cost less per text. */
const togetherMax = 2;
/** Share of the transactions for these and those that only wait for their commit, which a slow disk writes together. */
const committingShare = 0.5;
const textsMax = 64;
/** Share of the connections on the path of a text; the rest serve the answers. */
const shareOfPool = 0.7;

/**
 * Stores texts in the database, or in the journal while the database is unavailable; never in both. Texts that arrive
 * while others are being stored go together. A text whose sender is locked goes apart, and so does each text of a
 * transaction that one of them made fail. A busy database is not an outage: texts wait in memory, and if that takes too
 * long, the carrier has to retry.
 */
export function createReceiveTransaction(deps: Deps) {
  const { pool, outageStore } = deps;
  const shared = { ...deps, replies: new SharedReplies() };

  const storing = (whenLocked: 'skip' | 'wait') =>
    async function (texts: readonly Incoming[], written: () => void): Promise<(Result | Promise<Result>)[]> {
      try {
        const received = await inDatabase(shared, texts, whenLocked, written);
        return received.map((one, nth) => {
          if (one === 'maybe_at_neighbor') return Promise.reject(tooBusy());
          return one === 'locked' ? goApart(texts[nth] as Incoming) : one;
        });
      } catch (error) {
        const isFaultOfOne = databaseFailureOf(error) === null && !(error instanceof MaybeReceivedError);
        if (whenLocked === 'skip' && isFaultOfOne) return texts.map(goApart);
        // A text with the same id but another sender was just stored.
        if (whenLocked === 'wait' && isUniqueViolation(error)) return texts.map(() => null);
        throw error;
      }
    };
  const goApart = (text: Incoming): Promise<Result> => apart.add(text);
  const transactionsMax = Math.floor(pool.options.max * shareOfPool);
  const togetherInAll = Math.max(togetherMax, Math.floor(transactionsMax * committingShare));
  const apartMax = Math.max(1, transactionsMax - togetherInAll);
  const apart = new Batcher<Incoming, Result>({
    run: storing('wait'),
    concurrency: apartMax,
    sizeMax: 1,
    waitMaxMs: apartWaitMaxMs,
    waitingMax,
  });
  const together = new Batcher<Incoming, Result>({
    run: storing('skip'),
    concurrency: togetherMax,
    inProgressMax: togetherInAll,
    sizeMax: textsMax,
    waitMaxMs,
    waitingMax,
    keyOf: ({ message }) => message.sender,
    isOnePerKey: true,
  });

  /** After a timeout only a probe can tell whether the database is available; codes such as 57014 prove that it is. */
  async function isUnavailableAfter(error: unknown, elapsedMs: number): Promise<boolean> {
    if (outageStore.isUnavailable()) return true;
    return databaseFailureOf(error) !== 'busy' && elapsedMs < probeUntilMs && outageStore.probe();
  }

  return async function ({ message, decide }: Incoming): Promise<StoredText | null> {
    const beganAt = performance.now();
    if (outageStore.has(message.sid)) return null;
    if (!outageStore.isUnavailable()) {
      try {
        const stored = await together.add({ message, decide });
        if (stored !== 'unavailable') return stored;
      } catch (error) {
        const isTurnOver = error instanceof AppError;
        if (error instanceof MaybeReceivedError || (databaseFailureOf(error) === null && !isTurnOver)) throw error;
        if (!(await isUnavailableAfter(error, performance.now() - beganAt))) throw isTurnOver ? error : tooBusy(error);
      }
    }
    const decision = outageStore.receive(message, decide);
    return decision && { decision, begin: null };
  };
}

/**
 * Stores texts in the database, without waiting for it to become available.
 * @returns for each text what became of it; `unavailable` while the database is unavailable; `maybe_at_neighbor` if the
 *   journal of a neighbor may have it
 */
async function inDatabase(
  deps: Deps & { readonly replies: SharedReplies },
  texts: readonly Incoming[],
  whenLocked: 'skip' | 'wait',
  written: () => void,
): Promise<(Result | 'locked' | 'maybe_at_neighbor')[]> {
  const { pool, outageStore } = deps;
  if (outageStore.isUnavailable()) return texts.map(() => 'unavailable');
  const releases = outageStore.reserve(texts.map(({ message }) => message.sid));
  /** Positions of texts that the database does not know and a neighbor's journal may have. */
  const maybeAtNeighbor = new Set<number>();
  const rooms = texts.map((): ReservedRoom | null => null);
  const questions: (() => void)[] = [];
  const replies = deps.replies.begin();
  const decided = ({ message, decide }: Incoming, nth: number): TextToReceive => ({
    message,
    decide(read) {
      if (outageStore.has(message.sid)) return null;
      if (releases[nth] === null) {
        maybeAtNeighbor.add(nth);
        return null;
      }
      const decision = decide(replies.addTo(withPendingConsent(read, outageStore.pendingOptOut(message.sender))));
      if (decision === null) return null;
      replies.note(decision, read.now);
      const room = roomFor(deps, message, decision, read.now);
      rooms[nth] = room;
      // Only at the first attempt: while the database refuses transactions, no text costs a call for each.
      if (room !== null && decision.reply === 'answer' && whenLocked === 'skip') {
        questions.push(() => room.ask(earlyQuestionOf(message, decision, read)));
      }
      const { startedAt } = outageStore.leaseGate();
      return { decision, lease: room && { owner: room.owner, leaseMs: deps.timing.leaseMs, startedAt } };
    },
  });
  try {
    const received = await receiveTogether(pool, texts.map(decided), whenLocked, {
      sent() {
        for (const question of questions) question();
      },
      written,
    });
    replies.end(true);
    return received.map((one, nth) => {
      const room = rooms[nth];
      if (maybeAtNeighbor.has(nth)) return 'maybe_at_neighbor';
      if (one === 'locked') releases[nth]?.();
      if (one === null || one === 'locked') return one;
      const { decision, lease } = one;
      if (lease === null) room?.release();
      return { decision, begin: lease && room ? (body) => room.begin(lease, body) : null };
    });
  } catch (error) {
    const isMaybeWritten = error instanceof MaybeReceivedError;
    replies.end(isMaybeWritten);
    for (const room of rooms) room?.release();
    if (databaseFailureOf(error) !== null) outageStore.reportFailure(error);
    if (!isMaybeWritten) for (const release of releases) release?.();
    throw error;
  }
}

/** A STOP or START in a journal counts more than what the database has; null: there is none. */
function withPendingConsent(read: SenderState, isOptedOut: boolean | null): SenderState {
  return isOptedOut === null ? read : { ...read, isOptedOut, isUnblocked: false };
}

function earlyQuestionOf(
  { sid, sender }: InboundMessage,
  { answerBy, memorySeconds, language }: ReplyDecision,
  { now, home }: SenderState,
): EarlyQuestion {
  return {
    sid,
    sender,
    home: home === 'unknown' ? null : home,
    language,
    timeLeftMs: answerBy.getTime() - now.getTime(),
    hasMemory: memorySeconds > 0,
  };
}

/** Who works on this text from the moment it is stored: by the rules under which it could be leased right after. */
function roomFor(
  { taker, outageStore }: Deps,
  { sid, sender, serviceNumber }: InboundMessage,
  { reply, language, isAccepted, receivedAt, answerBy, notBefore }: ReplyDecision,
  now: Date,
): ReservedRoom | null {
  if (taker === null || reply === null) return null;
  const gate = outageStore.leaseGate();
  const times = { receivedAt: receivedAt.getTime(), answerBy: answerBy.getTime(), notBefore: notBefore.getTime() };
  const text = { ...untouched, sid, sender, serviceNumber, reply, language, isAccepted, ...times };
  const earliest = gate.notBefore?.getTime() ?? null;
  const filter = { now: now.getTime(), notBefore: earliest, busySenders: gate.busySenders, isFixedOnly: false };
  return mayLease(text, filter) ? taker.offer(reply) : null;
}
