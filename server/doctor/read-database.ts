import { type Database, type Db, withDatabase } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import { databaseRefusal } from '#server/db/refusals.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

type Opened = Pick<Database, 'db' | 'pool'>;

/**
 * What a check reads from the database. Nothing if the database, or a third party that the check also asks, cannot be
 * used, or if the schema is not this release's, because each of these has its own finding.
 * @throws any other error: a mistake in a check must not look like a clean result
 */
export async function readDatabase<T>(
  options: { readonly url: string; readonly queryTimeoutMs: number },
  read: (opened: Opened) => Promise<T[]>,
): Promise<T[]> {
  return withDatabase(options, async (opened) => {
    const client = await opened.pool.connect().catch(() => null);
    if (client === null) return []; // `checkDatabase` says why
    client.release();
    try {
      return await read(opened);
    } catch (error) {
      if (hasFinding(error) || !(await isUpToDate(opened.db))) return [];
      throw error;
    }
  });
}

/** Whether the schema is this release's; false also if it cannot be compared, as `checkDatabase` reports. */
async function isUpToDate(db: Db): Promise<boolean> {
  return (await pendingMigrations(db).catch(() => 1)) === 0;
}

function hasFinding(error: unknown): boolean {
  return error instanceof ProviderError || isDatabaseUnavailable(error) || databaseRefusal(error) !== null;
}
