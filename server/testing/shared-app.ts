import { test as base } from 'vitest';

import { startTestApp, type TestApp } from './test-app.ts';

/** A `test` with one product for the whole file, as `app`. */
export function testsOfOne<App extends TestApp>(start: () => Promise<App>) {
  return (
    base
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
      .extend('app', { scope: 'file' }, async ({}, { onCleanup }): Promise<App> => {
        const app = await start();
        onCleanup(() => app[Symbol.asyncDispose]());
        return app;
      })
  );
}

/**
 * `test` with one product for the whole file, as `app`: for files with many tests that only use their own data. Browsers
 * can set their address (TRUST_PROXY).
 */
export const test = testsOfOne(() => startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } }));
