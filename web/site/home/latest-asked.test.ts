import { expect, test } from 'vitest';

import { append, appendLimit } from './demo-state.ts';
import { latestAsked } from './latest-asked.ts';

test('the drawn phone shows the latest question of the visitor with its answer, not the message about the limit', () => {
  const asked = append([], 'sent', 'a');
  expect(latestAsked(asked)).toEqual({ question: 'a', answer: null });
  const answered = append(asked, 'received', 'b');
  expect(latestAsked(appendLimit(answered, 'limit'))).toEqual({ question: 'a', answer: 'b' });
  expect(latestAsked(append(answered, 'sent', 'c'))).toEqual({ question: 'c', answer: null });
});
