import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { chromium } from 'playwright-core';
import { z } from 'zod';

import { freePort } from '#server/testing/free-port.ts';

import { launchBrowser } from '../e2e/browser.ts';
import { npm } from '../scripts/bootstrap/run.mjs';

const exec = promisify(execFile);
/** With a lock file of its own. */
const folder = join(import.meta.dirname, 'lighthouse');

const runSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});

/** What is read from a run. Scores go from 0 to 100, times are in milliseconds. */
export type Audit = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
};

type AuditOptions = {
  /** Patterns of addresses that are not fetched. */
  readonly blocked?: string[];
  /** Arrives with the mark of a session. */
  readonly isSignedIn?: boolean;
};

/** Lighthouse's phone, on a slow line: computed from one quick load (simulate), or really slowed down (devtools). */
export async function audit(
  url: string,
  throttling: 'simulate' | 'devtools',
  { blocked = [], isSignedIn = false }: AuditOptions = {},
): Promise<Audit> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    if (isSignedIn) await leaveMark(port, url);
    const { categories, audits } = await runLighthouse(url, [
      `--port=${port}`,
      `--throttling-method=${throttling}`,
      ...blocked.map((pattern) => `--blocked-url-patterns=${pattern}`),
      // Or the mark would go; nothing else is there, because the browser is new.
      ...(isSignedIn ? ['--disable-storage-reset'] : []),
    ]);
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcpMs: value('largest-contentful-paint'),
      tbtMs: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    };
  } finally {
    await browser.close();
  }
}

async function runLighthouse(url: string, flags: readonly string[]): Promise<z.infer<typeof runSchema>> {
  await installLighthouse();
  const program = join(folder, 'node_modules/lighthouse/cli/index.js');
  const args = [program, url, '--output=json', '--quiet', '--no-enable-error-reporting', ...flags];
  const { stdout } = await exec(process.execPath, args, { maxBuffer: 100 * 2 ** 20 });
  const run = runSchema.parse(JSON.parse(stdout));
  if (run.runtimeError) throw new Error(`Lighthouse gave no result for ${url}: ${run.runtimeError.message}`);
  return run;
}

async function installLighthouse(): Promise<void> {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  const code = await npm(folder, ['ci', '--ignore-scripts']);
  if (code !== 0) throw new Error(`Lighthouse could not be installed: npm ci ended with ${code}.`);
}

/** Lighthouse visits with the browser's own profile, not with one of a test. */
async function leaveMark(port: number, url: string): Promise<void> {
  await using browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await browser.contexts()[0]?.addCookies([{ name: 'authenticated', value: 'true', url }]);
}
