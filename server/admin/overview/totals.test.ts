import { expect, test } from 'vitest';

import { periodTotals, rangeTotals } from './totals.ts';

const prices = { modelCall: 5200, segmentSent: 8300, textReceived: 7900, paymentShare: 0.029, paymentFixed: 300_000 };

test('a failure or an answer that was taken back in a later period leaves no share above one and no negative count', () => {
  // Five answers that came after all: their failures were counted before the range began.
  const counts = { 'questions.answered': 15, 'questions.failed': -5, 'questions.answered_ms.2': 15 };
  expect(rangeTotals(counts, prices)).toMatchObject({ answered: 15, failed: 0, answeredShare: 1 });
  // Answers that never left the carrier, and go out again in the next period.
  const back = { 'questions.answered': -2, 'questions.failed': 1, 'questions.answered_ms.1': -2 };
  expect(periodTotals(back, prices)).toMatchObject({ answered: 0, failed: 1, p50Ms: null });
  expect(rangeTotals(back, prices)).toMatchObject({ answered: 0, answeredShare: 0, costPerAnswer: null });
  const nothing = { 'questions.answered': 1, 'questions.failed': -1, 'questions.answered_ms.0': 1 };
  expect(rangeTotals(nothing, prices)).toMatchObject({ answered: 1, failed: 0, answeredShare: 1 });
  expect(rangeTotals({ 'questions.failed': -1 }, prices)).toMatchObject({ failed: 0, answeredShare: null });
});

test('one class of times below zero does not move the times of the others', () => {
  const answered = { 'questions.answered_ms.2': 4, 'questions.answered': 4 };
  const { p50Ms, p99Ms } = periodTotals(answered, prices);
  expect(periodTotals({ ...answered, 'questions.answered_ms.0': -3 }, prices)).toMatchObject({ p50Ms, p99Ms });
});
