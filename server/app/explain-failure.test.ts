import { expect, test } from 'vitest';

import { OperatorError } from '#server/platform/operator-error.ts';

import { explainFailure } from './explain-failure.ts';

function failed(code: string, details: object = {}): Error {
  return Object.assign(new Error('inner'), { code, ...details });
}

test.each([
  ['57014', /^The database canceled a statement \(57014\)/],
  [
    '53100',
    /^The disk of the database that is written to is full \(53100\)\. For the check of a backup that is TMPDIR/,
  ],
  ['25006', /^The database is read-only \(25006\)/],
  ['ECONNREFUSED', /^The database cannot be reached/],
  ['ENOSPC', /^The disk is full/],
])('a failure with the code %s is explained correctly', (code, says) => {
  expect(explainFailure(failed(code))).toMatch(says);
});

test('a failure that the operator can fix is explained with its remedy, if it has one', () => {
  expect(explainFailure(new OperatorError('It is not.', 'Do this.'))).toBe('It is not. Do this.');
  expect(explainFailure(new OperatorError('It is not.'))).toBe('It is not.');
});

test('the answer of a database is found behind another error', () => {
  for (const code of ['57014', '53100', '25006']) {
    expect(explainFailure(new Error('outer', { cause: failed(code) }))).toContain(`(${code})`);
  }
});
