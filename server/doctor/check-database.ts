import pg from 'pg';

import { counted } from '#contract/counted.ts';
import type { Config } from '#server/config/config.ts';
import { type Database, withDatabase } from '#server/db/client.ts';
import { type DatabaseFacts, findPooler, judgeFacts, readDatabaseFacts } from '#server/db/fitness.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import { databaseRefusal } from '#server/db/refusals.ts';
import { countedSince } from '#server/observability/counters.repo.ts';
import { databaseSkewMs } from '#server/texting/recovery/clock-watch.repo.ts';

import { checkBackup } from './check-backup.ts';
import { advice, fault, type Finding, judgeClock, ok } from './finding.ts';

const notedMinutes = 120;

export type DatabaseCheckDeps = Pick<Config, 'database'> &
  Pick<Config['carrier'], 'optOutReplies'> & { readonly backup: Pick<Config['backup'], 'hasAlert'> };

/** Checks that the database is available, gives what the product needs, and has the schema. Changes nothing. */
export async function checkDatabase(deps: DatabaseCheckDeps): Promise<Finding[]> {
  try {
    const { url } = deps.database;
    return await withDatabase({ url, connectionsMax: 3, queryTimeoutMs: 5000 }, (opened) => examine(opened, deps));
  } catch (error) {
    const refusal = databaseRefusal(error);
    if (refusal !== null) return [fault(refusal.problem, refusal.remedy)];
    const code = (error as { code?: unknown }).code;
    const detail = typeof code === 'string' ? ` (${code})` : '';
    if (error instanceof pg.DatabaseError) {
      return [fault(`The database refuses us${detail}.`, 'Check user, password and database name in DATABASE_URL.')];
    }
    return [fault(`The database cannot be reached${detail}.`, 'Check DATABASE_URL, and that the server runs.')];
  }
}

async function examine(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { database, optOutReplies, backup }: DatabaseCheckDeps,
): Promise<Finding[]> {
  const facts = await readDatabaseFacts(pool);
  const unfit = judgeFacts(facts, database.connectionsMax).map(({ problem, remedy }) => fault(problem, remedy));
  const sessions = await findPooler(pool);
  if (sessions !== null) unfit.push(fault(sessions.problem, sessions.remedy));
  const clock = judgeClock("The database's", await databaseSkewMs(pool));
  const pending = await pendingMigrations(db);
  const findings = [...unfit, ...judge(facts, pending), ...clock];
  if (pending > 0) return findings;
  const optOuts = await judgeOptOuts(pool, optOutReplies);
  const backups = await checkBackup(db, { now: new Date(), hasAlert: backup.hasAlert });
  return [...findings, ...backups, ...(await judgeProxies(pool)), ...optOuts];
}

/** Reports unconfigured proxies that running processes recorded. */
async function judgeProxies(pool: pg.Pool): Promise<Finding[]> {
  const name = 'requests.untrusted_proxy';
  const { [name]: count } = await countedSince(pool, [name], notedMinutes);
  if (count === 0) return [];
  const act = 'If that is your proxy, set TRUST_PROXY to its address; the log event proxy_untrusted names it.';
  return [fault('In the last two hours a proxy that TRUST_PROXY does not name forwarded requests.', act)];
}

/** Reports that the carrier blocks phones after STOP although the settings leave the keywords to us. */
async function judgeOptOuts(pool: pg.Pool, optOutReplies: 'carrier' | 'app'): Promise<Finding[]> {
  if (optOutReplies === 'carrier') return [];
  const name = 'sends.rejected.21610';
  const { [name]: count } = await countedSince(pool, [name], notedMinutes);
  if (count === 0) return [];
  const says =
    'The carrier answers STOP itself and refused our answer to it (21610), against TWILIO_OPT_OUT_REPLIES=app.';
  return [fault(says, 'Set TWILIO_OPT_OUT_REPLIES=carrier.')];
}

/** The connections that must be free for a process that starts while another still runs. */
const freeMin = 5;

function judge(facts: DatabaseFacts, pending: number): Finding[] {
  const findings: Finding[] = [ok(`PostgreSQL ${facts.major} answers.`)];
  if (pending > 0) findings.push(ok(`The next start brings the schema up to date (${counted(pending, 'migration')}).`));
  const free = facts.connectionsMax - facts.connectionsUsed;
  if (free < freeMin) {
    const act = 'Raise max_connections, or lower DATABASE_CONNECTIONS_MAX of the processes that share it.';
    const left = counted(Math.max(0, free), 'is', 'are');
    findings.push(advice(`Of ${facts.connectionsMax} connections to the database ${left} free.`, act));
  }
  if (facts.isSuperuser) {
    findings.push(advice('Askline connects as a superuser.', 'Give Askline a role that only owns its database.'));
  }
  return findings;
}
