import { expect, test } from 'vitest';

import { normalPath } from './page.ts';

test.each([
  ['/', '/'],
  ['', '/'],
  ['/FAQ', '/faq'],
  ['/Faq/', '/faq'],
  ['/about-us//', '/about-us'],
  ['//evil.example', '//evil.example'],
])('%s is the page %s', (pathname, path) => {
  expect(normalPath(pathname)).toBe(path);
});
