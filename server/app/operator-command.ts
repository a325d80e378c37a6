/** `npm run operator` (`node server/app/operator-command.ts`): manages the named operators of the admin area. */
import '#server/config/install-brand.ts';
import { addOperator, disableOperator, type IssuedSecrets, resetOperator } from '#server/admin/operators/manage.ts';
import { listOperators, type OperatorRow } from '#server/admin/operators/operators.repo.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { withDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { OperatorError } from '#server/platform/operator-error.ts';

import { operatorPasswords, operatorEncryptor } from './dependencies.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run operator -- add NAME       adds an operator and prints the secrets, once
       npm run operator -- list           lists the operators
       npm run operator -- disable NAME   ends the operator's sessions and lets no new one begin
       npm run operator -- reset NAME     replaces password and authenticator secret, and prints them, once`;

await runCommand((args) => run(loadConfig(), args));

async function run(config: Config, [command, name]: readonly string[]): Promise<string> {
  const needsName = command === 'add' || command === 'disable' || command === 'reset';
  if (command !== 'list' && !(needsName && name !== undefined)) throw new OperatorError(usage);
  return withDatabase({ url: config.database.url, connectionsMax: 2, queryTimeoutMs: 60_000 }, async ({ db }) => {
    await migrateToLatest(db);
    if (name === undefined || command === 'list') return formatList(await listOperators(db));
    if (command === 'disable') return `${await disableOperator({ db }, name)} is logged out and can’t log in.`;
    const deps = { db, encryptor: operatorEncryptor(config.secrets), passwords: operatorPasswords };
    return formatIssued(await (command === 'add' ? addOperator : resetOperator)(deps, name), config.http.publicUrl);
  });
}

function formatList(operators: readonly OperatorRow[]): string {
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

function formatIssued({ name, password, totpSecret, totpUri }: IssuedSecrets, publicUrl: string): string {
  return `This is shown once. Hand it to ${name} over a safe channel, then clear the screen.

  Log in at           ${publicUrl}/admin, with "Use your operator account"
  Name                ${name}
  Password            ${password.reveal()}
  Authenticator key   ${totpSecret.reveal()}
  or as a link        ${totpUri.reveal()}`;
}
