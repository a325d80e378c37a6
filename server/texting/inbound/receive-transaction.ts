import type { Pool } from 'pg';

import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { AppError, tooBusy } from '#server/platform/errors.ts';

import type { SenderState, ReplyDecision } from '../rules/decide-reply.ts';
import type { OutageStore } from '../store/text-store.ts';
import { type InboundMessage, MaybeReceivedError, receiveInDatabase } from './receive-text.repo.ts';
import { SenderQueue } from './sender-queue.ts';

type Deps = { readonly pool: Pool; readonly outageStore: OutageStore };
type Decide = (senderState: SenderState) => ReplyDecision | null;

/**
 * The carrier waits 15 s for a response (https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides).
 * That covers the wait in the sender queue, 2 s for a connection, 3 s for the database, and, if the database timed out
 * before `probeUntilMs`, 4 s for the database watch to probe it.
 */
const waitMaxMs = 6000;
const probeUntilMs = 9000;
/** Share of the connections on the path of a text; the rest serve the answers. */
const shareOfPool = 0.7;

/**
 * Stores texts in the database, or in the journal while the database is unavailable; never in both. A busy database is
 * not an outage: the text waits in memory, and if that takes too long, the carrier has to retry.
 */
export function createReceiveTransaction({ pool, outageStore }: Deps) {
  const concurrency = Math.max(1, Math.floor(pool.options.max * shareOfPool));
  const queue = new SenderQueue({ concurrency, waitMaxMs, waitingMax: 5000 });

  /** @returns null for a text that is not stored, such as a repeated one; 'away' while the database is unavailable */
  async function byDatabase(message: InboundMessage, decide: Decide): Promise<ReplyDecision | 'away' | null> {
    if (outageStore.has(message.sid)) return null;
    if (outageStore.isAway()) return 'away';
    const release = outageStore.reserve(message.sid);
    const isOptedOut = outageStore.pendingOptOut(message.sender);
    try {
      return await receiveInDatabase(pool, message, (senderState) =>
        decide(isOptedOut === null ? senderState : { ...senderState, isOptedOut }),
      );
    } catch (error) {
      if (databaseFailureOf(error) !== null) {
        outageStore.failed(error);
        if (!(error instanceof MaybeReceivedError)) release();
      }
      throw error;
    }
  }

  /** After a timeout only a probe can tell whether the database is available; codes such as 57014 prove that it is. */
  async function isAwayAfter(error: unknown, elapsedMs: number): Promise<boolean> {
    if (outageStore.isAway()) return true;
    return databaseFailureOf(error) !== 'busy' && elapsedMs < probeUntilMs && outageStore.verdict();
  }

  return async function (message: InboundMessage, decide: Decide): Promise<ReplyDecision | null> {
    const beganAt = performance.now();
    if (outageStore.has(message.sid)) return null;
    if (!outageStore.isAway()) {
      try {
        const decision = await queue.run(message.sender, () => byDatabase(message, decide));
        if (decision !== 'away') return decision;
      } catch (error) {
        const isTurnOver = error instanceof AppError;
        if (error instanceof MaybeReceivedError || (databaseFailureOf(error) === null && !isTurnOver)) throw error;
        if (!(await isAwayAfter(error, performance.now() - beganAt))) throw isTurnOver ? error : tooBusy(error);
      }
    }
    return outageStore.receive(message, decide);
  };
}
