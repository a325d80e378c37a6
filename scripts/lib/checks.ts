import { existsSync } from 'node:fs';

import { inProject } from './project.ts';
import { runOnce } from './run-once.ts';

/** How one check went; `tests` only where it counts tests. */
export type CheckResult = {
  readonly name: string;
  readonly isPassed: boolean;
  readonly seconds: number;
  readonly tests?: TestCounts;
};

export type TestCounts = { readonly passed: number; readonly failed: number; readonly skipped: number };

type Check = { readonly name: string; readonly command: readonly string[] };

const FOLDERS = ['contract', 'server', 'embedded', 'sandbox', 'web', 'e2e', 'bench', 'scripts'];

/** The checks that read the code without running it. */
function staticChecks(): Check[] {
  const folders = FOLDERS.filter((folder) => existsSync(inProject(folder)));
  return [
    { name: 'types', command: tool('tsc', '-p', '.', '--checkers', '1') },
    { name: 'types of the site', command: tool('tsc', '-p', 'web', '--checkers', '1') },
    { name: 'lint', command: tool('oxlint') },
    { name: 'format', command: tool('oxfmt', '--check', '.') },
    { name: 'import rules', command: tool('depcruise', ...folders, '--config', '.dependency-cruiser.mjs') },
    { name: 'unused code', command: tool('knip') },
  ];
}

/**
 * What it runs steps back behind the tests: they wait more than they work, and what they leave of the processors is
 * enough. Linux weighs whole sessions (autogroup, sched(7)), everyone else processes.
 */
const STEP_BACK = '{ echo 19 > /proc/self/autogroup; } 2>/dev/null; exec nice -n 19 "$@"';

/**
 * Compiler and linter are programs in Go: as they come, they spend a third to a half of their work on collecting garbage;
 * 0.3 GB more of memory saves it. Several checkers would find out much of the same, each for itself.
 */
const ROOMY = { GOGC: '400', GOMEMLIMIT: '2GiB' };

/** Runs them one after the other, showing what a failing one has to say. */
export async function runStaticChecks(signal: AbortSignal): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, command } of staticChecks()) {
    const stepping = ['/bin/sh', '-c', STEP_BACK, 'sh', ...command];
    const { code, output, seconds } = await runOnce(stepping, { signal, env: { ...process.env, ...ROOMY } });
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

/** A line per check, and, last, the counts of tests over all of them. */
export function summarise(results: readonly CheckResult[]): string {
  const rows = results.map(({ name, isPassed, seconds, tests }) => {
    const counts = tests ? `  ${describe(tests)}` : '';
    return `  ${isPassed ? 'ok    ' : 'FAILED'}  ${name.padEnd(28)}${seconds.toFixed(1).padStart(6)} s${counts}`;
  });
  const failed = results.filter(({ isPassed }) => !isPassed).length;
  const sum = (key: keyof TestCounts): number => results.reduce((total, { tests }) => total + (tests?.[key] ?? 0), 0);
  const all = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  return [
    '',
    ...rows,
    '',
    `Checks: ${results.length - failed} passed, ${failed} failed`,
    `Tests: ${describe(all)}`,
  ].join('\n');
}

function describe({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A tool of node_modules under our own Node, which needs no `node` on PATH. */
function tool(name: string, ...args: string[]): string[] {
  return [process.execPath, inProject('node_modules', '.bin', name), ...args];
}
