import { expect, test } from 'vitest';

import { withFaults } from '#server/testing/payer.ts';
import { startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { deleteOldRecentQuestions } from '../inbound/sender-state.repo.ts';
import { replies } from './replies.ts';

const echo = { SANDBOX_PERPLEXITY_MODE: 'echo' };

/** Sends a text and waits until all texts are finished. @returns how many replies the phone has by then */
async function say(app: TestApp, phone: string, body: string): Promise<number> {
  await app.text(phone, body);
  await app.untilTextsDone();
  return (await app.replies(phone)).length;
}

test('a subscriber who repeats a question too often is told so, and only that question stays unanswered', async () => {
  await using app = await startTestApp({
    settings: { TWILIO_OPT_OUT_REPLIES: 'app' },
    sandbox: { ...echo, TWILIO_OPT_OUT_REPLIES: 'app' },
  });
  const phone = app.phone();
  await app.subscriber(phone);
  for (let n = 1; n <= 6; n += 1) await say(app, phone, 'Weather 60614');
  const told = await app.replies(phone);
  expect(told).toHaveLength(3);
  expect(told[2]).toBe(replies.repeated.en);
  expect(await say(app, phone, 'weather  60614 ')).toBe(3);
  expect(await say(app, phone, 'weather 60615')).toBe(4);
  expect(await say(app, phone, 'i want to kill myself')).toBe(5);
  expect(await say(app, phone, 'HELP')).toBe(6);
  expect((await app.replies(phone)).slice(4)).toEqual([replies.crisis.en, replies.help.en]);
});

test('a question repeated while its answer is in progress is answered once', async () => {
  await using app = await startTestApp({ sandbox: { ...echo } });
  const phone = app.phone();
  await app.subscriber(phone);
  await withFaults(app, { perplexity: { latencyMs: 600_000 } }, async () => {
    for (let n = 0; n < 4; n += 1) await app.text(phone, 'who painted the night watch');
  });
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
  const { rows } = await app.product.deps.pool.query(
    'select accepted, outcome from inbound_texts where sender = $1 order by received_at',
    [phone],
  );
  const byThatAnswer = { accepted: false, outcome: 'silent' };
  expect(rows).toEqual([{ accepted: true, outcome: 'answered' }, byThatAnswer, byThatAnswer, byThatAnswer]);
  expect(await say(app, phone, 'who painted the night watch')).toBe(2);
});

test('another one, four times in a minute, gets four answers', async () => {
  await using app = await startTestApp({ sandbox: echo });
  const phone = app.phone();
  await app.subscriber(phone);
  await say(app, phone, 'tell me a fact about whales');
  for (let n = 2; n <= 5; n += 1) expect(await say(app, phone, 'another one')).toBe(n);
});

test('a follow-up in the same words after another question is answered', async () => {
  await using app = await startTestApp({ sandbox: echo });
  const phone = app.phone();
  await app.subscriber(phone);
  await withFaults(app, { perplexity: { latencyMs: 600_000 } }, async () => {
    for (const body of ['who wrote hamlet', 'how old was he', 'who wrote dracula', 'how old was he']) {
      await app.text(phone, body);
    }
  });
  expect(await app.finalReplies(phone, 4)).toHaveLength(4);
});

test('fifteen different questions, each right after the previous answer, get fifteen answers', async () => {
  await using app = await startTestApp({ sandbox: echo });
  const phone = app.phone();
  await app.subscriber(phone);
  for (let n = 1; n <= 6; n += 1) expect(await say(app, phone, `what is ${n} plus ${n}`)).toBe(n);
});

test('a person in danger is answered immediately, and again after two minutes', async () => {
  await using app = await startTestApp();
  const phone = app.phone();
  for (let n = 0; n < 5; n += 1) await app.text(phone, 'i want to kill myself');
  expect(await app.finalReplies(phone, 1)).toEqual([replies.crisis.en]);
  await app.product.deps.pool.query(`update notices set sent_at = sent_at - interval '2 minutes'`);
  await app.text(phone, 'i want to die');
  expect(await app.finalReplies(phone, 2)).toEqual([replies.crisis.en, replies.crisis.en]);
});

test('the data kept about a question is deleted within two hours, and reveals nothing until then', async () => {
  await using app = await startTestApp({ sandbox: echo });
  const phone = app.phone();
  await app.subscriber(phone);
  await say(app, phone, 'weather 60614');
  const { pool } = app.product.deps;
  const { rows } = await pool.query('select * from recent_questions');
  expect(rows).toEqual([
    { sid: expect.any(String), sender: phone, tag: expect.any(Number), is_answered: true, asked_at: expect.any(Date) },
  ]);
  await pool.query(`update recent_questions set asked_at = asked_at - interval '1 hour'`);
  await deleteOldRecentQuestions(app.product.deps.db);
  expect((await pool.query('select 1 from recent_questions')).rows).toEqual([]);
});

test('the same holds while the database is unavailable: one notice, one answer in progress for both, no silence in danger', async () => {
  await using app = await startGatedApp({ settings: { TEST_SPEED: '20' }, sandbox: echo });
  const phone = app.phone();
  await app.subscriber(phone);
  const { outageStore } = app.product.deps;
  await app.untilKnown(phone);
  await app.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outageStore.isUnavailable()));
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const ask = (body: string) => app.sandbox<unknown>('POST', path, { to: '+12025550100', body });
  const replied = async (count: number): Promise<void> => {
    await until(`${count} replies`, async () => (await app.replies(phone)).length === count);
    await until('nothing to be open', () => Promise.resolve(outageStore.leaseGate().busySenders.length === 0));
  };
  for (const count of [1, 2, 3]) {
    await ask('weather 60614');
    await replied(count);
  }
  await ask('weather 60614');
  await ask('i want to kill myself');
  await replied(4);
  expect((await app.replies(phone)).slice(2)).toEqual([replies.repeated.en, replies.crisis.en]);
  await app.gate.open();
  await until('the database to be back', () => Promise.resolve(!outageStore.isUnavailable()));
});
