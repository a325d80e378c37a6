import { expect, test } from 'vitest';

import { DayBudget } from './day-budget.ts';

const dayMs = 86_400_000;

function budgetOf(max: number) {
  const state = { now: Date.parse('2026-11-23T12:00:00Z'), day: '2026-11-23', sum: 0, told: 0 };
  const budget = new DayBudget({
    max,
    unpriced: 10,
    read: () =>
      state.sum < 0
        ? Promise.reject(new Error('unavailable'))
        : Promise.resolve({ day: state.day, microdollars: state.sum }),
    onSpent: () => (state.told += 1),
    now: () => state.now,
  });
  return { budget, state };
}

test('what a process spends counts immediately, unpriced calls too, and the end is reported once a day', () => {
  const { budget, state } = budgetOf(100);
  budget.spend(80);
  budget.spend(null);
  expect(budget.isSpent).toBe(false);
  budget.spend(null);
  expect([budget.isSpent, budget.isSpent, state.told]).toEqual([true, true, 1]);
  state.now += dayMs;
  expect(budget.isSpent).toBe(false);
  budget.spend(100);
  expect([budget.isSpent, state.told]).toEqual([true, 2]);
});

test('what other processes spend counts once it is read, and own spending that is not in the sum yet is kept', async () => {
  const { budget, state } = budgetOf(100);
  budget.spend(60);
  await budget.refresh();
  budget.spend(40);
  expect(budget.isSpent).toBe(true);
  const other = budgetOf(100);
  other.state.sum = 100;
  await other.budget.refresh();
  expect(other.budget.isSpent).toBe(true);
  state.sum = -1;
  await budget.refresh();
  expect(budget.isSpent).toBe(true);
});

test('what a process spent is counted once, however often the sum is read', async () => {
  const { budget, state } = budgetOf(100);
  budget.spend(40);
  state.sum = 40;
  for (let read = 0; read < 3; read += 1) await budget.refresh();
  expect(budget.isSpent).toBe(false);
  budget.spend(60);
  expect(budget.isSpent).toBe(true);
});

test("the sum of yesterday, read around midnight, is not today's", async () => {
  const { budget, state } = budgetOf(100);
  state.now += dayMs;
  state.sum = 100;
  await budget.refresh();
  expect(budget.isSpent).toBe(false);
  state.day = '2026-11-24';
  await budget.refresh();
  expect(budget.isSpent).toBe(true);
});

test('a budget of 0 is no limit', () => {
  const { budget } = budgetOf(0);
  budget.spend(1e12);
  expect(budget.isSpent).toBe(false);
});
