import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { freePort } from '#server/testing/free-port.ts';

import { launchBrowser } from '../e2e/browser.ts';
import { runLighthouse, setKeptSlowdown, type LighthouseRun } from './lighthouse-cli.ts';

/**
 * The phone that scores are for, as Lighthouse's index of processors. Lighthouse slows whatever it runs on down by 4:
 * of a fast desk (1500 to 2000) that makes the phone it means, of a slow machine one that no one has, and its docs ask
 * to calibrate (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md, "Calibrating the CPU
 * slowdown"). This is the slowest that the default makes of a fast desk; Chrome's own calibration knows phones of 1000
 * (mid tier, a Pixel 5) and of 264 (low tier; CalibrationController.ts in devtools-frontend).
 */
const PHONE_INDEX = 1500 / 4;
const DEFAULT_SLOWDOWN = 4;

/** By how much a machine is slowed down to be that phone; never by more than Lighthouse's own default. */
export function slowdownOf(benchmarkIndex: number): number {
  return Math.min(Math.max(Number((benchmarkIndex / PHONE_INDEX).toFixed(2)), 1), DEFAULT_SLOWDOWN);
}

/** What is read from a run. Scores go from 0 to 100, times are in milliseconds. */
export type Audit = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** How fast this machine was just then. */
  readonly benchmarkIndex: number;
};

/** `slowdown` is what the figures are for; `performanceAt4` is the score of the same load without the calibration. */
export type PhoneAudit = Audit & { readonly slowdown: number; readonly performanceAt4: number };

/** Lighthouse's phone on a slow line, computed from one quick load. `isSignedIn`: arrives with the mark of a session. */
export async function auditOnPhone(url: string, { isSignedIn = false } = {}): Promise<PhoneAudit> {
  await using kept = await mkdtempDisposable(join(tmpdir(), 'lighthouse-'));
  const flags = [
    '--throttling-method=simulate',
    `--audit-mode=${kept.path}`,
    // Or the mark would go; nothing else is there, because the browser is new.
    ...(isSignedIn ? ['--disable-storage-reset'] : []),
  ];
  const plain = read(await withBrowser(url, isSignedIn, [...flags, `--gather-mode=${kept.path}`]));
  const slowdown = slowdownOf(plain.benchmarkIndex);
  await setKeptSlowdown(kept.path, slowdown);
  const calibrated = read(await runLighthouse(url, [...flags, `--throttling.cpuSlowdownMultiplier=${slowdown}`]));
  return { ...calibrated, slowdown, performanceAt4: plain.performance };
}

/** A load that is really slowed down, in line and processor; addresses like the `blocked` patterns are not fetched. */
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
    if (isSignedIn) await leaveMark(port, url);
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

/** Lighthouse visits with the browser's own profile, not with one of a test. */
async function leaveMark(port: number, url: string): Promise<void> {
  await using browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await browser.contexts()[0]?.addCookies([{ name: 'authenticated', value: 'true', url }]);
}
