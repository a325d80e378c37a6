import { test as base } from 'vitest';

import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';

export type { Sandbox };

/** The product's address in the sandbox's settings. */
export const sandboxProductUrl = 'https://askline.example';

/** `test` with the sandbox for the whole file, as `sandbox`; without the product. */
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
