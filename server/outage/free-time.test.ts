import { expect, test } from 'vitest';

import { startGatedApp, serviceNumbers } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

test('while the database is unavailable, texts are answered in free time and not after its end', async () => {
  await using app = await startGatedApp({
    settings: { TEST_SPEED: '10' },
    sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
  });
  const [free, over] = [app.phone(), app.phone()];
  const { pool, outage } = app.product.deps;
  for (const [phone, seconds] of [
    [free, 3600],
    [over, 5],
  ] as const) {
    const userId = await app.subscriber(phone, { status: null });
    await pool.query(
      `insert into free_periods (id, user_id, source, months, answers_until)
       values (gen_random_uuid(), $1, 'comp', 1, now() + $2 * interval '1 second')`,
      [userId, seconds],
    );
    // The database notifies the process of it.
    await app.untilKnown(phone);
  }
  await until('the outage copy to be current', () => Promise.resolve(outage.eligibility.isFresh));
  await app.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isUnavailable));
  const ask = async (phone: string, body: string): Promise<string[]> => {
    const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
    await app.sandbox('POST', path, { to: serviceNumbers[0], body });
    return until('the reply', async () => {
      const replies = await app.replies(phone);
      return replies.length > 0 && replies;
    });
  };
  expect(await ask(free, 'who sang one')).toEqual([expect.stringContaining('sang one')]);
  const end = outage.eligibility.find(over)?.subscription?.answersUntil.getTime() ?? Infinity;
  await until('the free time to end', () => Promise.resolve(Date.now() > end));
  expect(await ask(over, 'who sang two')).toEqual([expect.stringContaining('no active plan')]);
  await app.gate.open();
  await until('the journal to be replayed', async () => {
    return !outage.isUnavailable && (await outage.status()).queueSize === 0;
  });
  await app.untilTextsDone();
});
