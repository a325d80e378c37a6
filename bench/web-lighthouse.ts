import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { freePort } from '#server/testing/free-port.ts';

import { launchBrowser } from '../e2e/browser.ts';
import { runLighthouse, setKeptSlowdown, type LighthouseRun } from './lighthouse-cli.ts';

/**
 * Lighthouse's benchmark index of the simulated phone. By default Lighthouse slows every machine down by 4, which gives a
 * realistic phone on a fast desktop (1500 to 2000) but an unrealistically slow one on a slow machine; its documentation
 * asks for calibration (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md, "Calibrating the CPU
 * slowdown"). This value is the slowest result of the default on a fast desktop; Chrome's own calibration uses 1000 for
 * the middle tier (a Pixel 5) and 264 for the low tier (CalibrationController.ts in devtools-frontend).
 */
const PHONE_INDEX = 1500 / 4;
const DEFAULT_SLOWDOWN = 4;

/** The slowdown that simulates that phone on this machine; at most Lighthouse's default. */
function slowdownOf(benchmarkIndex: number): number {
  return Math.min(Math.max(Number((benchmarkIndex / PHONE_INDEX).toFixed(2)), 1), DEFAULT_SLOWDOWN);
}

/** The figures of a run: scores from 0 to 100, times in milliseconds. */
export type Audit = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** The speed of this machine during the run. */
  readonly benchmarkIndex: number;
};

/** `slowdown` is the calibrated slowdown; `performanceAt4` is the score of the same load without calibration. */
export type PhoneAudit = Audit & { readonly slowdown: number; readonly performanceAt4: number };

/** Simulates Lighthouse's phone on a slow network from one fast load. `isSignedIn`: with the cookie of a session. */
export async function auditOnPhone(url: string, { isSignedIn = false } = {}): Promise<PhoneAudit> {
  await using kept = await mkdtempDisposable(join(tmpdir(), 'lighthouse-'));
  const flags = [
    '--throttling-method=simulate',
    `--audit-mode=${kept.path}`,
    // Keeps the cookie; the new browser has no other storage.
    ...(isSignedIn ? ['--disable-storage-reset'] : []),
  ];
  const plain = read(await withBrowser(url, isSignedIn, [...flags, `--gather-mode=${kept.path}`]));
  const slowdown = slowdownOf(plain.benchmarkIndex);
  await setKeptSlowdown(kept.path, slowdown);
  const calibrated = read(await runLighthouse(url, [...flags, `--throttling.cpuSlowdownMultiplier=${slowdown}`]));
  return { ...calibrated, slowdown, performanceAt4: plain.performance };
}

/** A load with a throttled network and processor; URLs that match `blocked` are not loaded. */
export async function auditSlowed(url: string, slowdown: number, blocked: readonly string[] = []): Promise<Audit> {
  const run = await withBrowser(url, false, [
    '--throttling-method=devtools',
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    ...blocked.map((pattern) => `--blocked-url-patterns=${pattern}`),
  ]);
  return read(run);
}

async function withBrowser(url: string, isSignedIn: boolean, flags: readonly string[]): Promise<LighthouseRun> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    if (isSignedIn) await setSessionCookie(port, url);
    return await runLighthouse(url, [`--port=${port}`, ...flags]);
  } finally {
    await browser.close();
  }
}

function read({ categories, audits, environment }: LighthouseRun): Audit {
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
    benchmarkIndex: environment.benchmarkIndex,
  };
}

/** Sets the cookie in the browser's default profile, which Lighthouse uses. */
async function setSessionCookie(port: number, url: string): Promise<void> {
  await using browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await browser.contexts()[0]?.addCookies([{ name: 'authenticated', value: 'true', url }]);
}
