import { test as base } from 'vitest';

import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';

export type { Sandbox };

/** Where the sandbox's third parties believe the product to be. */
export const sandboxProductUrl = 'https://askline.example';

/** `test` with the third parties, without the product, for the whole file, as `sandbox`. */
export const test = base.extend(
  'sandbox',
  { scope: 'file' },
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  async ({}, { onCleanup }): Promise<Sandbox> => {
    const sandbox = await startSandbox({ port: 0, productUrl: sandboxProductUrl });
    onCleanup(() => sandbox[Symbol.asyncDispose]());
    return sandbox;
  },
);
