import { readFileSync, rmSync } from 'node:fs';

import type { CheckResult, TestCounts } from './checks.ts';
import { inCache, inProject } from './project.ts';
import { runOnce } from './run-once.ts';

export type VitestRun = {
  readonly name: string;
  readonly project: 'unit' | 'e2e';
  /** Parts of paths: only files that have one of them. */
  readonly filters?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** The parts of Vitest's JSON report that are counted. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** Runs one of Vitest's projects, showing it as it goes. */
export async function runVitest(
  { name, project, filters = [], env = {} }: VitestRun,
  signal: AbortSignal,
): Promise<CheckResult> {
  const report = inCache(`tests-${project}.json`);
  rmSync(report, { force: true });
  const which = [...filters, `--project=${project}`, ...(filters.length > 0 ? ['--passWithNoTests'] : [])];
  const vitest = [process.execPath, inProject('node_modules/.bin/vitest'), 'run', ...which];
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
 * A file that failed before its first test counts as one failed test; so does what made Vitest end with `code` though no
 * test failed: an error that belongs to none, such as a promise that no one waits for, is in no report.
 * @returns null when there is no report
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
