import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

import type pg from 'pg';

import { SchemaError } from './migrate.ts';

/** The first version with `nulls not distinct` and other features that the schema uses. */
const majorMin = 15;
/** The connections of the job queue, the listener and the database watch. */
const connectionsBesidePool = 12;
/** How the comment of a database begins whose content was moved to another one (server/backup/fence.repo.ts). */
export const movedMark = 'npm run move: ';
/** How that of a database begins whose content is being moved, or was when the move was killed. */
export const movingMark = 'npm run move, under way to: ';
/** A notification takes one round trip, or longer on a busy machine. The full time passes only if it never arrives. */
const notificationMs = 10_000;

export type DatabaseFacts = {
  readonly major: number;
  readonly isReadOnly: boolean;
  /** Where its content is now; null for a database that was not moved. */
  readonly movedTo: string | null;
  /** Where its content is being moved to, or was when the move was killed; null for any other database. */
  readonly movingTo: string | null;
  /** How many connections this role may have in this database, and how many all of them have now. */
  readonly connectionsMax: number;
  readonly connectionsUsed: number;
  readonly mayCreate: boolean;
  readonly isSuperuser: boolean;
};

/** Something that the product needs and this database lacks. Problem and remedy are sentences. */
export type Unfitness = { readonly problem: string; readonly remedy: string };

const factsSql = `
  with limits as (
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database()) as database,
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user) as role),
  said as (
    select shobj_description(oid, 'pg_database') as said from pg_database where datname = current_database())
  select current_setting('server_version_num')::int / 10000 as major,
         pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
         (select substr(said, length($1) + 1) from said where starts_with(said, $1)) as "movedTo",
         (select substr(said, length($2) + 1) from said where starts_with(said, $2)) as "movingTo",
         least(server, database, role) as "connectionsMax",
         (select count(*)::int from pg_stat_activity where datid is not null) as "connectionsUsed",
         coalesce(has_schema_privilege(current_schema(), 'create'), false)
           and has_database_privilege(current_database(), 'create') as "mayCreate",
         (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"
    from limits`;

/** Reads what decides whether the product can use the database, in one statement. */
export async function readDatabaseFacts(runner: pg.Pool | pg.ClientBase): Promise<DatabaseFacts> {
  const { rows } = await runner.query<DatabaseFacts>(factsSql, [movedMark, movingMark]);
  const [facts] = rows;
  if (facts === undefined) throw new Error('the database said nothing about itself');
  return facts;
}

/** What the database lacks, worst first. @param ours the connections of the pools (`DATABASE_CONNECTIONS_MAX`) */
export function judgeFacts(facts: DatabaseFacts, ours: number): Unfitness[] {
  const { major, isReadOnly, movingTo, connectionsMax, mayCreate } = facts;
  const found: Unfitness[] = [];
  if (major < majorMin) {
    found.push({ problem: `This is PostgreSQL ${major}.`, remedy: `Take PostgreSQL ${majorMin} or newer.` });
  }
  if (isReadOnly && movingTo !== null) {
    const problem = `The database only reads: a move to ${movingTo} (npm run move) is under way, or was interrupted.`;
    found.push({ problem, remedy: 'If it is no longer running, use this database again: npm run move -- --undo.' });
  } else if (isReadOnly) {
    const remedy = 'Let DATABASE_URL name the server that writes: its own name, or a proxy that follows the leader.';
    found.push({ problem: 'The database only reads: it is a standby, or set to read only.', remedy });
  }
  const wanted = ours + connectionsBesidePool;
  if (wanted > connectionsMax) {
    const rest = connectionsMax - connectionsBesidePool;
    const lower = rest >= 4 ? `Set DATABASE_CONNECTIONS_MAX to ${rest} or less, or allow` : 'Allow';
    const problem = `One process may want ${wanted} connections; the database allows ${Math.max(0, connectionsMax)}.`;
    found.push({ problem, remedy: `${lower} more there (max_connections, or the limit of the role or the database).` });
  }
  if (!mayCreate) {
    const remedy = 'Make the role of DATABASE_URL the owner of its database: alter database ... owner to ...';
    found.push({ problem: 'The role may not create tables and schemas there.', remedy });
  }
  return found;
}

/**
 * Whether a pooler in transaction mode stands between: connections then have no session of their own, so prepared
 * statements are on another connection, and texts wait for the next poll because no notification arrives.
 * @param pool with two connections or more
 */
export async function findPooler(pool: pg.Pool): Promise<Unfitness | null> {
  const channel = `askline_fitness_${randomBytes(6).toString('hex')}`;
  const listening = await pool.connect();
  const other = await pool.connect().catch((error: unknown) => {
    listening.release();
    throw error;
  });
  let isKept = false;
  try {
    const own = await backendOf(listening, channel);
    // A pooler would give the first client's idle connection to the second.
    await other.query('begin');
    const others = await backendOf(other);
    await other.query('commit');
    const again = await backendOf(listening);
    isKept = own === again && own !== others && (await hears(listening, other, channel));
    await listening.query(`unlisten ${channel}`);
    return isKept ? null : pooler;
  } finally {
    // Behind a pooler, the state of their sessions is unknown.
    listening.release(!isKept);
    other.release(!isKept);
  }
}

const pooler: Unfitness = {
  problem: 'A pooler gives each transaction another connection, so LISTEN and prepared statements do not work.',
  remedy: 'Set it to session mode (pool_mode = session), or let DATABASE_URL name the server itself.',
};

async function backendOf(client: pg.PoolClient, channel?: string): Promise<number> {
  if (channel !== undefined) await client.query(`listen ${channel}`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function hears(listening: pg.PoolClient, other: pg.PoolClient, channel: string): Promise<boolean> {
  const signal = AbortSignal.timeout(notificationMs);
  const heard = once(listening, 'notification', { signal }).then(
    () => true,
    () => false,
  );
  await other.query('select pg_notify($1, $2)', [channel, '']);
  return heard;
}

/** @throws {SchemaError} for a database whose content was moved to another one */
export function refuseMoved({ isReadOnly, movedTo }: DatabaseFacts): void {
  if (!isReadOnly || movedTo === null) return;
  const remedy = 'Set DATABASE_URL to that one. To use this one again, as it was: npm run move -- --undo.';
  throw new SchemaError(`The database was moved to ${movedTo} (npm run move).`, { remedy });
}

/** A move is in progress, or was killed. Its code makes a start treat it as an outage, which ends with the move. */
export class MoveUnderWayError extends Error {
  override readonly name = 'MoveUnderWayError';
  readonly code = '25006';
}

/**
 * Checks, before a database is used, that it gives what the product needs.
 * @param pools `DATABASE_CONNECTIONS_MAX`
 * @throws {SchemaError} with the remedy
 * @throws an error with the code of a standby (25006), which counts as an outage: the leader may be changing
 */
export async function requireFitness(pool: pg.Pool, pools: number): Promise<void> {
  const [facts, sessions] = await Promise.all([readDatabaseFacts(pool), findPooler(pool)]);
  refuseMoved(facts);
  if (facts.isReadOnly && facts.movingTo !== null) throw new MoveUnderWayError('the database is being moved');
  if (facts.isReadOnly) throw Object.assign(new Error('the database only reads'), { code: '25006' });
  const [found] = [...judgeFacts(facts, pools), ...(sessions === null ? [] : [sessions])];
  if (found !== undefined) throw new SchemaError(found.problem, { remedy: found.remedy });
}
