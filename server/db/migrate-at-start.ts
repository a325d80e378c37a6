import { withDatabase } from './client.ts';
import { requireFitness } from './fitness.ts';
import { type Migrated, migrateToLatest, refuseUnfinishedRestore } from './migrate.ts';
import { statementMs } from './start-limits.ts';

const connectTimeoutMs = 2000;
/** A statement waiting for a table lock blocks everyone behind it, texts included. */
const lockTimeoutMs = 2000;

/**
 * Checks, before a start uses a database, that it can. Has its own connections: those of the product refuse until a
 * heartbeat has succeeded, which needs the schema.
 * @param pools `DATABASE_CONNECTIONS_MAX`
 * @throws as `requireFitness` and `refuseUnfinishedRestore`
 */
export async function requireUsable(url: string, pools: number): Promise<void> {
  const options = { url, connectionsMax: 3, connectTimeoutMs, queryTimeoutMs: 10_000 };
  await withDatabase(options, async ({ db, pool }) => {
    await requireFitness(pool, pools);
    await refuseUnfinishedRestore(db);
  });
}

/**
 * Brings the schema up to date at a start, over its own connection, because those of the product cancel a statement
 * within seconds. Waits at most two seconds for a lock; a running backup holds one on every table.
 * @param folder the migrations, if not this release's
 * @throws as `migrateToLatest`; an `isLockTimeout` error if another transaction is in the way
 */
export async function migrateAtStart(url: string, folder?: string): Promise<Migrated> {
  const options = { url, connectTimeoutMs, queryTimeoutMs: statementMs, lockTimeoutMs };
  return withDatabase(options, ({ db }) => migrateToLatest(db, folder));
}
