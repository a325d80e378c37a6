import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { mutants } from './testing/mutants.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const weakened = [
  'no_missed_text_check',
  'acknowledged_before_commit',
  'row_not_moved_with_intent',
  'done_before_post',
  'no_fence',
  'new_attempt_after_timeout',
  'absent_without_settling',
  'no_post_guard',
  'counted_outside_flip',
  'resent_after_giving_up',
  'unknown_sends_without_end',
  'crisis_taken_for_answer',
];

/** bench/mutants.bench.ts shows that each mutant makes its test fail; this test keeps the list up to date. */
test.each(mutants)('a mutant ($variant) still fits the code: $file', ({ file, find, replace, caughtBy }) => {
  expect(read(file).split(find)).toHaveLength(2);
  expect(replace).not.toContain(find);
  const [name] = caughtBy.test.split(': ');
  expect(read(caughtBy.file)).toContain(name);
});

test('every weakened variant of the model has a mutant of the code', () => {
  expect(mutants.map(({ variant }) => variant)).toEqual(expect.arrayContaining(weakened));
});
