import { test as base } from 'vitest';

import { startTestApp, type TestApp } from './test-app.ts';

/** A `test` with one product for the whole file, as `it`. */
export function testsOfOne<App extends TestApp>(start: () => Promise<App>) {
  return (
    base
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
      .extend('it', { scope: 'file' }, async ({}, { onCleanup }): Promise<App> => {
        const it = await start();
        onCleanup(() => it[Symbol.asyncDispose]());
        return it;
      })
  );
}

/**
 * `test` with one product for the whole file, as `it`: for files with many tests that only use their own data. Browsers
 * can set their address (TRUST_PROXY).
 */
export const test = testsOfOne(() => startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } }));
