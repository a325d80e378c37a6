import { test as base } from 'vitest';

import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** A `test` with one product, started with these options, for the whole file, as `it`. */
export function testsOfOne(options: TestAppOptions) {
  return (
    base
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
      .extend('it', { scope: 'file' }, async ({}, { onCleanup }): Promise<TestApp> => {
        const it = await startTestApp(options);
        onCleanup(() => it[Symbol.asyncDispose]());
        return it;
      })
  );
}

/**
 * `test` with one product for the whole file, as `it`: for tests that are many and only touch data of their own.
 * Browsers may claim any address (TRUST_PROXY).
 */
export const test = testsOfOne({ settings: { TRUST_PROXY: '127.0.0.1' } });
