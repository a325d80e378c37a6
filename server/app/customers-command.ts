/** `npm run customers`: the owners of accounts as CSV on standard output, for the operator's email tool. */
import '#server/config/install-brand.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import type { Pool } from 'pg';

import { formatUsPhone, nationalDigits } from '#contract/us-phone-input.ts';
import type { Audience } from '#server/admin/customers/customers.repo.ts';
import { listCustomers } from '#server/admin/customers/list-customers.ts';
import { loadConfig } from '#server/config/config.ts';
import { type Database, withDatabase } from '#server/db/client.ts';
import { isMissingTable } from '#server/db/error-codes.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { listServiceNumbers } from '#server/texting/service-numbers.repo.ts';

import { runCommand } from './run-command.ts';

const usage = `Usage: npm run --silent customers -- list [--service-number NUMBER] [--paying] > customers.csv
         lists name, email, phone and service number of all customers, or of those
         --service-number NUMBER   who have this service number, or were texted from it
         --paying                  who have a plan that is charged`;

type Asked = { readonly number: string | null; readonly isPaying: boolean };

await runCommand(run);

async function run(args: readonly string[]): Promise<undefined> {
  const asked = readArguments(args);
  const limits = { connectionsMax: 2, queryTimeoutMs: 60_000, isByIndex: true };
  try {
    await withDatabase({ url: loadConfig().database.url, ...limits }, (database) => print(database, asked));
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    throw new OperatorError('This database has no accounts yet.', 'Is it the one that Askline runs with?');
  }
}

async function print({ db, pool }: Pick<Database, 'db' | 'pool'>, { number, isPaying }: Asked): Promise<void> {
  const audience: Audience = { serviceNumber: number && (await ownNumber(pool, number)), isPaying };
  try {
    await pipeline(Readable.from(listCustomers(db, audience)), process.stdout, { end: false });
  } catch (error) {
    // The reader closed the pipe, as `head` does.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function readArguments(args: readonly string[]): Asked {
  const options = { 'service-number': { type: 'string' }, paying: { type: 'boolean', default: false } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    if (positionals.length === 1 && positionals[0] === 'list') {
      return { number: values['service-number'] ?? null, isPaying: values.paying };
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw new OperatorError(usage);
}

/** The number in E.164. @throws {OperatorError} if it is not a service number */
async function ownNumber(pool: Pool, given: string): Promise<string> {
  const numbers = await listServiceNumbers(pool);
  const number = numbers.find((one) => nationalDigits(one) === nationalDigits(given));
  if (number !== undefined) return number;
  const known = numbers.map(formatUsPhone).join(', ');
  throw new OperatorError(`${given} is not a service number of ours.`, `Those that are, or were: ${known}`);
}
