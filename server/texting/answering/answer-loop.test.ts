import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { until } from '#server/testing/until.ts';

import type { Lease } from '../store/text-store.ts';
import { timing } from '../timing.ts';
import { AnswerLoop, SenderOptedOut } from './answer-loop.ts';
import { inFlightLimit } from './in-flight-limit.ts';
import type { Reserved } from './text-taker.ts';

function text(sender = '+13122000001'): Lease {
  const times = { ageMs: 0, timeLeftMs: 120_000, mayGoInMs: 0 };
  const sid = `SM${randomUUID().replaceAll('-', '')}`;
  return {
    sid,
    fence: 1,
    sender,
    serviceNumber: '+12025550100',
    reply: 'answer',
    language: 'en',
    hasMemory: false,
    attempts: 0,
    ...times,
  };
}

/** A loop whose leases the test provides, and whose work lasts until it is aborted. */
function loopUnderTest(timesOf = timing(100)) {
  const leasing = [Promise.withResolvers<Lease[]>()];
  const [begun, givenBack]: [string[], string[]] = [[], []];
  const aborted: unknown[] = [];
  const asked: string[] = [];
  const store = {
    lease: (limit: number, which: 'all' | 'fixed_replies') => {
      asked.push(`${limit} ${which}`);
      const next = leasing.at(-1)?.promise ?? Promise.resolve([]);
      return next;
    },
    renew: (sids: string[]) => Promise.resolve(new Set(sids)),
    release: async (sids: string[]) => void givenBack.push(...sids),
  };
  const work = (lease: Lease, signal: AbortSignal): Promise<void> => {
    begun.push(lease.sid);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push(signal.reason);
        reject(signal.reason as Error);
      });
    });
  };
  const inFlight = inFlightLimit(2);
  const loop = new AnswerLoop({ store, work, inFlight, log: createLog('silent').log, timing: timesOf });
  return {
    loop,
    begun,
    givenBack,
    aborted,
    asked,
    fail(): void {
      const asking = leasing.at(-1);
      leasing.push(Promise.withResolvers<Lease[]>());
      asking?.reject(new Error('no database'));
    },
    hand(leases: Lease[]): void {
      const asking = leasing.at(-1);
      leasing.push(Promise.withResolvers<Lease[]>());
      asking?.resolve(leases);
    },
  };
}

test('after a lease that failed the loop waits for its poll, however many texts come in meanwhile', async () => {
  const loop = loopUnderTest({ ...timing(100), pollMs: 100_000_000 });
  loop.loop.start();
  loop.fail();
  for (let turn = 0; turn < 20; turn += 1) {
    loop.loop.wake();
    await setImmediate();
  }
  expect(loop.asked).toHaveLength(1);
  await loop.loop.drain();
});

test('a loop that waits for a look that never ends is stuck, one whose looks fail is not, nor one that was never started', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const [waiting, failing, idle] = [loopUnderTest(), loopUnderTest(), loopUnderTest()];
    for (const { loop } of [waiting, failing]) loop.start();
    const stuck = (): boolean[] => [waiting, failing, idle].map(({ loop }) => loop.isStuck);
    vi.advanceTimersByTime(29_000);
    failing.fail();
    await until('the next look', () => Promise.resolve(failing.asked.length === 2));
    expect(stuck()).toEqual([false, false, false]);
    vi.advanceTimersByTime(2000);
    expect(stuck()).toEqual([true, false, false]);
    waiting.hand([]);
    await until('the next look', () => Promise.resolve(waiting.asked.length === 2));
    expect(stuck()).toEqual([false, false, false]);
    const drained = waiting.loop.drain();
    vi.advanceTimersByTime(31_000);
    expect(stuck()).toEqual([false, true, false]);
    waiting.hand([]);
    failing.fail();
    await Promise.all([drained, failing.loop.drain()]);
  } finally {
    vi.useRealTimers();
  }
});

test('a lease that returns after the stop is released and not started', async () => {
  const loop = loopUnderTest();
  loop.loop.start();
  const late = text();
  const drained = loop.loop.drain();
  loop.hand([late]);
  await drained;
  expect([loop.begun, loop.givenBack, loop.loop.workingOn]).toEqual([[], [late.sid], 0]);
});

