import { existsSync } from 'node:fs';

import { chromium, type Browser } from 'playwright-core';

/** Common paths of Chromium; `CHROMIUM_PATH` sets another. */
const places = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Starts a headless browser, the installed one or Playwright's download, with further switches. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = places.find((place) => place !== '' && existsSync(place));
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
}
