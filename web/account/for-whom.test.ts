import { expect, test } from 'vitest';

import { readForWhom } from './for-whom.ts';

test('a link that names no one known is the ordinary sign-up', () => {
  expect(readForWhom('?for=parent')?.owner).toBe('other');
  for (const search of ['', '?for=', '?for=neighbor', '?for=toString', '?for=constructor', '?for=__proto__']) {
    expect(readForWhom(search), search).toBe(null);
  }
});
