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
/** The relevant parts of Vitest's report. */
type Report = { success: boolean; numPassedTests: number };

/** Applies each mutant to a copy of the real code: its test must pass before and fail afterwards. */
export const bench: Bench = async () => {
  const copy = mkdtempSync(join(tmpdir(), 'askline-mutants-'));
  try {
    // The database's account must be able to enter it.
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

/** Whether the tests pass without a mutant, by name. */
const sound = new Map<string, Promise<boolean>>();

async function tryOut(copy: string, mutant: Mutant): Promise<'caught' | 'survived' | 'invalid'> {
  const { file, find, replace, caughtBy } = mutant;
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  const name = `${caughtBy.file} ${caughtBy.test}`;
  const isSound = sound.get(name) ?? passes(copy, caughtBy);
  sound.set(name, isSound);
  if (!(await isSound)) return 'invalid';
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

/** Runs one test. A run without a passed test is a failure: a wrong name would skip all tests. */
async function passes(cwd: string, { file, test }: Mutant['caughtBy']): Promise<boolean> {
  const name = test.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const vitest = join(cwd, 'node_modules/vitest/vitest.mjs');
  const outputFile = join(cwd, 'report.json');
  rmSync(outputFile, { force: true });
  const report = ['--reporter', 'json', '--outputFile', outputFile];
  const args = [vitest, 'run', '--project', 'unit', ...report, '--testNamePattern', name, file];
  // Vitest exits with 1 if a test fails; its report says which.
  const run = promisify(execFile)(process.execPath, args, { cwd, timeout: runMaxMs, maxBuffer: 2 ** 26 });
  const { stderr } = await run.catch((error: { stderr: string }) => error);
  if (!existsSync(outputFile)) throw new Error(`no report of ${file}: ${stderr}`);
  const { success, numPassedTests } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
  return success && numPassedTests === 1;
}
