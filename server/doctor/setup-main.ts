/** `node server/doctor/setup-main.ts stripe|twilio|cognito [--yes | --dry-run]`: sets up our account at a third party. */
import '#server/config/install-brand.ts';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { runCommand } from '#server/app/run-command.ts';
import { requireWritableEnvFile, setInEnvFile } from '#server/config/env-file.ts';
import { readProviderSettings } from '#server/config/provider-settings.ts';
import { OperatorError } from '#server/platform/operator-error.ts';

import { type ProviderName, providerChecks, providerNames } from './provider-checks.ts';
import { setUp } from './set-up.ts';

const usage = `npm run setup -- ${providerNames.join('|')} [--yes | --dry-run]`;

await runCommand(run);

async function run(args: readonly string[]): Promise<undefined> {
  const asked = readArguments(args);
  // A secret that the third party shows only once must not be lost.
  if (!asked.isDryRun) await requireWritableEnvFile('.env');
  const { check, faultOf } = providerChecks[asked.name];
  const isDone = await setUp({
    check: () => check(readProviderSettings(process.env), keep),
    faultOf: (error) => faultOf(error, readProviderSettings(process.env)),
    agrees: asked.isDryRun ? null : async () => asked.isAgreed || askOperator(),
    print: (line) => console.log(line),
  });
  process.exitCode = isDone ? 0 : 1;
}

type Asked = { readonly name: ProviderName; readonly isAgreed: boolean; readonly isDryRun: boolean };

function readArguments(args: readonly string[]): Asked {
  const options = { yes: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const name = providerNames.find((one) => one === positionals[0]);
    if (name !== undefined && positionals.length === 1) {
      return { name, isAgreed: values.yes, isDryRun: values['dry-run'] };
    }
  } catch {
    // An unknown option.
  }
  throw new OperatorError(usage);
}

async function askOperator(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log('No terminal to ask on: run it with --yes.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Go ahead? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Writes a setting to `.env`, and sets it for the next check of this process. */
async function keep(name: string, value: string): Promise<void> {
  const file = await setInEnvFile('.env', name, value);
  process.env[name] = value;
  console.log(`  wrote ${name} to ${file}; restart Askline. If your settings live elsewhere, move the line there.`);
}
