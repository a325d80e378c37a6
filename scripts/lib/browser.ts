import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from 'playwright-core';

import { inProject } from './project.ts';
import { runOnce } from './run-once.ts';

/** Program names of Debian, Google and Apple. The headless shell opens a page for a third of the processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const DOWNLOAD_MS = 180_000;
const APT_MS = 240_000;

/** Instructions for a machine without a browser that cannot download one. */
export const howToInstall =
  'No browser for the browser tests: install Chromium (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one.';

/**
 * Finds a Chromium or Chrome that starts: an installed one, else Playwright's own, else one that Playwright downloads, or
 * apt-get if we are root on Debian.
 * @returns its path; null if none is available
 */
export async function findBrowser(signal: AbortSignal): Promise<string | null> {
  const installed = findInstalled();
  if (installed) return installed;
  console.log('Downloading a browser for the browser tests (once) ...');
  const cli = inProject('node_modules/playwright-core/cli.js');
  await runOnce([process.execPath, cli, 'install', 'chromium'], { signal: within(signal, DOWNLOAD_MS) });
  const downloaded = findInstalled();
  if (downloaded || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return downloaded;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = 'apt-get update -q && apt-get install -qy --no-install-recommends chromium-headless-shell';
  await runOnce(['/bin/sh', '-c', apt], { signal: within(signal, APT_MS), env });
  return findInstalled();
}

function findInstalled(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [process.env['CHROMIUM_PATH'] ?? '', ...onPath, ...APPLICATIONS, chromium.executablePath()];
  return candidates.find((path) => path !== '' && existsSync(path) && starts(path)) ?? null;
}

/** Starts the program, because Ubuntu's /usr/bin/chromium-browser may only print that a snap is required. */
function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function within(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}
