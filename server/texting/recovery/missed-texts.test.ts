import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';

import { assignServiceNumber } from '#server/billing/welcome/welcome.repo.ts';
import { lockSender } from '#server/db/sender-lock.ts';
import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

// Side by side: each has a product of its own, and waits most of the time.

/** A process in the middle of a transaction about this number. Let go of the client before the app ends. */
async function holdSender(app: TestApp, phone: string, idleMaxMs?: number): Promise<PoolClient> {
  const client = await until('a connection', () => app.product.deps.pool.connect());
  client.on('error', () => undefined);
  await client.query('begin');
  if (idleMaxMs !== undefined) await client.query(`set local idle_in_transaction_session_timeout = ${idleMaxMs}`);
  await lockSender(client, phone);
  return client;
}

test.concurrent('a missed text whose sender is held by a frozen process does not keep the other missed texts waiting', async () => {
  await using app = await startTestApp({
    settings: { TEST_SPEED: '10' },
    sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
  });
  await using stack = new AsyncDisposableStack();
  const [held, free] = [app.phone(), app.phone()];
  const client = await holdSender(app, held, 0);
  stack.defer(() => client.release(true));
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { webhookLoss: 1 } });
  for (const phone of [held, free]) {
    await app.subscriber(phone);
    const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
    await app.sandbox('POST', path, { to: serviceNumbers[0], body: 'who painted the night watch' });
  }
  await until('the answer to the other', async () => (await app.replies(free)).length === 1);
  expect(await app.replies(held)).toEqual([]);
  await client.query('rollback');
  await until('the answer to the one that was held', async () => (await app.replies(held)).length === 1);
});

test.concurrent('a process that freezes in the middle of a transaction loses its locks', async () => {
  // Two seconds in a transaction count as frozen. Quicker, a busy machine would not keep the protocol's other times.
  await using app = await startTestApp({ settings: { TEST_SPEED: '10' } });
  await using stack = new AsyncDisposableStack();
  const phone = app.phone();
  const client = await holdSender(app, phone);
  stack.defer(() => client.release(true));
  await app.text(phone, 'help');
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
});

test.concurrent('a check for missed texts that has many to read takes the largest pages, and answers each once', async () => {
  await using app = await startTestApp({
    settings: { TEST_SPEED: '20' },
    sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
  });
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { webhookLoss: 1 } });
  const stranger = app.phone();
  for (let nth = 0; nth < 120; nth += 1) {
    const path = `/sandbox/phones/${encodeURIComponent(stranger)}/messages`;
    await app.sandbox('POST', path, { to: serviceNumbers[0], body: 'lol' });
  }
  const missed = app.phone();
  await app.subscriber(missed);
  await app.sandbox('DELETE', '/sandbox/twilio/calls');
  await app.text(missed, 'who painted the night watch');
  expect(await app.finalReplies(missed, 1)).toHaveLength(1);
  const taken = async (): Promise<number | undefined> => {
    const { rows } = await app.product.deps.pool.query<{ count: number }>(
      'select count(*)::int as count from inbound_texts where sender = $1',
      [stranger],
    );
    return rows[0]?.count;
  };
  await until('all missed texts', async () => (await taken()) === 120);
});

// Alone, when those above are done: two products more at a time would starve them.
test('a number that was taken out of the settings is still answered, also when its webhook is lost, and given to no one', async () => {
  const retired = '+12025550102';
  const numbers = [...serviceNumbers, retired].join(',');
  await using app = await startTestApp({
    settings: { TEST_SPEED: '20' },
    sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo', SERVICE_PHONE_NUMBERS: numbers },
  });
  const { pool } = app.product.deps;
  await pool.query('insert into service_numbers (number, active) values ($1, true)', [retired]);
  const phone = app.phone();
  const userId = await app.subscriber(phone, { serviceNumber: retired });
  await app.product.stop();
  await using after = await app.another({ PORT: app.settings['PORT'] ?? '' });
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const ask = (body: string) => app.sandbox('POST', path, { to: retired, body });
  await ask('who painted the night watch');
  await until('the answer to its webhook', async () => (await app.replies(phone)).length === 1);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { webhookLoss: 1 } });
  await ask('who painted guernica');
  await until('the answer to the missed text', async () => (await app.replies(phone)).length === 2);
  const { rows } = await after.product.deps.pool.query('select distinct sender from outbound_texts');
  expect(rows).toEqual([{ sender: retired }]);
  expect(serviceNumbers).toContain(await assignServiceNumber(after.product.deps.db, userId));
});
