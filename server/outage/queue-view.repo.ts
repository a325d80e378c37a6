import type { Pool } from 'pg';
import { z } from 'zod';

import type { DbFallbackView } from '#contract/admin.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { type Runner, statement } from '#server/db/statement.ts';

import { byTable, type JournalFigures } from './journal/operations.ts';
import { readOtherJournals } from './watch/heartbeat.repo.ts';

/** A heartbeat's report about a journal. */
const HeartbeatFigures = z.object({
  oldestAt: z.int().nullable(),
  newestAt: z.int().nullable(),
  byType: z.record(z.string(), z.int().min(0)),
  /** The release before reports none. */
  deadLetters: z.int().min(0).default(0),
});
type HeartbeatFigures = z.infer<typeof HeartbeatFigures>;

/** The figures of this process's journal that its heartbeat reports. */
export function heartbeatFigures({ oldestAt, newestAt, byType, deadLetters }: JournalFigures): HeartbeatFigures {
  return { oldestAt, newestAt, byType: { ...byType }, deadLetters };
}

/**
 * What waits in all journals: this process's own now, the others' as of their last heartbeats. Without the database
 * (null), only this process's own.
 */
export async function describeQueue(
  pool: Pool | null,
  journalName: string,
  own: JournalFigures,
  enabled: boolean,
): Promise<DbFallbackView> {
  const all = [heartbeatFigures(own), ...(pool === null ? [] : await others(pool, journalName))];
  const operationsByType: Record<string, number> = {};
  for (const { byType } of all) {
    for (const [type, count] of Object.entries(byType)) operationsByType[type] = (operationsByType[type] ?? 0) + count;
  }
  const oldest = all.flatMap(({ oldestAt }) => oldestAt ?? []);
  const newest = all.flatMap(({ newestAt }) => newestAt ?? []);
  return {
    enabled,
    queueSize: Object.values(operationsByType).reduce((sum, count) => sum + count, 0),
    oldestOperation: oldest.length === 0 ? null : new Date(Math.min(...oldest)).toISOString(),
    newestOperation: newest.length === 0 ? null : new Date(Math.max(...newest)).toISOString(),
    operationsByType,
    operationsByTable: byTable(operationsByType),
    deadLetters: all.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
  };
}

async function others(pool: Pool, journalName: string): Promise<HeartbeatFigures[]> {
  try {
    const rows = await readOtherJournals(pool, journalName);
    return rows.flatMap((row) => HeartbeatFigures.safeParse(row).data ?? []);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return [];
    throw error;
  }
}

const notifyRow = statement<[channel: string], Record<string, never>>('ask_for_replay', `select pg_notify($1, '')`);

/** Asks every process to replay its journal now. */
export async function askForReplay(runner: Runner, channel: string): Promise<void> {
  await notifyRow(runner, channel);
}