test('opting out stops only the texts of that sender', async () => {
  const loop = loopUnderTest();
  loop.loop.start();
  const [leaving, staying] = [text('+13122000001'), text('+13122000002')];
  loop.hand([leaving, staying]);
  await until('both to be begun', () => loop.begun.length === 2);
  loop.loop.stopWorkOn(({ sender }) => sender === leaving.sender);
  await until('one to have ended', () => loop.loop.workingOn === 1);
  expect(loop.aborted).toEqual([expect.any(SenderOptedOut)]);
  loop.hand([]);
  await loop.loop.drain();
  expect(loop.givenBack).toContain(staying.sid);
});

test('as many texts are leased as there is room for, and without room only fixed replies', async () => {
  const loop = loopUnderTest();
  loop.loop.start();
  loop.hand([text('+13122000001')]);
  await until('a look without a backlog', () => loop.asked.length === 2);
  loop.hand([text('+13122000002')]);
  await until('a look without room', () => loop.asked.length === 3);
  expect([loop.asked, loop.loop.room]).toEqual([['2 all', '1 all', '250 fixed_replies'], 0]);
  loop.loop.stopWorkOn(({ sender }) => sender === '+13122000001');
  await until('one to have ended', () => loop.loop.workingOn === 1);
  loop.hand([]);
  await until('a look with room again', () => loop.asked.at(-1) === '1 all');
  loop.hand([]);
  await loop.loop.drain();
});

test('short of memory, no more than 64 texts are in flight', () => {
  let share = 0.2;
  const limit = inFlightLimit(2000, { heapShare: () => share });
  expect([limit.room(10), limit.isShortOfMemory]).toEqual([1990, false]);
  share = 0.8;
  expect([limit.room(10), limit.room(100), limit.isShortOfMemory]).toEqual([54, 0, true]);
});

test('while a hundred callers wait for a connection, no question is leased', () => {
  let waiting = 100;
  const limit = inFlightLimit(2000, { heapShare: () => 0.2, waitingForDatabase: () => waiting });
  expect([limit.room(10), limit.isDatabaseCrowded]).toEqual([1990, false]);
  waiting = 101;
  expect([limit.room(10), limit.isDatabaseCrowded]).toEqual([0, true]);
});

/** Room for a text, once a look has found the store empty. */
function roomIn(loop: ReturnType<typeof loopUnderTest>): Promise<Reserved> {
  return until('room', () => {
    loop.loop.wake();
    loop.hand([]);
    return loop.loop.reserve('answer');
  });
}

test('a text that was leased as it was received begins without a look into the store', async () => {
  const loop = loopUnderTest();
  loop.loop.start();
  // Until the first look has found the store empty, older texts may be waiting there.
  expect(loop.loop.reserve('answer')).toBeNull();
  const reserved = await roomIn(loop);
  const lease = text();
  reserved.begin(lease);
  expect([loop.begun, loop.loop.workingOn]).toEqual([[lease.sid], 1]);
  loop.loop.stopWorkOn(() => true);
  const drained = loop.loop.drain();
  loop.hand([]);
  await drained;
});

test('no text is taken from behind those that wait for room; a fixed reply, which needs no model, is', async () => {
  const loop = loopUnderTest();
  loop.loop.start();
  const first = await roomIn(loop);
  expect(loop.loop.reserve('answer')).not.toBeNull();
  expect([loop.loop.room, loop.loop.reserve('answer')]).toEqual([0, null]);
  first.release();
  // A text that found no room waits in the store now.
  expect(loop.loop.reserve('answer')).toBeNull();
  const fixed = loop.loop.reserve('crisis');
  expect(fixed).not.toBeNull();
  fixed?.release();
  await roomIn(loop);
  const drained = loop.loop.drain();
  loop.hand([]);
  await drained;
});

test('a text that is handed over after the stop is released and not started', async () => {
  const loop = loopUnderTest();
  loop.loop.start();
  const reserved = await roomIn(loop);
  const drained = loop.loop.drain();
  loop.hand([]);
  const late = text();
  reserved.begin(late);
  await drained;
  expect([loop.begun, loop.givenBack, loop.loop.reserve('crisis')]).toEqual([[], [late.sid], null]);
});
