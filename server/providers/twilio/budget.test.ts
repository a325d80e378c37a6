import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { CarrierBudget, type TurnRefusal, type Rank, type Turn } from './budget.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const from = '+12025550100';

function take(budget: CarrierBudget, rank: Rank, segments = 1, withinMs = 2000): Promise<Turn | TurnRefusal> {
  return budget.take({ rank, from, segments }, withinMs);
}

async function turnOf(taken: Promise<Turn | TurnRefusal>): Promise<Turn> {
  const turn = await taken;
  if ('waitMs' in turn) throw new Error('there is no turn');
  return turn;
}

/** The ranks of these calls in the order in which they get their turns. */
function inOrder(budget: CarrierBudget, ranks: readonly Rank[], withinMs: number): Rank[] {
  const went: Rank[] = [];
  const one = async (rank: Rank): Promise<void> => {
    using turn = await turnOf(take(budget, rank, 1, withinMs));
    turn.report({ kind: 'served' });
    went.push(rank);
  };
  for (const rank of ranks) void one(rank);
  return went;
}

test('of 200 texts during 30 s of 429 only the first few and some probes reach the carrier', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 0 });
  let [creates, sent] = [0, 0];
  const storm = performance.now() + 30_000;
  const one = async (): Promise<void> => {
    for (;;) {
      const place = await take(budget, 'answer');
      if ('waitMs' in place) {
        await new Promise((resolve) => setTimeout(resolve, place.waitMs));
        continue;
      }
      using turn = place;
      creates += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      const isRefused = performance.now() < storm;
      turn.report(isRefused ? { kind: 'rate_limited', retryAfterMs: 1000 } : { kind: 'served' });
      if (isRefused) continue;
      sent += 1;
      return;
    }
  };
  const all = Promise.all(Array.from({ length: 200 }, one));
  await vi.advanceTimersByTimeAsync(45_000);
  await all;
  expect(sent).toBe(200);
  expect(creates - sent).toBeLessThanOrEqual(80);
});

test('refused credentials are retried once in five seconds, however many calls wait', async () => {
  const reasons: string[] = [];
  const budget = new CarrierBudget({ segmentsPerSecond: 0, onPause: (reason) => reasons.push(reason) });
  using first = await turnOf(take(budget, 'answer'));
  first.report({ kind: 'auth' });
  for (const rank of ['answer', 'list', 'redaction'] as const) {
    expect(await budget.take({ rank }, 2000)).toEqual({ waitMs: 5000 });
  }
  expect(reasons).toEqual(['auth']);
});

test('a crisis reply waits for nothing', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 1 });
  using first = await turnOf(take(budget, 'answer', 10));
  first.report({ kind: 'auth' });
  const urgent = await take(budget, 'crisis', 1, 0);
  expect('report' in urgent).toBe(true);
});

test('answers go before fixed replies, and those before what can wait', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 1 });
  using first = await turnOf(take(budget, 'answer', 4));
  const went = inOrder(budget, ['proactive', 'reply', 'answer'], 10_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(went).toEqual(['answer', 'reply', 'proactive']);
  first.report({ kind: 'served' });
});

test('the segments of a number are limited per second, without delaying another number', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 2 });
  let sent = 0;
  const one = async (): Promise<void> => {
    using turn = await turnOf(take(budget, 'answer', 2, 60_000));
    turn.report({ kind: 'served' });
    sent += 1;
  };
  const all = Promise.all(Array.from({ length: 12 }, one));
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toBeGreaterThanOrEqual(6);
  expect(sent).toBeLessThanOrEqual(8);
  using other = await turnOf(budget.take({ rank: 'answer', from: '+12025550101', segments: 2 }, 0));
  other.report({ kind: 'served' });
  await vi.advanceTimersByTimeAsync(10_000);
  await all;
});

test('a turn that was not used gives its segments back', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 1 });
  for (let nth = 0; nth < 3; nth += 1) {
    using turn = await turnOf(take(budget, 'answer', 20, 0));
    expect('report' in turn).toBe(true);
  }
  using used = await turnOf(take(budget, 'answer', 20, 0));
  used.report({ kind: 'served' });
  expect(await take(budget, 'answer', 1, 0)).toMatchObject({ waitMs: expect.any(Number) });
});

test('a full queue of one number stops that number alone', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 0 });
  using first = await turnOf(take(budget, 'answer'));
  first.report({ kind: 'number', retryAfterMs: 10_000 });
  expect(await take(budget, 'answer')).toEqual({ waitMs: 10_000 });
  using other = await turnOf(budget.take({ rank: 'answer', from: '+12025550101' }, 0));
  other.report({ kind: 'served' });
});

test('one error does not close the valve; five in a row do, for sends and not for look-ups', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 0 });
  for (let errors = 1; errors <= 5; errors += 1) {
    using turn = await turnOf(take(budget, 'answer'));
    turn.report({ kind: 'trouble' });
  }
  expect(await take(budget, 'answer', 1, 500)).toEqual({ waitMs: 1000 });
  using look = await turnOf(budget.take({ rank: 'list' }, 0));
  look.report({ kind: 'served' });
});

test('redaction leaves most of the concurrent calls to texts', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 0 });
  const taken = await Promise.all(Array.from({ length: 64 }, () => turnOf(budget.take({ rank: 'redaction' }, 0))));
  expect(await budget.take({ rank: 'redaction' }, 0)).toMatchObject({ waitMs: expect.any(Number) });
  using text = await turnOf(take(budget, 'answer', 1, 0));
  text.report({ kind: 'served' });
  for (const turn of taken) turn[Symbol.dispose]();
});

test('when calls are scarce, each number has its turn, however many calls of another wait', async () => {
  const budget = new CarrierBudget({ segmentsPerSecond: 0 });
  const holding = await Promise.all(Array.from({ length: 64 }, () => turnOf(take(budget, 'answer'))));
  const went: string[] = [];
  const one = async (number: string): Promise<void> => {
    using turn = await turnOf(budget.take({ rank: 'answer', from: number, segments: 1 }, 2000));
    turn.report({ kind: 'served' });
    went.push(number);
  };
  for (const number of ['+12025550101', '+12025550101', '+12025550101', '+12025550102']) void one(number);
  expect([budget.underWay, budget.waiting]).toEqual([64, 4]);
  for (const turn of holding.slice(0, 2)) {
    turn[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(new Set(went.slice(0, 2))).toEqual(new Set(['+12025550101', '+12025550102']));
  for (const turn of holding.slice(2)) turn[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(0);
  expect(budget.waiting).toBe(0);
});
