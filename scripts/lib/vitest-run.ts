import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

import type { CheckResult, TestCounts } from './checks.ts';
import { inCache, inProject, root } from './project.ts';
import { runOnce } from './run-once.ts';

export type VitestRun = {
  readonly name: string;
  readonly project: 'unit' | 'e2e';
  /** Run only files whose path contains one of these. */
  readonly filters?: readonly string[];
  /** Run only files that import one of these, also through others; null for all. */
  readonly changed?: readonly string[] | null;
  readonly env?: Readonly<Record<string, string>>;
  /** One file at a time. */
  readonly isAlone?: boolean;
};

/** The relevant parts of Vitest's JSON report. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: FileReport[];
};

type FileReport = { name: string; status: string; assertionResults: { status: string; fullName: string }[] };

/** What failed: paths of files from the root of the project, and names of tests. */
export type Failures = { readonly files: readonly string[]; readonly tests: readonly string[] };

/** Runs one of Vitest's projects and prints its output immediately. */
export async function runVitest(
  { name, project, filters = [], changed = null, env = {}, isAlone = false }: VitestRun,
  signal: AbortSignal,
): Promise<CheckResult> {
  const report = reportOf(project);
  rmSync(report, { force: true });
  const isPart = filters.length > 0 || changed !== null;
  const which = [
    `--project=${project}`,
    ...(isPart ? ['--passWithNoTests'] : []),
    ...(isAlone ? ['--maxWorkers=1'] : []),
  ];
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

/** What failed in the last run of a project. An error outside of tests has no file, so both lists may be empty. */
export function readFailures(project: VitestRun['project']): Failures {
  try {
    return failuresIn(JSON.parse(readFileSync(reportOf(project), 'utf8')) as Report);
  } catch {
    return { files: [], tests: [] };
  }
}

function failuresIn({ testResults }: Report): Failures {
  const failed = testResults.filter(({ status }) => status === 'failed');
  return {
    files: failed.map(({ name }) => relative(root, name)),
    tests: failed.flatMap(({ name, assertionResults }) => {
      const names = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      return (names.length > 0 ? names : ['(the file itself)']).map((one) => `${relative(root, name)}: ${one}`);
    }),
  };
}

function reportOf(project: VitestRun['project']): string {
  return inCache(`tests-${project}.json`);
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
