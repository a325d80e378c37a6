import { expect, test } from 'vitest';

import { explore } from './testing/explore.ts';
import type { Variant } from './testing/protocol-model.ts';

const budget = { webhooks: 2, attempts: 2, crashes: 2 };

test('as designed, no reachable state has two answers and each can still reach exactly one', () => {
  const verdict = explore('as_designed', budget);
  expect(verdict).toMatchObject({ isSafe: true, stuck: 0 });
  expect(verdict.states).toBeGreaterThan(1000);
});

test('without delivery reports it is slower, and as safe', () => {
  expect(explore('no_callbacks', budget)).toMatchObject({ isSafe: true, stuck: 0 });
});

test.each<Variant>([
  'no_sweep',
  'acknowledged_before_commit',
  'done_before_post',
  'doubts_without_end',
  'crisis_taken_for_answer',
])('weakened (%s), a text is lost or stuck', (variant) => {
  expect(explore(variant, budget).stuck).toBeGreaterThan(0);
});

test.each<Variant>([
  'no_fence',
  'row_not_moved_with_intent',
  'new_attempt_after_timeout',
  'absent_without_settling',
  'no_post_guard',
  'counted_outside_flip',
  'resent_after_giving_up',
])('weakened (%s), somebody gets two answers or is counted twice', (variant) => {
  expect(explore(variant, budget).isSafe).toBe(false);
});
