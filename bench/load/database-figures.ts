import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { openDatabase } from '#embedded/open-database.ts';

import type { LoadFixture } from './fixture.ts';

/** What the database has done so far. Statements include `begin` and `commit`. */
export type DatabaseFigures = { readonly commits: number; readonly walBytes: number; readonly statements: number };

/**
 * An idle connection reports its figures after 10 s (pgstat.c, PGSTAT_IDLE_INTERVAL), a busy one each second.
 */
const reportsAfterMs = 11_000;

/**
 * Reads the figures of the fixture's database. First waits until every connection has reported its own: 11 s.
 * The log belongs to the whole server, so nothing else may use it meanwhile.
 */
export async function readDatabaseFigures({ pool }: LoadFixture): Promise<DatabaseFigures> {
  await wait(reportsAfterMs);
  const { rows } = await pool.query<{ commits: string; bytes: string; calls: string }>(
    `select xact_commit as commits, (select wal_bytes from pg_stat_wal) as bytes,
            (select sum(calls) from pg_stat_statements s where s.dbid = d.datid) as calls
       from pg_stat_database d where datname = current_database()`,
  );
  const [row] = rows;
  return { commits: Number(row?.commits), walBytes: Number(row?.bytes), statements: Number(row?.calls) };
}

/** A PostgreSQL with the settings of production that also counts statements. Restarts it once if it is new. */
export async function openCountingDatabase(folder: string): ReturnType<typeof openDatabase> {
  const library = 'pg_stat_statements';
  await using stack = new AsyncDisposableStack();
  const first = stack.use(await openDatabase({ folder, lingerMs: 0 }));
  const client = new pg.Client({ connectionString: first.adminUrl() });
  await client.connect();
  await client.query(`alter system set shared_preload_libraries = '${library}'`);
  const { rows } = await client.query<{ libraries: string }>(
    `select current_setting('shared_preload_libraries') as libraries`,
  );
  await client.end();
  if (rows[0]?.libraries === library) {
    stack.move();
    return first;
  }
  await stack.disposeAsync();
  return await openDatabase({ folder, lingerMs: 0 });
}
