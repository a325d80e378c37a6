import type { Pool } from 'pg';

import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { Batcher } from '#server/platform/batcher.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { AppError } from '#server/platform/errors.ts';

import type { Timing } from '../timing.ts';
import { OutcomesHere } from './outcomes-here.ts';
import { isFinalReport } from './protocol/delivery-rank.ts';
import { lease, openAmong, release, renew } from './queue.repo.ts';
import { settledAmong } from './states.repo.ts';
import type { DatabaseStore, OutageStore } from './text-store.ts';
import { Transactions } from './transactions.ts';
import {
  busyIfOpen,
  closeUnanswered,
  concludeNotCreated,
  giveUpUnknownSend,
  mayGo,
  noteReport,
  openProactive,
  openSend,
  recordAccepted,
  recordNotSent,
  recordRejected,
  recordUnknown,
} from './transitions.ts';
import { claimUnknownSends, confirmedLately, recordedAmong, takeOver } from './unknown-sends.repo.ts';

export type PostgresStoreDeps = {
  readonly pool: Pool;
  readonly outageStore: OutageStore;
  readonly timing: Timing;
  /** The name under which this process holds leases. */
  readonly owner: string;
};

/** Outcomes and reports may wait, and are journaled after that: intents need the connections more. */
const outcomesWait = { waitMaxMs: 8000, waitingMax: 5000 };

/** The database as the store of texts. */
export function databaseStore(deps: PostgresStoreDeps): DatabaseStore {
  const { pool, outageStore, timing, owner } = deps;
  const intents = new Transactions({ pool, beforeCommit: () => crashPoint('out.tx.open') });
  return {
    ...outcomesStore(deps),
    lease: (limit, which) => lease(pool, { owner, limit, which, leaseMs: timing.leaseMs }, outageStore.leaseGate()),
    renew: (sids) => renew(pool, owner, sids, timing.leaseMs),
    release: (sids, waitMs) => release(pool, owner, sids, waitMs),
    async openSend(leased, sending) {
      const intent = await busyIfOpen(intents.run(openSend(leased, owner, sending)));
      crashPoint('out.tx.committed');
      return intent;
    },
    openProactive: (text) => busyIfOpen(intents.run(openProactive(text))),
    mayGo: (leased) => mayGo(pool, leased, owner),
    openAmong: async (sids) => (sids.length === 0 ? [] : openAmong(pool, owner, sids)),
    takeOver: async () => {
      await takeOver(pool, timing);
    },
    async claimUnknownSends(limit) {
      // Not before the journals are replayed: until then nothing that is listed can be believed to be one of these.
      const { notBefore, startedAt } = outageStore.leaseGate();
      return notBefore === null ? claimUnknownSends(pool, limit, startedAt, timing) : [];
    },
    knowsAllSends: () => outageStore.untilJournalsDrained(),
    recordedAmong: (sids) => recordedAmong(pool, sids),
    confirmedLately: () => confirmedLately(pool, timing),
  };
}

type Outcomes = Pick<
  DatabaseStore,
  'close' | 'accepted' | 'rejected' | 'notSent' | 'unknown' | 'noteReport' | 'concludeNotCreated' | 'giveUpUnknownSend'
>;

/** How texts and sends end. */
function outcomesStore({ pool, outageStore, timing }: PostgresStoreDeps): Outcomes {
  const outcomes = new Transactions({ pool, ...outcomesWait });
  const here = new OutcomesHere();
  /** Whether the outcome of a send is known, by our id. */
  const settled = new Batcher<string, boolean>({
    ...outcomesWait,
    concurrency: 2,
    sizeMax: 64,
    async run(ids) {
      const known = await settledAmong(pool, ids);
      return ids.map((id) => known.has(id));
    },
  });

  /** When the database is unavailable or too busy, journals the carrier's response instead of losing it. */
  async function orKeep<T>(write: () => Promise<T>, keep: () => T): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !(error instanceof AppError)) throw error;
      outageStore.reportFailure(error);
      return keep();
    }
  }
  return {
    close: (leased, outcome) => outcomes.run(closeUnanswered(leased, outcome)),
    accepted: (send, sid, segments) =>
      orKeep(
        () => here.note(send.id, outcomes.run(recordAccepted(send, { sid, segments }))),
        () => {
          outageStore.keepOutcome({ id: send.id, sid, segments, code: null });
          return { isNew: true, isDuplicate: false };
        },
      ),
    rejected: (send, code) =>
      orKeep(
        () => outcomes.run(recordRejected(send, code)),
        () => outageStore.keepOutcome({ id: send.id, sid: null, segments: null, code }),
      ),
    notSent: (send, waitMs) => outcomes.run(recordNotSent(send, waitMs)),
    unknown: (send) => outcomes.run(recordUnknown(send, timing.checksMs[0] ?? 0)),
    async noteReport(report, to) {
      const { id, status } = report;
      const isKnown = async (): Promise<boolean> => id === null || (await here.has(id)) || (await settled.add(id));
      if (!isFinalReport(status) && (await isKnown())) return { isNew: false, isDuplicate: false };
      return outcomes.run(noteReport(report, to));
    },
    concludeNotCreated: (send, attemptsMax) => outcomes.run(concludeNotCreated(send, attemptsMax)),
    giveUpUnknownSend: (send) => outcomes.run(giveUpUnknownSend(send)),
  };
}
