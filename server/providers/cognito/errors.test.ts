import { expect, test } from 'vitest';

import { identityError } from './errors.ts';

test.each([
  ['no connection', { name: 'TimeoutError', syscall: 'connect' }, 'unavailable'],
  [
    'no connection in time',
    { name: 'TimeoutError', message: 'the socket did not establish a connection in 2000 ms' },
    'unavailable',
  ],
  ['no reply', { name: 'TimeoutError', syscall: 'read' }, 'ambiguous'],
])('what a call with %s came to', (_what, error, kind) => {
  expect(identityError(Object.assign(new Error('x'), error))).toMatchObject({ kind });
});
