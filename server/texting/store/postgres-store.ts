import type { Pool } from 'pg';

import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';

import { claimUnknownSends, recordedAmong, takeOver } from '../recovery/reconcile-sends.repo.ts';
import type { Timing } from '../timing.ts';
import { lease, openAmong, release, renew } from './queue.repo.ts';
import type { OutageStore, TextStore } from './text-store.ts';
import { transactOne } from './transact.ts';
import {
  closeUnanswered,
  concludeNotCreated,
  giveUpUnknownSend,
  mayGo,
  openSend,
  recordAccepted,
  recordNotSent,
  recordRejected,
  recordUnknown,
} from './transitions.ts';

export type PostgresStoreDeps = {
  readonly pool: Pool;
  readonly outageStore: OutageStore;
  readonly timing: Timing;
  /** The name under which this process holds leases. */
  readonly owner: string;
};

/** The database as the store of texts. */
export function databaseStore({ pool, outageStore, timing, owner }: PostgresStoreDeps): TextStore {
  /** When the database is unavailable, journals the carrier's response instead of losing it. */
  async function orKeep<T>(write: () => Promise<T>, keep: () => T): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      outageStore.failed(error);
      return keep();
    }
  }
  return {
    lease: (limit, which) => lease(pool, { owner, limit, which, leaseMs: timing.leaseMs }, outageStore.leaseGate()),
    renew: (sids) => renew(pool, owner, sids, timing.leaseMs),
    release: (sids, waitMs) => release(pool, owner, sids, waitMs),
    openSend: (leased, sending) => openSend(pool, leased, owner, sending),
    mayGo: (leased) => mayGo(pool, leased, owner),
    close: (leased, outcome) => transactOne(pool, closeUnanswered(leased, outcome)),
    openAmong: async (sids) => (sids.length === 0 ? [] : openAmong(pool, owner, sids)),
    accepted: (id, sid, segments) =>
      orKeep(
        () => transactOne(pool, recordAccepted(id, { sid, segments })),
        () => {
          outageStore.keepOutcome({ id, sid, segments, code: null });
          return { isNew: true, isDuplicate: false };
        },
      ),
    rejected: (id, code) =>
      orKeep(
        () => transactOne(pool, recordRejected(id, code)),
        () => outageStore.keepOutcome({ id, sid: null, segments: null, code }),
      ),
    notSent: (id, waitMs) => transactOne(pool, recordNotSent(id, waitMs)),
    unknown: (id) => transactOne(pool, recordUnknown(id, timing.checksMs[0] ?? 0)),
    takeOver: async () => {
      await takeOver(pool, timing);
    },
    async claimUnknownSends(limit) {
      // Not before the journals are replayed: their sends to the same phone must not be taken for one of these.
      const { notBefore, startedAt } = outageStore.leaseGate();
      return notBefore === null ? claimUnknownSends(pool, limit, startedAt, timing) : [];
    },
    knowsAllSends: true,
    recordedAmong: (sids) => recordedAmong(pool, sids),
    concludeNotCreated: (id, attemptsMax) => transactOne(pool, concludeNotCreated(id, attemptsMax)),
    giveUpUnknownSend: (id) => transactOne(pool, giveUpUnknownSend(id)),
  };
}
