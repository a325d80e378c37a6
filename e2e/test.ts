import type { Browser } from 'playwright-core';
import { test as base } from 'vitest';

import { launchBrowser } from './browser.ts';
import { visit, type Visit, type VisitOptions } from './visit.ts';

/** `test` with the worker's browser, and with `open`, which gives a new visitor a separate site. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend(
    'open',
    { scope: 'file' },
    ({ browser }): Open =>
      (path, options) =>
        visit(browser, path, options),
  );

export type Open = (path: string, options?: VisitOptions) => Promise<Visit>;
