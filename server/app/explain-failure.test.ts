import { expect, test } from 'vitest';

import { explainFailure } from './explain-failure.ts';

function failed(code: string, details: object = {}): Error {
  return Object.assign(new Error('inner'), { code, ...details });
}

test('a statement that was canceled is not told as a database that cannot be reached', () => {
  for (const error of [failed('57014'), new Error('outer', { cause: failed('57014') })]) {
    expect(explainFailure(error)).toMatch(/^The database canceled a statement \(57014\)/);
  }
  expect(explainFailure(failed('ECONNREFUSED'))).toContain('cannot be reached');
});
