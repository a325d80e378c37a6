import lighthouse, { type Flags } from 'lighthouse';
import { chromium } from 'playwright-core';

import { freePort } from '#server/testing/free-port.ts';

import { launchBrowser } from '../e2e/browser.ts';

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
    const flags: Flags = {
      port,
      throttlingMethod: throttling,
      blockedUrlPatterns: blocked,
      logLevel: 'error',
      // Or the mark would go; nothing else is there, because the browser is new.
      disableStorageReset: isSignedIn,
    };
    const run = await lighthouse(url, flags);
    if (!run) throw new Error(`Lighthouse gave no result for ${url}`);
    const { categories, audits } = run.lhr;
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

/** Lighthouse visits with the browser's own profile, not with one of a test. */
async function leaveMark(port: number, url: string): Promise<void> {
  await using browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await browser.contexts()[0]?.addCookies([{ name: 'authenticated', value: 'true', url }]);
}
