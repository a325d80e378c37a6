import { expect, test, vi } from 'vitest';

import { defaultBrand } from './default-brand.ts';

test.for([
  [10, '10 minutes', '10 minutes'],
  [1, '1 minute', 'two minutes'],
] as const)('a memory of %d is "%s", and copies are kept %s', async ([memoryMinutes, memory, copies]) => {
  vi.stubGlobal('installedBrand', { ...defaultBrand, memoryMinutes });
  vi.resetModules();
  const { memoryTime, copiesKept } = await import('./memory-time.ts');
  vi.unstubAllGlobals();
  expect([memoryTime, copiesKept]).toEqual([memory, copies]);
});
