import { type CheckResult, heading } from './checks.ts';
import { readFailures, runVitest, type VitestRun } from './vitest-run.ts';

/** More files than this fail for a reason of their own. */
const filesMax = 5;

/**
 * Runs the files that failed once more, alone. Next to everything else a test may fail because the machine had no time for
 * it; what is broken fails again. A test that passes now is named as unstable, with its first failure printed above
 * (docs/decisions/0022-a-failed-test-gets-a-second-try-alone.md).
 * @param first the result of the whole run, whose report is read
 */
export async function secondTry(run: VitestRun, first: CheckResult, signal: AbortSignal): Promise<CheckResult> {
  const { files, tests } = readFailures(run.project);
  if (first.isPassed || signal.aborted || files.length === 0 || files.length > filesMax) return first;
  heading(`${run.name}, second try`, files.join(', '));
  const second = await runVitest({ ...run, filters: files, isAlone: true }, signal);
  return withSecond(first, second, tests);
}

/** The first result, corrected by the second where that passed. */
export function withSecond(first: CheckResult, second: CheckResult, failed: readonly string[]): CheckResult {
  const seconds = first.seconds + second.seconds;
  if (!second.isPassed || !first.tests) return { ...first, seconds };
  const { passed, skipped } = first.tests;
  const tests = { passed: passed + failed.length, failed: 0, skipped };
  return { name: first.name, isPassed: true, seconds, tests, unstable: failed };
}
