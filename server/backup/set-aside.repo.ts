import type pg from 'pg';

/** Names of the databases that `deploy/container/restore.sh` put aside on this server; they say when, in UTC. */
export async function databasesSetAside(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^before_restore_\\d{8}t\\d{6}$' order by datname`,
  );
  return rows.map(({ name }) => name);
}
