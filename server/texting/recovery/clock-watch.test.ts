import type { Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { ClockWatch, databaseSkewMs } from './clock-watch.repo.ts';

const fast = { settings: { TEST_SPEED: '20' }, sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' } };

test('a carrier whose clock differs by more than two seconds is reported with the difference', async () => {
  await using app = await startTestApp(fast);
  const phone = app.phone();
  await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { clockSkewMs: -6000 } });
  await app.text(phone, 'who painted the night watch');
  await app.finalReplies(phone, 1);
  const lines: string[] = [];
  const { log } = createLog('info', { write: (line: string) => void lines.push(line) });
  const watch = new ClockWatch({ pool: app.product.deps.pool, carrier: app.product.deps.carrier, log });
  // Each answer of the carrier narrows what its clock can be: a busy machine may need more than one.
  await until("the carrier's clock to be known", async () => {
    await app.product.deps.carrier.fetch(`SM${'0'.repeat(32)}`);
    return (watch.skews.carrier ?? 0) < -4500;
  });
  await watch.check();
  expect(Math.abs(watch.skews.database ?? Infinity)).toBeLessThan(1000);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ event: 'clock_skew', name: 'carrier' }),
  ]);
});

test('a slow round trip to the database is not taken for a wrong clock', async () => {
  const roundTripsMs = [8000, 6000, 20];
  let now = Date.UTC(2026, 0, 5);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const query = () => {
    const read = new Date(now);
    now += roundTripsMs.shift() ?? 0;
    return Promise.resolve({ rows: [{ now: read }] });
  };
  expect(await databaseSkewMs({ query } as unknown as Pool)).toBe(-10);
});

test.each([6000, -6000])(
  'with the carrier %i ms ahead of us no unknown send without a report is sent twice',
  async (clockSkewMs) => {
    await using app = await startTestApp(fast);
    const [known, fresh] = [app.phone(), app.phone()];
    for (const phone of [known, fresh]) await app.subscriber(phone);
    await app.sandbox('PUT', '/sandbox/faults', { twilio: { clockSkewMs } });
    await app.text(known, 'who painted one');
    await app.finalReplies(known, 1);
    const lost = { dropAfterAccept: true, callbackLoss: 1, operations: ['create'] };
    await app.sandbox('PUT', '/sandbox/faults', { twilio: { clockSkewMs, ...lost } });
    for (const phone of [known, fresh]) await app.text(phone, 'who painted two');
    await until('both sends to be unknown', async () => {
      const { rows } = await app.product.deps.pool.query(
        // A busy machine may have begun one of them too late, and tried it again.
        `select distinct recipient from outbound_texts where unknown_at is not null`,
      );
      return rows.length === 2;
    });
    await app.untilTextsDone();
    expect(await app.replies(known)).toHaveLength(2);
    expect(await app.replies(fresh)).toHaveLength(1);
  },
);
