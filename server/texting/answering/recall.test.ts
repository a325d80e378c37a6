import { expect, test } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { createRecall } from './recall.ts';
import { SenderWakeups } from './sender-wakeups.ts';

test('what a journal may still hold is waited for: a FORGET in it counts for the follow-up', async () => {
  await using app = await startTestApp();
  const { deps } = app.product;
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'capital of france');
  await app.finalReplies(phone, 1);
  const sid = await app.text(phone, 'and germany?');
  await app.finalReplies(phone, 2);
  let isReplayed = false;
  const recall = createRecall({ ...deps, pool: deps.textPool, outageStore: { areJournalsReplayed: () => isReplayed } });
  const lease = { sid, sender: phone } as Parameters<typeof recall>[0]['lease'];
  const clock = { ageMs: () => 0, timeLeftMs: () => 120_000, mayGoInMs: () => 0 };
  let waits = 0;
  const waitInterruptibly = <T>(waiting: Promise<T>): Promise<T> => {
    waits += 1;
    return waiting;
  };
  const recalled = recall(
    { lease, clock, signal: new AbortController().signal, waitInterruptibly },
    new SenderWakeups(),
  );
  await until('the follow-up to wait', () => waits > 0);
  await app.text(phone, 'FORGET');
  await app.finalReplies(phone, 3);
  isReplayed = true;
  expect(await recalled).toEqual([]);
});
