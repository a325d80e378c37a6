import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { LimitUnavailable } from '#server/platform/rate-limits.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { createAnswerQuery, NoAnswer } from './answer-query.ts';
import { DayBudget } from './day-budget.ts';
import { DemoBudget } from './demo-budget.ts';
import { common, pair, question, said, used } from './testing/providers.ts';

const signal = new AbortController().signal;
const neverRead = () => Promise.reject(new Error('unavailable'));

/** The counter of one database, with budgets of providers that spend from it; `taken` is what each day has lost. */
function demo() {
  const taken = new Map<string, number>();
  const add = (key: string, points: number): boolean => Boolean(taken.set(key, (taken.get(key) ?? 0) + points));
  const rateLimits = {
    takePoints: (limit: { readonly points: number }, key: string, points: number) =>
      Promise.resolve((taken.get(key) ?? 0) + points <= limit.points && add(key, points)),
    givePoints: (_limit: unknown, key: string, points: number) => Promise.resolve(void add(key, -points)),
  };
  const state = { now: Date.parse('2026-11-23T23:59:59Z'), told: 0 };
  const now = () => state.now;
  function budgetOf(max: number, wholeMax = 0) {
    const whole = new DayBudget({ max: wholeMax, unpriced: 10, read: neverRead, onSpent: () => undefined, now });
    const onSpent = () => void (state.told += 1);
    return { whole, budget: new DemoBudget({ whole, rateLimits, max, perCallMax: 30, unpriced: 10, onSpent, now }) };
  }
  return { taken, state, budgetOf };
}

test('a call is settled with its cost, on the day of its reservation; a refusal is reported once a day', async () => {
  const { taken, state, budgetOf } = demo();
  const { budget } = budgetOf(100);
  const [first, second, third] = [await budget.reserve(), await budget.reserve(), await budget.reserve()];
  expect(budget.isClosed).toBe(false);
  expect([await budget.reserve(), await budget.reserve(), state.told]).toEqual([null, null, 1]);
  expect(budget.isClosed).toBe(true);
  state.now += 1000;
  expect(budget.isClosed).toBe(false);
  await first?.spend(4);
  await second?.spend(null);
  await third?.release();
  expect([...taken]).toEqual([['2026-11-23', 14]]);
  expect(await budget.reserve()).not.toBeNull();
  expect([...taken]).toEqual([
    ['2026-11-23', 14],
    ['2026-11-24', 30],
  ]);
});

test('what the demo spends counts in the budget of the provider too, and is refused when that is used up', async () => {
  const { taken, budgetOf } = demo();
  const { budget, whole } = budgetOf(100, 50);
  await (await budget.reserve())?.spend(20);
  expect(budget.isSpent).toBe(false);
  whole.spend(30);
  expect([budget.isSpent, taken.get('2026-11-23')]).toEqual([true, 20]);
});

test.for([
  ['is refused', new ProviderError('model', 'unavailable', { code: '503' }), 0],
  ['fails at the provider', new ProviderError('model', 'unavailable', { code: '500' }), 0],
  ['is never sent', new ProviderError('model', 'unavailable', { code: 'not_sent' }), 0],
  ['ends at a gateway', new ProviderError('model', 'unavailable', { code: '504' }), 30],
  ['loses its provider behind a gateway', new ProviderError('model', 'unavailable', { code: '502' }), 30],
  ['took the provider too long', new ProviderError('model', 'unavailable', { code: '408' }), 30],
  [
    'ends without a reply, and may have been billed,',
    new ProviderError('model', 'unavailable', { code: 'aborted' }),
    30,
  ],
] as const)('a call that %s costs nothing or all that was reserved', async ([, error, cost]) => {
  const { taken, budgetOf } = demo();
  const provider = { ...used('perplexity', () => Promise.reject(error)), budget: budgetOf(30).budget };
  const answerQuery = createAnswerQuery({ ...common, providers: [provider], attemptMs: 1000 });
  await expect(answerQuery(question(5000, 'once'), signal)).rejects.toBeInstanceOf(NoAnswer);
  expect(taken.get('2026-11-23')).toBe(cost);
});

test('where nothing is left for one provider the other one is asked, and where for neither, none', async () => {
  const { budgetOf } = demo();
  const { asked, providers } = pair(
    () => Promise.resolve(said('4,807 meters.')),
    () => Promise.resolve(said('4,808 meters.')),
  );
  const [first, second] = [
    { ...providers[0], budget: budgetOf(20).budget },
    { ...providers[1], budget: budgetOf(35).budget },
  ];
  const answerQuery = createAnswerQuery({ ...common, providers: [first, second], attemptMs: 1000 });
  expect(await answerQuery(question(5000, 'once'), signal)).toMatchObject({ provider: 'openai' });
  await expect(answerQuery(question(5000, 'once'), signal)).rejects.toEqual(new NoAnswer('budget_spent'));
  expect(asked).toEqual(['openai']);
});

/** A budget whose database is away. */
function uncounted() {
  const whole = new DayBudget({ max: 0, unpriced: 10, read: neverRead, onSpent: () => undefined });
  const rateLimits = {
    takePoints: () => Promise.reject(new LimitUnavailable('demo_money', {})),
    givePoints: () => Promise.resolve(),
  };
  const state = { told: 0 };
  const onSpent = () => void (state.told += 1);
  return { state, budget: new DemoBudget({ whole, rateLimits, max: 100, perCallMax: 30, unpriced: 10, onSpent }) };
}

test('while the database cannot count, nothing is reserved, and it is no used-up budget', async () => {
  const { budget, state } = uncounted();
  expect([await budget.reserve(), state.told, budget.isClosed]).toEqual([null, 0, false]);
});

test('a hedge that cannot reserve leaves the call that runs already to answer', async () => {
  const hedged = Promise.withResolvers<void>();
  const { asked, providers } = pair(
    () => hedged.promise.then(() => wait(20, said('4,807 meters.'))),
    () => Promise.resolve(said('4,808 meters.')),
  );
  const { budget } = uncounted();
  const refusing = { isSpent: false, reserve: () => (hedged.resolve(), budget.reserve()) };
  const answerQuery = createAnswerQuery({
    ...common,
    providers: [providers[0], { ...providers[1], budget: refusing }],
    attemptMs: 1000,
  });
  expect(await answerQuery(question(5000, 'once'), signal)).toMatchObject({ provider: 'perplexity' });
  expect(asked).toEqual(['perplexity']);
});
