import { readFileSync, rmSync } from 'node:fs';

import type { CheckResult, TestCounts } from './checks.ts';
import { inCache, inProject } from './project.ts';
import { runOnce } from './run-once.ts';

export type VitestRun = {
  readonly name: string;
  readonly project: 'unit' | 'e2e';
  /** Run only files whose path contains one of these. */
  readonly filters?: readonly string[];
  /** Run only files that import one of these, also through others; null for all. */
  readonly changed?: readonly string[] | null;
  readonly env?: Readonly<Record<string, string>>;
};

/** The relevant parts of Vitest's JSON report. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** Runs one of Vitest's projects and prints its output immediately. */
export async function runVitest(
  { name, project, filters = [], changed = null, env = {} }: VitestRun,
  signal: AbortSignal,
): Promise<CheckResult> {
  const report = inCache(`tests-${project}.json`);
  rmSync(report, { force: true });
  const isPart = filters.length > 0 || changed !== null;
  const which = [`--project=${project}`, ...(isPart ? ['--passWithNoTests'] : [])];
  const command = changed === null ? ['run', ...filters] : ['related', ...changed, '--run'];
  const vitest = [process.execPath, inProject('node_modules/.bin/vitest'), ...command, ...which];
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--silent=passed-only'];
  const { code, seconds } = await runOnce([...vitest, ...reporting], {
    signal,
    env: { ...process.env, ...env },
    show: true,
  });
  const tests = countTests(report, code);
  return { name, isPassed: code === 0 && tests !== null, seconds, ...(tests && { tests }) };
}

/**
 * Counts tests. A file that failed before its first test counts as one failed test, and so does a failing exit `code`
 * without a failed test: the report does not contain errors outside of tests, such as unhandled rejections.
 * @returns null if there is no report
 */
export function countTests(file: string, code: number): TestCounts | null {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const broken = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
    const failed = report.numFailedTests + broken.length;
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return null;
  }
}
