import { sql } from 'kysely';
import { expect, test as alone } from 'vitest';

import type { DeskStatus, Lamp } from '#contract/admin-desk.ts';
import { countIn } from '#server/observability/counters.repo.ts';
import { signals } from '#server/observability/signals/signals.ts';
import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import { startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { readFiring, recordFiring } from './firing-signals.repo.ts';

async function statusOf(app: TestApp): Promise<DeskStatus> {
  const { status, body } = await operator(app)('GET', '/api/admin/status');
  expect(status).toBe(200);
  return body;
}

const lampOf = (status: DeskStatus, name: Lamp) => status.lamps.find((lamp) => lamp.name === name);

test('a service without signals is working, and the strip counts the last ten minutes', async ({ app }) => {
  const { db } = app.product.deps;
  await countIn(db, { 'questions.answered': 3, 'questions.answered_ms.2': 3, 'sends.accepted.answer': 3 });
  const status = await statusOf(app);
  expect(status).toMatchObject({ state: 'working', signals: [], lately: { failed: 0, openTexts: 0 } });
  expect(status.lately?.answered).toBeGreaterThanOrEqual(3);
  expect(status.lately?.medianMs).toBeGreaterThan(0);
  expect(status.lamps.map(({ name, state }) => [name, state])).toEqual(
    ['carrier', 'model', 'payments', 'mail', 'database'].map((name) => [name, 'good']),
  );
  expect(lampOf(status, 'carrier')?.workedAt).not.toBeNull();
});

test('only the operator reads the status', async ({ app }) => {
  expect((await operator(app)('GET', '/api/admin/status', { token: null })).status).toBe(403);
});

test('a warning about answers in another process makes it slow, in the words of the alert', async ({ app }) => {
  const { db } = app.product.deps;
  await recordFiring(db, 'another process', [{ code: 'answers_slow', since: new Date(Date.now() - 60_000) }]);
  const status = await statusOf(app);
  await recordFiring(db, 'another process', []);
  const { sentence, remedy, severity } = signals.answers_slow;
  expect(status).toMatchObject({ state: 'slow', signals: [{ code: 'answers_slow', severity, sentence, remedy }] });
  expect((await statusOf(app)).state).toBe('working');
});

alone('refused credentials of the carrier are not answering, here and as seen from another process', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  await using other = await app.another({ ROLE: 'worker' });
  const { signalWatch } = other.product.deps;
  signalWatch.occurred({ code: 'carrier_refuses_keys', subject: '' });
  await signalWatch.check();
  const status = await statusOf(app);
  expect(status.state).toBe('not_answering');
  const { sentence } = signals.carrier_refuses_keys;
  expect(lampOf(status, 'carrier')).toMatchObject({ state: 'bad', sentence, since: expect.any(String) });
  expect(lampOf(status, 'model')?.state).toBe('good');

  app.product.deps.signalWatch.occurred({ code: 'model_refuses_keys', subject: '' });
  const both = await statusOf(app);
  expect(both.signals.map(({ code }) => code)).toEqual(['model_refuses_keys', 'carrier_refuses_keys']);
});

alone(
  'while no provider answers a question it is slow, and the lamp of the model warns, before any question has failed',
  async () => {
    await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', TEST_SPEED: '4' } });
    const phone = app.phone();
    await app.subscriber(phone);
    await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 500 } });
    await app.text(phone, 'who painted the night watch');
    const status = await until('the strip to tell of it', async () => {
      const read = await statusOf(app);
      return read.state !== 'working' && read;
    });
    const { sentence } = signals.model_not_answering;
    expect(status).toMatchObject({ state: 'slow', lately: { failed: 0, openTexts: 1 } });
    expect(lampOf(status, 'model')).toMatchObject({ state: 'warn', sentence });
    await app.sandbox('DELETE', '/sandbox/faults');
    await app.finalReplies(phone, 1);
  },
);

test('what a dead process said counts for 90 seconds', async ({ app }) => {
  const { db } = app.product.deps;
  await recordFiring(db, 'a dead process', [{ code: 'text_overdue', since: new Date() }]);
  expect(await readFiring(db)).toHaveLength(1);
  await sql`update firing_signals set seen_at = now() - interval '91 seconds'`.execute(db);
  expect(await readFiring(db)).toEqual([]);
  await sql`update firing_signals set seen_at = now() - interval '61 minutes'`.execute(db);
  await recordFiring(db, 'a live process', []);
  expect(await db.selectFrom('firing_signals').selectAll().execute()).toEqual([]);
});

alone('without the database the strip shows what this process knows', async () => {
  await using app = await startGatedApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  const { outage, signalWatch } = app.product.deps;
  await app.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isUnavailable));
  signalWatch.occurred({ code: 'journal_write_failed', subject: '' });
  const status = await statusOf(app);
  expect(status).toMatchObject({ state: 'not_answering', lately: null });
  expect(lampOf(status, 'database')).toMatchObject({ state: 'bad', workedAt: null });
  expect(lampOf(status, 'mail')).toMatchObject({ state: 'warn', sentence: null });
  await app.gate.open();
});
