import pg from 'pg';

import { movedMark, movingMark } from '#server/db/fitness.ts';

/** How long connections may take to end. */
const endMs = 10_000;

/**
 * Makes the database read-only and ends every other connection, so that no earlier transaction can still commit.
 * Running processes treat that as an outage and answer over their journals; a process that starts waits as in one. Only
 * the owner of the database may do this. It lasts until `liftFence`, even if this process is killed and cannot lift it;
 * meanwhile the database says that a move is under way. Connections of other roles are left alone: the product has one.
 * @param place where the content goes
 * @throws the database's error
 */
export async function fence(client: pg.Client, place: string): Promise<void> {
  // After an interrupted move it is fenced already.
  await client.query('set default_transaction_read_only = off');
  const name = await nameOf(client);
  // One statement string is one transaction.
  await client.query(
    `comment on database ${name} is ${pg.escapeLiteral(movingMark + place)};
     alter database ${name} set default_transaction_read_only = on`,
  );
  await endConnections(client);
}

/** The role that owns the database, where this connection's role may not do what only the owner may; else null. */
export async function ownerInstead(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ owner: string }>(
    `select pg_get_userbyid(datdba) as owner from pg_database
      where datname = current_database() and not pg_has_role(datdba, 'usage')`,
  );
  return rows[0]?.owner ?? null;
}

/** Whether every new connection only reads, as `fence` sets it. */
export async function isFenced(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database()) and setrole = 0
        and 'default_transaction_read_only=on' = any (setconfig)`,
  );
  return rows.length > 0;
}

/** A connection keeps the setting that it began with, and may be in the middle of a transaction. */
async function endConnections(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; start: string }>(
    `select pid, backend_start::text as start from pg_stat_activity
      where datid = (select oid from pg_database where datname = current_database())
        and usename = current_user and pid <> pg_backend_pid()`,
  );
  const others = [rows.map(({ pid }) => pid), rows.map(({ start }) => start)];
  await client.query('select pg_terminate_backend(pid, $2) from unnest($1::int[]) as pid', [others[0], endMs]);
  // Its result is false both for a connection that had just ended and for one that does not end.
  const { rows: left } = await client.query(
    `select 1 from pg_stat_activity a
       join unnest($1::int[], $2::timestamptz[]) as o (pid, start) on a.pid = o.pid and a.backend_start = o.start`,
    others,
  );
  if (left.length > 0) throw new Error('a connection to the database does not end');
}

/** Says in the fenced database where its content is now, so that no process starts on it. */
export async function noteMoved(client: pg.Client, place: string): Promise<void> {
  await client.query('set default_transaction_read_only = off');
  const comment = pg.escapeLiteral(movedMark + place);
  await client.query(`comment on database ${await nameOf(client)} is ${comment}`);
}

/** Lets the database be written to again, by running processes too. */
export async function liftFence(client: pg.Client): Promise<void> {
  await client.query('set default_transaction_read_only = off');
  const name = await nameOf(client);
  await client.query(`alter database ${name} reset default_transaction_read_only; comment on database ${name} is null`);
  await endConnections(client);
}

/**
 * Jobs that are due, not done and carry something, such as whom to text a code: they are not copied. All others look up
 * what is due in the tables, where they will find it after the move. The queue's own jobs carry its schedules.
 */
export async function countOpenJobs(client: pg.Client): Promise<number> {
  const { rows: there } = await client.query(`select 1 from pg_class where oid = to_regclass('background.job')`);
  if (there.length === 0) return 0;
  const { rows } = await client.query<{ count: string }>(
    `select count(*)::text as count from background.job
      where state < 'completed' and start_after <= now() and data <> '{}' and name not like '\\_\\_pgboss\\_\\_%'`,
  );
  return Number(rows[0]?.count);
}

/** Distinguishes this database from all others, also where two addresses lead to it. */
export async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select pg_postmaster_start_time()::text || ' ' || oid::text as id
       from pg_database where datname = current_database()`,
  );
  return rows[0]?.id ?? '';
}

async function nameOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return pg.escapeIdentifier(rows[0]?.name ?? '');
}
