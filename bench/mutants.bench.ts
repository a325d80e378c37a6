import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Mutant, mutants } from '#server/texting/testing/mutants.ts';

import type { Bench } from './measure.ts';

const root = join(import.meta.dirname, '..');
const parts = ['contract', 'embedded', 'sandbox', 'server', 'package.json', 'vitest.config.ts'];
const runMaxMs = 180_000;
/** What we read of Vitest's report. */
type Report = { success: boolean; numPassedTests: number };

/** Makes each mutant of the real code in a copy of it: the test that is to catch it passes before and fails after. */
export const bench: Bench = async () => {
  const copy = mkdtempSync(join(tmpdir(), 'askline-mutants-'));
  try {
    // The database's own user must be able to pass.
    chmodSync(copy, 0o755);
    for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const fates = { caught: 0, survived: 0, invalid: 0 };
    for (const mutant of mutants) {
      const fate = await tryOut(copy, mutant);
      fates[fate] += 1;
      console.log(`${fate}: ${mutant.variant} in ${mutant.file}`);
    }
    return [
      { what: 'mutants of the protocol', value: mutants.length, unit: 'mutants' },
      { what: 'caught', value: fates.caught, unit: 'mutants', atLeast: mutants.length },
      { what: 'survived', value: fates.survived, unit: 'mutants', atMost: 0 },
      { what: 'whose test fails without them too', value: fates.invalid, unit: 'mutants', atMost: 0 },
    ];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};

async function tryOut(copy: string, mutant: Mutant): Promise<'caught' | 'survived' | 'invalid'> {
  const { file, find, replace, caughtBy } = mutant;
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  if (!(await passes(copy, caughtBy))) return 'invalid';
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  try {
    return (await passes(copy, caughtBy)) ? 'survived' : 'caught';
  } finally {
    writeFileSync(path, original);
  }
}

/** Runs the one test. A run in which no test passed is no pass: a wrong name would skip them all. */
async function passes(cwd: string, { file, test }: Mutant['caughtBy']): Promise<boolean> {
  const name = test.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const vitest = join(cwd, 'node_modules/vitest/vitest.mjs');
  const outputFile = join(cwd, 'report.json');
  rmSync(outputFile, { force: true });
  const report = ['--reporter', 'json', '--outputFile', outputFile];
  const args = [vitest, 'run', '--project', 'unit', ...report, '--testNamePattern', name, file];
  // Vitest ends with 1 when a test fails; its report says which.
  const run = promisify(execFile)(process.execPath, args, { cwd, timeout: runMaxMs, maxBuffer: 2 ** 26 });
  const { stderr } = await run.catch((error: { stderr: string }) => error);
  if (!existsSync(outputFile)) throw new Error(`no report of ${file}: ${stderr}`);
  const { success, numPassedTests } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
  return success && numPassedTests === 1;
}
