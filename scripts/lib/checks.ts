import { existsSync } from 'node:fs';

import { inProject } from './project.ts';
import { runOnce } from './run-once.ts';

/** The result of one check; `tests` only for checks that count tests. */
export type CheckResult = {
  readonly name: string;
  readonly isPassed: boolean;
  readonly seconds: number;
  readonly tests?: TestCounts;
  /** Tests that failed among the others and passed alone. */
  readonly unstable?: readonly string[];
};

export type TestCounts = { readonly passed: number; readonly failed: number; readonly skipped: number };

type Check = { readonly name: string; readonly command: readonly string[] };

const FOLDERS = ['contract', 'server', 'embedded', 'sandbox', 'web', 'e2e', 'bench', 'scripts'];

/** The static checks. */
function staticChecks(): Check[] {
  const folders = FOLDERS.filter((folder) => existsSync(inProject(folder)));
  return [
    { name: 'types', command: tool('tsc', '-p', '.', '--singleThreaded') },
    { name: 'types of the site', command: tool('tsc', '-p', 'web', '--singleThreaded') },
    { name: 'lint', command: tool('oxlint', '--threads=1') },
    { name: 'format', command: tool('oxfmt', '--check', '.') },
    { name: 'import rules', command: tool('depcruise', ...folders, '--config', '.dependency-cruiser.mjs') },
    { name: 'unused code', command: tool('knip') },
  ];
}

/**
 * Runs a command at the lowest priority: the tests wait more than they work, and leave enough processor time. Linux
 * schedules by session (autogroup, sched(7)), other systems by process.
 */
const LOW_PRIORITY = '{ echo 19 > /proc/self/autogroup; } 2>/dev/null; exec nice -n 19 "$@"';

/**
 * Compiler and linter are Go programs that by default spend a third to a half of their time in garbage collection: here
 * they collect only near the limit, which they hardly reach. On one thread they take longer but a fifth to a quarter less
 * processor time, which the tests need meanwhile.
 */
const IN_ONE_GO = { GOGC: 'off', GOMEMLIMIT: '2GiB', GOMAXPROCS: '1' };

/** Runs the static checks in turn and prints the output of those that fail. */
export async function runStaticChecks(signal: AbortSignal): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, command } of staticChecks()) {
    const withLowPriority = ['/bin/sh', '-c', LOW_PRIORITY, 'sh', ...command];
    const { code, output, seconds } = await runOnce(withLowPriority, {
      signal,
      env: { ...process.env, ...IN_ONE_GO },
    });
    if (signal.aborted) return results;
    heading(name, code === 0 ? `ok (${seconds.toFixed(1)} s)` : 'FAILED');
    if (code !== 0) console.log(output.trim());
    results.push({ name, isPassed: code === 0, seconds });
  }
  return results;
}

export function heading(name: string, outcome = ''): void {
  console.log(`\n== ${name}${outcome && `: ${outcome}`}`);
}

/** One line per check, then the total counts of checks and tests. */
export function summarize(results: readonly CheckResult[]): string {
  const rows = results.map(({ name, isPassed, seconds, tests }) => {
    const counts = tests ? `  ${describe(tests)}` : '';
    return `  ${isPassed ? 'ok    ' : 'FAILED'}  ${name.padEnd(28)}${seconds.toFixed(1).padStart(6)} s${counts}`;
  });
  const failed = results.filter(({ isPassed }) => !isPassed).length;
  const sum = (key: keyof TestCounts): number => results.reduce((total, { tests }) => total + (tests?.[key] ?? 0), 0);
  const all = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  const unstable = results.flatMap((result) => result.unstable ?? []);
  return [
    '',
    ...rows,
    '',
    ...unstable.map((test) => `UNSTABLE: failed among the others, passed alone: ${test}`),
    `Checks: ${results.length - failed} passed, ${failed} failed`,
    `Tests: ${describe(all)}`,
  ].join('\n');
}

function describe({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A command that runs a tool of node_modules under the current Node, so that PATH needs no `node`. */
function tool(name: string, ...args: string[]): string[] {
  return [process.execPath, inProject('node_modules', '.bin', name), ...args];
}
