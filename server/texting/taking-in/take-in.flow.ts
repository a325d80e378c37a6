import type { Pool } from 'pg';

import { howAway } from '#server/platform/database-away.ts';
import { AppError, tooBusy } from '#server/platform/errors.ts';

import type { StandIn } from '../text-store.ts';
import type { Facts, Settlement } from './settle.ts';
import { type Arrival, takeIn, TakenInPerhapsError } from './take-in.repo.ts';
import { Turns } from './turns.ts';

type Parts = { readonly pool: Pool; readonly standIn: StandIn };
type Decide = (facts: Facts) => Settlement | null;

/**
 * The carrier waits for an answer for 15 s (https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides).
 * A text waits for its turn; then for a connection, 2 s; for the database, 3 s; and where that says nothing, for what
 * the watch finds out, 4 s, if that is still in time.
 */
const waitMaxMs = 6000;
const asksUntilMs = 9000;
/** Of the connections of the path of a text; the others are for the answers to what was taken in. */
const shareOfPool = 0.7;

/**
 * Takes texts in by the database, or by the journal while it is away; never by both. A database that is busy is not
 * away: the text waits in memory, and if that takes too long, the carrier is asked to come again.
 */
export function createTakeIn({ pool, standIn }: Parts) {
  const atOnce = Math.max(1, Math.floor(pool.options.max * shareOfPool));
  const turns = new Turns({ atOnce, waitMaxMs, waitingMax: 5000 });

  /** @returns null for a text that is not taken in, as one that was before; 'away' when the database is */
  async function byDatabase(arrival: Arrival, decide: Decide): Promise<Settlement | 'away' | null> {
    if (standIn.has(arrival.sid)) return null;
    if (standIn.isAway()) return 'away';
    const giveBack = standIn.reserve(arrival.sid);
    const isOptedOut = standIn.pendingOptOut(arrival.sender);
    try {
      return await takeIn(pool, arrival, (facts) => decide(isOptedOut === null ? facts : { ...facts, isOptedOut }));
    } catch (error) {
      if (howAway(error) !== null) {
        standIn.failed(error);
        if (!(error instanceof TakenInPerhapsError)) giveBack();
      }
      throw error;
    }
  }

  /** After a silence only the database can tell whether it is away; 57014 and the like say that it is there. */
  async function isAwayAfter(error: unknown, elapsedMs: number): Promise<boolean> {
    if (standIn.isAway()) return true;
    return howAway(error) !== 'busy' && elapsedMs < asksUntilMs && standIn.verdict();
  }

  return async function (arrival: Arrival, decide: Decide): Promise<Settlement | null> {
    const beganAt = performance.now();
    if (standIn.has(arrival.sid)) return null;
    if (!standIn.isAway()) {
      try {
        const settled = await turns.run(arrival.sender, () => byDatabase(arrival, decide));
        if (settled !== 'away') return settled;
      } catch (error) {
        const isTurnOver = error instanceof AppError;
        if (error instanceof TakenInPerhapsError || (howAway(error) === null && !isTurnOver)) throw error;
        if (!(await isAwayAfter(error, performance.now() - beganAt))) throw isTurnOver ? error : tooBusy(error);
      }
    }
    return standIn.takeIn(arrival, decide);
  };
}
