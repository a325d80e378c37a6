import { join } from 'node:path';

import { expect, test } from 'vitest';

import { deviceOf, diskShortage, readDiskSpace } from './disk-space.ts';

const here = import.meta.dirname;

test('a disk is full if the needed bytes do not fit, and unknown if there is none', async () => {
  expect((await readDiskSpace(here, Number.MAX_SAFE_INTEGER))?.state).toBe('full');
  expect((await readDiskSpace(here))?.state).not.toBe('full');
  expect(await readDiskSpace(join(here, 'none'))).toBeNull();
  expect(await diskShortage(here, Number.MAX_SAFE_INTEGER)).toBe(2);
  expect(await diskShortage(join(here, 'none'), 1)).toBeNull();
});

test('a folder that does not exist yet is on the disk of its parent', async () => {
  expect(await deviceOf(join(here, 'none', 'of', 'these'))).toEqual(await deviceOf(here));
});
