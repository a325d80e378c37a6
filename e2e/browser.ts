import { existsSync } from 'node:fs';

import { chromium, type Browser } from 'playwright-core';

/** Where Debian and most others put it; `CHROMIUM_PATH` names another. */
const places = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A headless browser, one that is installed or the one that Playwright downloaded, with switches of its own. */
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
