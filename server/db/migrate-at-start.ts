import { openDatabase } from './client.ts';
import { type Migrated, migrateToLatest } from './migrate.ts';
import { statementMs } from './start-limits.ts';

/** What waits for a table keeps everyone else from it, the texts too. */
const lockMs = 2000;

/**
 * Brings the schema up to date at a start, over a connection of its own: those of the running product end a statement
 * within seconds. It waits no longer than two seconds for a lock; a running backup has one on every table.
 * @param folder of the migrations, if not this release's
 * @throws as `migrateToLatest`; `isLockTimeout` says that another transaction is in the way
 */
export async function migrateAtStart(url: string, folder?: string): Promise<Migrated> {
  const limits = { connectTimeoutMs: 2000, queryTimeoutMs: statementMs, lockTimeoutMs: lockMs };
  const { db, close } = openDatabase({ url, connectionsMax: 1, ...limits });
  try {
    return await migrateToLatest(db, folder);
  } finally {
    await close();
  }
}
