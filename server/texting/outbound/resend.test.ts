import { expect, test } from 'vitest';

import { brokenInvariants } from '#server/testing/invariants.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

const options = { sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo', SANDBOX_TWILIO_DELIVERY_MS: '200' } };

async function counted(it: TestApp, name: string): Promise<number> {
  const { rows } = await it.product.deps.pool.query<{ total: number }>(
    'select coalesce(sum(value), 0)::int as total from counter_values where name = $1',
    [name],
  );
  return rows[0]?.total ?? 0;
}

/** A question whose answer the carrier takes, and then ends as undelivered with this code. */
async function askUndelivered(it: TestApp, undeliveredCode: number): Promise<string> {
  const phone = it.phone();
  await it.subscriber(phone);
  await it.sandbox('PUT', '/sandbox/faults', { twilio: { undelivered: true, undeliveredCode } });
  await it.text(phone, 'who painted the night watch');
  await until('the report', async () => (await counted(it, `deliveries.error.${undeliveredCode}`)) >= 1);
  return phone;
}

test.concurrent('an answer that never left the carrier, for a reason that passes, is sent once more and counted once', async () => {
  await using it = await startTestApp(options);
  const phone = await askUndelivered(it, 30001);
  await it.sandbox('DELETE', '/sandbox/faults');
  expect(await it.finalReplies(phone, 2)).toEqual(Array(2).fill(expect.stringContaining('night watch')));
  expect([await counted(it, 'questions.resent'), await counted(it, 'questions.answered')]).toEqual([1, 1]);
  await until('the second to be delivered', async () => (await counted(it, 'deliveries.delivered')) === 1);
  expect(await brokenInvariants(it.product.deps.pool)).toEqual([]);
});

test.concurrent('it is sent once more and not again, whatever becomes of that', async () => {
  await using it = await startTestApp(options);
  const phone = await askUndelivered(it, 30022);
  await until('the second report', async () => (await counted(it, 'deliveries.error.30022')) === 2);
  expect(await it.finalReplies(phone, 2)).toHaveLength(2);
  expect([await counted(it, 'questions.resent'), await counted(it, 'questions.answered')]).toEqual([1, 1]);
});

test.concurrent.each([30003, 30005, 30006, 30007, 30008])(
  'an answer that ended with %i is not sent again: the phone may have it, or never will',
  async (code) => {
    await using it = await startTestApp(options);
    const phone = await askUndelivered(it, code);
    expect(await it.finalReplies(phone, 1)).toHaveLength(1);
    expect(await counted(it, 'questions.resent')).toBe(0);
  },
);
