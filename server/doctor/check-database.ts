import pg from 'pg';

import type { Config } from '#server/config/config.ts';
import { openDatabase } from '#server/db/client.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import { databaseRefusal } from '#server/db/refusals.ts';
import { countedSince } from '#server/observability/counters.repo.ts';
import { databaseSkewMs } from '#server/texting/recovery/clock-watch.repo.ts';

import { checkBackup } from './check-backup.ts';
import { advice, fault, type Finding, judgeClock, ok } from './finding.ts';

/** `nulls not distinct` and other things that the schema uses came with it. */
const majorMin = 15;
/** The job queue and the listener have connections in addition to the pool's. */
const besidePool = 12;
const notedMinutes = 120;

type Facts = { readonly major: number; readonly connectionsMax: number; readonly isSuperuser: boolean };

/** Checks that the database is available, recent enough, and has the schema. Changes nothing. */
export async function checkDatabase({ url, connectionsMax }: Config['database']): Promise<Finding[]> {
  const limits = { connectionsMax: 2, connectTimeoutMs: 5000, queryTimeoutMs: 5000 };
  const { db, pool, close } = openDatabase({ url, ...limits });
  try {
    const { rows } = await pool.query<Facts>(
      `select current_setting('server_version_num')::int / 10000 as major,
              current_setting('max_connections')::int as "connectionsMax",
              (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"`,
    );
    const clock = judgeClock("The database's", await databaseSkewMs(pool));
    const pending = await pendingMigrations(db);
    const facts = rows.flatMap((row) => judge(row, { pending, ours: connectionsMax + besidePool }));
    const findings = [...facts, ...clock];
    return pending > 0
      ? findings
      : [...findings, ...(await checkBackup(db, new Date())), ...(await judgeProxies(pool))];
  } catch (error) {
    const refusal = databaseRefusal(error);
    if (refusal !== null) return [fault(refusal.says, refusal.act)];
    const code = (error as { code?: unknown }).code;
    const detail = typeof code === 'string' ? ` (${code})` : '';
    if (error instanceof pg.DatabaseError) {
      return [fault(`The database refuses us${detail}.`, 'Check user, password and database name in DATABASE_URL.')];
    }
    return [fault(`The database cannot be reached${detail}.`, 'Check DATABASE_URL, and that the server runs.')];
  } finally {
    await close();
  }
}

/** What running processes recorded about unconfigured proxies. */
async function judgeProxies(pool: pg.Pool): Promise<Finding[]> {
  const name = 'requests.untrusted_proxy';
  const { [name]: count } = await countedSince(pool, [name], notedMinutes);
  if (count === 0) return [];
  const act = 'If that is your proxy, set TRUST_PROXY to its address; the log event proxy_untrusted names it.';
  return [fault('In the last two hours a peer that TRUST_PROXY does not name said for whom it calls.', act)];
}

function judge({ major, connectionsMax, isSuperuser }: Facts, { pending, ours }: { pending: number; ours: number }) {
  if (major < majorMin) return [fault(`This is PostgreSQL ${major}.`, `Take PostgreSQL ${majorMin} or newer.`)];
  const findings: Finding[] = [ok(`PostgreSQL ${major} answers.`)];
  if (pending > 0) findings.push(ok(`The next start brings the schema up to date (${pending} migrations).`));
  if (ours > connectionsMax) {
    const act = 'Lower DATABASE_CONNECTIONS_MAX, or raise max_connections.';
    findings.push(advice(`One process may want ${ours} connections; the server has ${connectionsMax}.`, act));
  }
  if (isSuperuser)
    findings.push(advice('We are a superuser there.', 'Give Askline a role that only owns its database.'));
  return findings;
}
