/** `node server/doctor/setup-main.ts stripe|twilio|cognito [--yes | --dry-run]`: sets up our account at a third party. */
import '#server/config/install-brand.ts';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { EnvFileError, requireWritableEnvFile, setInEnvFile } from '#server/config/env-file.ts';
import { ConfigError } from '#server/config/env-reader.ts';
import { readProviderSettings } from '#server/config/provider-settings.ts';

import { type ProviderName, providerChecks, providerNames } from './provider-checks.ts';
import { setUp } from './set-up.ts';

const usage = `npm run setup -- ${providerNames.join('|')} [--yes | --dry-run]`;

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof EnvFileError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(): Promise<boolean> {
  const asked = readArguments();
  if (asked === null) {
    console.error(usage);
    return false;
  }
  // A secret that the third party shows only once must find its place.
  if (!asked.isDryRun) await requireWritableEnvFile('.env');
  const { look, faultOf } = providerChecks[asked.name];
  return setUp({
    look: () => look(readProviderSettings(process.env), keep),
    faultOf: (error) => faultOf(error, readProviderSettings(process.env)),
    agrees: asked.isDryRun ? null : async () => asked.isAgreed || askOperator(),
    print: (line) => console.log(line),
  });
}

function readArguments(): { name: ProviderName; isAgreed: boolean; isDryRun: boolean } | null {
  const options = { yes: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const name = providerNames.find((one) => one === positionals[0]);
    if (name === undefined || positionals.length > 1) return null;
    return { name, isAgreed: values.yes, isDryRun: values['dry-run'] };
  } catch {
    return null; // an option that there is not
  }
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

/** Into `.env`, and for the next look of this process. */
async function keep(name: string, value: string): Promise<void> {
  const file = await setInEnvFile('.env', name, value);
  process.env[name] = value;
  console.log(`  wrote ${name} to ${file}; restart Askline. If your settings live elsewhere, move the line there.`);
}
