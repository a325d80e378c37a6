/** `npm test`: runs every check. `npm test -- server/texting` runs only the tests with that in their path. */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { openThrowawayDatabase } from '#embedded/open-database.ts';

import { findBrowser, howToInstall } from '../lib/browser.ts';
import { type CheckResult, heading, runStaticChecks, summarize } from '../lib/checks.ts';
import { inCache } from '../lib/project.ts';
import { listenForStop } from '../lib/stopping.ts';
import { runVitest } from '../lib/vitest-run.ts';
import { buildWeb } from '../lib/web-build.ts';

const { asked } = listenForStop();
const filters = process.argv.slice(2);
const results: CheckResult[] = [];

// Held until the last run has ended, so that it is not stopped and recreated between runs.
const opening = openThrowawayDatabase(inCache('test-postgres'));
const [site, browser, database] = await Promise.all([buildSite(), findBrowser(asked), opening]);
// Temporary files are next to it: in memory if there is room, and removed with it.
const scratch = join(realpathSync(inCache('test-postgres')), 'scratch');
mkdirSync(scratch, { recursive: true });
const env = { TMPDIR: scratch };
// The tests wait more than they work: the static checks run in the remaining processor time.
const staticChecks = filters.length > 0 ? [] : runStaticChecks(asked);
for (const run of [runUnitTests, () => runBrowserTests(browser)]) {
  if (!asked.aborted) results.push(await run());
}
results.unshift(...(await staticChecks), site);
await database.close();

console.log(asked.aborted ? '\nStopped.' : summarize(results));
process.exitCode = asked.aborted || results.some(({ isPassed }) => !isPassed) ? 1 : 0;
if (process.connected) process.disconnect();

async function buildSite(): Promise<CheckResult> {
  const began = performance.now();
  const outcome = await buildWeb(asked).then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome) console.error(outcome instanceof Error ? outcome.message : outcome);
  return { name: 'site build', isPassed: outcome === null, seconds: (performance.now() - began) / 1000 };
}

function runUnitTests(): Promise<CheckResult> {
  heading('unit and integration tests');
  return runVitest({ name: 'unit and integration tests', project: 'unit', filters, env }, asked);
}

async function runBrowserTests(browserPath: string | null): Promise<CheckResult> {
  heading('browser tests');
  if (browserPath !== null) {
    const withBrowser = { ...env, CHROMIUM_PATH: browserPath };
    return runVitest({ name: 'browser tests', project: 'e2e', filters, env: withBrowser }, asked);
  }
  console.log(howToInstall);
  return { name: 'browser tests', isPassed: false, seconds: 0 };
}
