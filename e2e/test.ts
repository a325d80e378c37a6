import { chromium, type Browser } from 'playwright-core';
import { inject, test as base } from 'vitest';

import { visit, type Visit, type VisitOptions } from './visit.ts';

/** `test` with the run's browser, and with `open`: a new visitor, with a profile and a site of their own. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await chromium.connect(inject('browserUrl'));
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
