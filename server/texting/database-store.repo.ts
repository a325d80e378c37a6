import type { Pool } from 'pg';

import { isDatabaseAway } from '#server/platform/database-away.ts';

import { boundAmong, claimDoubts, concludeAbsent, giveUpDoubt, takeOver } from './doubts/reconcile.repo.ts';
import { closeUnanswered, giveBack, lease, openAmong, renew } from './queue.repo.ts';
import * as bind from './sending/bind.repo.ts';
import { mayGo, openSend } from './sending/sending.repo.ts';
import type { StandIn, TextStore } from './text-store.ts';
import type { Timing } from './timing.ts';

export type DatabaseStoreParts = {
  readonly pool: Pool;
  readonly standIn: StandIn;
  readonly timing: Timing;
  /** The name under which this process holds leases. */
  readonly owner: string;
};

/** The database as the store of texts: the rule, where the journal is the exception. */
export function databaseStore({ pool, standIn, timing, owner }: DatabaseStoreParts): TextStore {
  /** What the carrier said is not lost when the database is away: it is kept, and written down afterwards. */
  async function orKeep<T>(write: () => Promise<T>, keep: () => T): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      standIn.failed(error);
      return keep();
    }
  }
  return {
    lease: (limit, which) => lease(pool, { owner, limit, which, leaseMs: timing.leaseMs }, standIn.leaseGate()),
    renew: (sids) => renew(pool, owner, sids, timing.leaseMs),
    giveBack: (sids, waitMs) => giveBack(pool, owner, sids, waitMs),
    openSend: (leased, sending) => openSend(pool, leased, owner, sending),
    mayGo: (leased) => mayGo(pool, leased, owner),
    close: (leased, outcome) => closeUnanswered(pool, leased, outcome),
    openAmong: async (sids) => (sids.length === 0 ? [] : openAmong(pool, owner, sids)),
    accepted: (id, sid, segments) =>
      orKeep(
        () => bind.accepted(pool, id, { sid, segments }),
        () => {
          standIn.keepOutcome({ id, sid, segments, code: null });
          return { isNew: true, isDuplicate: false };
        },
      ),
    rejected: (id, code) =>
      orKeep(
        () => bind.rejected(pool, id, code),
        () => standIn.keepOutcome({ id, sid: null, segments: null, code }),
      ),
    notSent: (id, waitMs) => bind.notSent(pool, id, waitMs),
    unknown: (id) => bind.unknown(pool, id, timing.checksMs[0] ?? 0),
    takeOver: async () => {
      await takeOver(pool, timing);
    },
    async claimDoubts(limit) {
      // What a journal has sent to the same phone, and no one has written down yet, must not be taken for this send.
      const { notBefore, startedAt } = standIn.leaseGate();
      return notBefore === null ? claimDoubts(pool, limit, startedAt, timing) : [];
    },
    knowsAllSends: true,
    boundAmong: (sids) => boundAmong(pool, sids),
    concludeAbsent: (id, attemptsMax) => concludeAbsent(pool, id, attemptsMax),
    giveUpDoubt: (id) => giveUpDoubt(pool, id),
  };
}
