import { expect, test } from 'vitest';

import { brokenInvariants } from '#server/testing/invariants.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

const options = { sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo', SANDBOX_TWILIO_DELIVERY_MS: '200' } };

async function counted(app: TestApp, name: string): Promise<number> {
  const { rows } = await app.product.deps.pool.query<{ total: number }>(
    'select coalesce(sum(value), 0)::int as total from counter_values where name = $1',
    [name],
  );
  return rows[0]?.total ?? 0;
}

/** A question whose answer the carrier takes, and then ends as undelivered with this code. */
async function askUndelivered(app: TestApp, undeliveredCode: number): Promise<string> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { undelivered: true, undeliveredCode } });
  await app.text(phone, 'who painted the night watch');
  await until('the report', async () => (await counted(app, `deliveries.error.${undeliveredCode}`)) >= 1);
  return phone;
}

test.concurrent('an answer that never left the carrier, for a reason that passes, is sent once more and counted once', async () => {
  await using app = await startTestApp(options);
  const phone = await askUndelivered(app, 30001);
  await app.sandbox('DELETE', '/sandbox/faults');
  expect(await app.finalReplies(phone, 2)).toEqual(Array(2).fill(expect.stringContaining('night watch')));
  expect([await counted(app, 'questions.resent'), await counted(app, 'questions.answered')]).toEqual([1, 1]);
  await until('the second to be delivered', async () => (await counted(app, 'deliveries.delivered')) === 1);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test.concurrent('it is sent once more and not again, whatever becomes of that', async () => {
  await using app = await startTestApp(options);
  const phone = await askUndelivered(app, 30022);
  await until('the second report', async () => (await counted(app, 'deliveries.error.30022')) === 2);
  expect(await app.finalReplies(phone, 2)).toHaveLength(2);
  expect([await counted(app, 'questions.resent'), await counted(app, 'questions.answered')]).toEqual([1, 1]);
});

test.concurrent.each([30003, 30005, 30006, 30007, 30008])(
  'an answer that ended with %i is not sent again: the phone may have it, or never will',
  async (code) => {
    await using app = await startTestApp(options);
    const phone = await askUndelivered(app, code);
    expect(await app.finalReplies(phone, 1)).toHaveLength(1);
    expect(await counted(app, 'questions.resent')).toBe(0);
  },
);
