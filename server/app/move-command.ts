/** `npm run move`, which starts the embedded database: `node server/app/move-command.ts [--undo]`. */
import '#server/config/install-brand.ts';
import { counted } from '#contract/counted.ts';
import { moveDatabase, undoMove } from '#server/backup/move-database.ts';
import { loadNextDatabaseUrl } from '#server/config/backup.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { withDatabase } from '#server/db/client.ts';
import { requireFitness } from '#server/db/fitness.ts';
import { OperatorError } from '#server/platform/operator-error.ts';

import { dumpFacts } from './dump-facts.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run move             copies the database to the empty one in DATABASE_URL_NEXT, and stops writing to this one
       npm run move -- --undo   uses this one again, as it was: what happened in the other one since is lost`;

const stop = new AbortController();
// Killed midway, it would leave a read-only database. SIGHUP: the terminal was lost.
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stop.abort());

await runCommand(run);
// The interrupted copy would keep the process alive.
if (stop.signal.aborted) process.exit();

async function run([option, ...rest]: readonly string[]): Promise<string> {
  if (rest.length > 0 || (option !== undefined && option !== '--undo')) throw new OperatorError(usage);
  const config = loadConfig();
  if (option === '--undo') {
    await undoMove(config.database.url);
    return 'This database is used again, as it was. Restart Askline with the previous DATABASE_URL.';
  }
  const to = loadNextDatabaseUrl();
  if (to === '') throw new OperatorError('DATABASE_URL_NEXT is not set.', 'Let it name an empty database.');
  await requireUsable(to);
  return move(config, to);
}

/** Refuses, before anything is copied, a database that a start would refuse as DATABASE_URL. */
async function requireUsable(to: string): Promise<void> {
  const { url, connectionsMax } = loadConfig({ DATABASE_URL: to }).database;
  const options = { url, connectionsMax: 2, connectTimeoutMs: 10_000, queryTimeoutMs: 30_000 };
  await withDatabase(options, ({ pool }) => requireFitness(pool, connectionsMax));
}

function tellFenced(): void {
  console.log('The database is now read-only. Askline answers from its journal during the copy.');
}

function tellOpenJobs(count: number): string {
  const which = counted(count, "background job didn't run and isn't", "background jobs didn't run and aren't");
  return `${which} copied: texts with codes, password reset emails.`;
}

async function move(config: Config, to: string): Promise<string> {
  const began = performance.now();
  const facts = dumpFacts(config);
  const { signal } = stop;
  const { rows, openJobs } = await moveDatabase({ from: config.database.url, to, facts, onFenced: tellFenced, signal });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return [
    `Copied ${counted(total, 'row')} in ${counted(Object.keys(rows).length, 'table')} in ${seconds} s.`,
    ...(openJobs > 0 ? [tellOpenJobs(openJobs)] : []),
    'Now set DATABASE_URL to what DATABASE_URL_NEXT is, on every machine, remove DATABASE_URL_NEXT, and restart Askline:',
    'until then it answers over its journal, and no one can sign in or sign up. What is in the journal is then recorded.',
    'Keep this database until all is well. Remove it within BACKUP_KEEP_DAYS (30): people who leave from now on stay in it.',
  ].join('\n');
}
