import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDatabase } from '#server/db/client.ts';
import { createLog } from '#server/observability/log.ts';
import { replayJournal, type ReplayDeps } from '#server/outage/replay/replay.ts';
import { databaseStore } from '#server/texting/store/postgres-store.ts';
import type { LeaseGate, OutageStore } from '#server/texting/store/text-store.ts';
import { timing } from '#server/texting/timing.ts';

import { connectTo, testDatabase } from './database.ts';
import { openJournal } from './journals.ts';

/** Our number and the sender's, as in the texts of `testing/journals.ts`. */
const numbers = ['+12025550100', '+13122000001'] as const;

/** The hash of every number during a replay of `replayPlace`. */
export const replayHash = `h:${'0'.repeat(64)}`;

/** A database, and a journal that is carried out into it by a process that works on nothing. */
export async function replayPlace() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { db, pool } = stack.use(connectTo(url));
  const impatient = openDatabase({ url, connectionsMax: 4, connectTimeoutMs: 5000, queryTimeoutMs: 1000 });
  stack.defer(impatient.close);
  const folder = mkdtempSync(join(tmpdir(), 'askline-replay-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const journal = openJournal(folder);
  stack.defer(() => journal.close());
  const dropped: string[] = [];
  const signals: string[] = [];
  const logSwitch = createLog('silent');
  logSwitch.onSignal(({ code }) => signals.push(code));
  return {
    db,
    pool,
    /** The carrier's ids of texts whose copies are to be removed without a row. */
    dropped,
    /** The signals that replays have logged. */
    signals,
    journal,
    /** A send of the database between the same numbers. */
    async sent(state: 'unknown' | 'accepted', sid: string | null = null): Promise<void> {
      await pool.query(
        `insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, unknown_at, next_check_at, provider_sid)
         values ($1, 'account', $2, $3, 1, $4, now(), now(), case when $4 = 'unknown' then now() end, $5)`,
        [randomUUID(), ...numbers, state, sid],
      );
    },
    /** Connections whose statements may take a second. */
    impatient: impatient.pool,
    replay(
      onApplied: ReplayDeps['onApplied'] = () => undefined,
      by: ReplayDeps['pool'] = pool,
      releaseReplayed: ReplayDeps['locks']['releaseReplayed'] = () => undefined,
    ): Promise<number> {
      return replayJournal({
        pool: by,
        journal,
        locks: { releaseReplayed },
        log: logSwitch.log,
        phoneHash: () => replayHash,
        redactDropped: async (sids) => void dropped.push(...sids),
        isIdle: () => true,
        onHandedOff: () => undefined,
        onApplied,
      });
    },
    store(gate: Partial<LeaseGate>) {
      const outageStore = { leaseGate: () => ({ notBefore: null, startedAt: null, busySenders: [], ...gate }) };
      return databaseStore({
        pool,
        outageStore: outageStore as unknown as OutageStore,
        timing: timing(),
        owner: randomUUID(),
      });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
