/** `node server/operator-command.ts add|list|disable|reset [NAME]`: who may sign in to the admin area by name. */
import {
  addOperator,
  disableOperator,
  type Handout,
  OperatorCommandError,
  resetOperator,
} from './admin/operators/manage.flow.ts';
import { listOperators, type OperatorRow } from './admin/operators/operators.repo.ts';
import { type Config, loadConfig } from './config.ts';
import { openDatabase } from './db/client.ts';
import { migrateToLatest } from './db/migrate.ts';
import { operatorPasswords, operatorSealer } from './operator.ts';
import { howAway } from './platform/database-away.ts';
import { ConfigError } from './platform/settings-reader.ts';

const usage = `Usage: npm run operator -- add NAME       adds an operator and prints the secrets, once
       npm run operator -- list           lists the operators
       npm run operator -- disable NAME   ends the operator's sessions and lets no new one begin
       npm run operator -- reset NAME     replaces password and authenticator secret, and prints them, once`;

try {
  console.log(await carryOut(loadConfig(), process.argv.slice(2)));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** The sentence for a foreseen failure. @throws any other error */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof OperatorCommandError) return error.message;
  if (howAway(error) === null) throw error;
  return 'The database cannot be reached. Check DATABASE_URL, and that the server runs.';
}

async function carryOut(config: Config, [command, name]: string[]): Promise<string> {
  const needsName = command === 'add' || command === 'disable' || command === 'reset';
  if (command !== 'list' && !(needsName && name !== undefined)) throw new OperatorCommandError(usage);
  const limits = { connectionsMax: 2, connectTimeoutMs: 5000, queryTimeoutMs: 60_000 };
  const { db, close } = openDatabase({ url: config.database.url, ...limits });
  try {
    await migrateToLatest(db);
    if (name === undefined || command === 'list') return writeList(await listOperators(db));
    if (command === 'disable') return `${await disableOperator({ db }, name)} is signed out and cannot sign in.`;
    const parts = { db, sealer: operatorSealer(config.secrets), passwords: operatorPasswords };
    return writeHandout(await (command === 'add' ? addOperator : resetOperator)(parts, name), config.http.publicUrl);
  } finally {
    await close();
  }
}

function writeList(operators: readonly OperatorRow[]): string {
  if (operators.length === 0) return 'There are no operators yet. Add one: npm run operator -- add NAME';
  return operators
    .map(({ name, createdAt, disabledAt, lastSeenAt }) => {
      const seen = lastSeenAt ? `last active ${lastSeenAt.toISOString().slice(0, 16)}Z` : 'not signed in';
      const state = disabledAt ? `disabled ${day(disabledAt)}` : seen;
      return `${name.padEnd(24)} added ${day(createdAt)}   ${state}`;
    })
    .join('\n');
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function writeHandout({ name, password, totpSecret, totpUri }: Handout, publicUrl: string): string {
  return `This is shown once. Hand it to ${name} over a safe channel, then clear the screen.

  Sign in at          ${publicUrl}/admin, with "Sign in as an operator"
  Name                ${name}
  Password            ${password.reveal()}
  Authenticator key   ${totpSecret.reveal()}
  or as a link        ${totpUri.reveal()}`;
}
