import { expect, test } from 'vitest';

import { createQuestionTags } from './question-tag.ts';

const [from, to] = ['+12125550142', '+13125550100'];

test('a question keeps its tag whatever its case and spaces, and no other question has it', () => {
  const tag = createQuestionTags();
  const first = tag({ from, to, body: 'Weather 60614' });
  expect(tag({ from, to, body: ' weather  60614\n' })).toBe(first);
  for (const body of ['weather 60615', 'weather 60614?', 'weather', '2+2', '2-2']) {
    expect(tag({ from, to, body }), body).not.toBe(first);
  }
  expect(tag({ from: '+12125550143', to, body: 'Weather 60614' })).not.toBe(first);
  expect(tag({ from, to: '+13125550101', body: 'Weather 60614' })).not.toBe(first);
});

test('neither another process nor the same one a day later computes the same tag', () => {
  let nowMs = 0;
  const tag = createQuestionTags(() => nowMs);
  const first = tag({ from, to, body: 'weather' });
  expect(createQuestionTags()({ from, to, body: 'weather' })).not.toBe(first);
  nowMs = 24 * 60 * 60_000 - 1;
  expect(tag({ from, to, body: 'weather' })).toBe(first);
  nowMs += 1;
  expect(tag({ from, to, body: 'weather' })).not.toBe(first);
});
