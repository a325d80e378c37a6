import { expect, test } from 'vitest';

import { readAnswer } from './ask-demo.ts';

test.each([
  [{ response: 'Yes.' }, 'Yes.'],
  [{ response: { result: 'Yes.' } }, 'Yes.'],
  [{ result: 'Yes.' }, 'Yes.'],
  [{ response: '', result: 'Yes.' }, 'Yes.'],
  [{ response: '  ' }, null],
  [{ response: { other: 1 } }, null],
  [{}, null],
  [null, null],
  ['Yes.', null],
])('the answer in %j is %j', (reply, answer) => {
  expect(readAnswer(reply)).toBe(answer);
});
