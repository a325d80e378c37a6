/**
 * `npm test`: runs every check. `npm test -- server/texting` runs only the tests with that in their path, and
 * `npm test -- --changed` the static checks and the tests of what differs from the branch `main`.
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { openThrowawayDatabase } from '#embedded/open-database.ts';

import { findBrowser, howToInstall } from '../lib/browser.ts';
import { buildServer, buildWeb } from '../lib/builds.ts';
import { changedFiles } from '../lib/changes.ts';
import { type CheckResult, heading, runStaticChecks, summarize } from '../lib/checks.ts';
import { inCache } from '../lib/project.ts';
import { secondTry } from '../lib/second-try.ts';
import { listenForStop } from '../lib/stopping.ts';
import { runVitest, type VitestRun } from '../lib/vitest-run.ts';

const { asked } = listenForStop();
const given = process.argv.slice(2);
const filters = given.filter((argument) => argument !== '--changed');
const changed = given.includes('--changed') ? changedFiles() : null;

// Held until the last run has ended, so that it is not stopped and recreated between runs.
const opening = openThrowawayDatabase(inCache('test-postgres'));
const [build, browser, database] = await Promise.all([buildAll(), findBrowser(asked), opening]);
// Temporary files are next to it, in memory if there is room, and removed with it.
const scratch = join(realpathSync(inCache('test-postgres')), 'scratch');
mkdirSync(scratch, { recursive: true });
const env = { TMPDIR: scratch };
// Unit tests mostly wait, so browser tests and, at the lowest priority, static checks use the idle time.
const staticChecks = filters.length > 0 ? Promise.resolve([]) : runStaticChecks(asked);
const [checks, ...tested] = await Promise.all([staticChecks, runUnitTests(), runBrowserTests(browser)]);
const results = [...checks, build, ...(await againWhereFailed(tested))];
await database.close();

console.log(asked.aborted ? '\nStopped.' : summarize(results));
process.exitCode = asked.aborted || results.some(({ isPassed }) => !isPassed) ? 1 : 0;
if (process.connected) process.disconnect();

/** The pages, which the server serves, and the server, which tests start as a process. */
async function buildAll(): Promise<CheckResult> {
  const began = performance.now();
  const outcome = await Promise.all([buildWeb(asked), buildServer(asked)]).then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome) console.error(outcome instanceof Error ? outcome.message : outcome);
  return { name: 'builds', isPassed: outcome === null, seconds: (performance.now() - began) / 1000 };
}

type Tested = { readonly run: VitestRun; readonly result: CheckResult };

function runUnitTests(): Promise<Tested> {
  return runTests({ name: 'unit and integration tests', project: 'unit', env });
}

async function runBrowserTests(browserPath: string | null): Promise<Tested> {
  const run = { name: 'browser tests', project: 'e2e' } as const;
  if (browserPath !== null) return runTests({ ...run, env: { ...env, CHROMIUM_PATH: browserPath } });
  console.log(howToInstall);
  return { run, result: { name: run.name, isPassed: false, seconds: 0 } };
}

async function runTests(run: VitestRun): Promise<Tested> {
  if (changed?.length === 0) return { run, result: { name: run.name, isPassed: true, seconds: 0 } };
  heading(run.name);
  return { run, result: await runVitest({ ...run, filters, changed }, asked) };
}

/** Repeats failed runs one by one, so that each has the machine to itself; a run asked for by name is not repeated. */
async function againWhereFailed(tested: readonly Tested[]): Promise<CheckResult[]> {
  const settled: CheckResult[] = [];
  for (const { run, result } of tested) {
    settled.push(filters.length > 0 || changed !== null ? result : await secondTry(run, result, asked));
  }
  return settled;
}
