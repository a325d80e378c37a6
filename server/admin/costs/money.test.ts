import { expect, test } from 'vitest';

import type { MoneyReply } from '#contract/admin-desk.ts';
import { countIn } from '#server/observability/counters.repo.ts';
import { operator } from '#server/testing/operator.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

async function moneyOf(it: TestApp): Promise<MoneyReply> {
  const { status, body } = await operator(it)('GET', '/api/admin/money');
  expect(status).toBe(200);
  return body;
}

/** What an account has cost this month, in dollars. */
async function spend(it: TestApp, userId: string, dollars: number): Promise<void> {
  await it.product.deps.pool.query(
    `insert into account_months values ($1, date_trunc('month', now() at time zone 'UTC')::date, $2)`,
    [userId, dollars * 1e6],
  );
}

test('recurring revenue, margin and the accounts that cost more than they pay follow from counters and the month', async () => {
  await using it = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  const { db, pool, config } = it.product.deps;
  expect(await moneyOf(it)).toMatchObject({
    subscribers: 0,
    recurringPerMonth: 0,
    perSubscriber: null,
    topDrivers: [],
  });

  const monthly = await it.subscriber(it.phone());
  const annual = await it.subscriber(it.phone());
  const ended = await it.subscriber(it.phone(), { status: 'canceled' });
  await pool.query(`update subscriptions set plan_id = 'annual' where user_id = $1`, [annual]);
  await spend(it, monthly, 2);
  await spend(it, annual, 3);
  await spend(it, ended, 4);
  // 100 segments of answers and 20 of codes, with 40 questions.
  await countIn(db, {
    'questions.accepted': 40,
    'questions.answered': 40,
    'texts.received': 50,
    'sends.segments': 120,
    'sends.other_segments': 20,
    'model.microdollars': 200_000,
    'demo.microdollars': 30_000,
  });
  const money = await moneyOf(it);
  // 3 dollars, and a twelfth of 32.
  expect(money).toMatchObject({ subscribers: 2, recurringPerMonth: 3_000_000 + 2_666_667 });
  const { segmentSent, textReceived } = config.operator.prices;
  const carrier = 120 * segmentSent + 50 * textReceived;
  expect(money.today).toEqual({ model: 200_000, carrier, demo: 30_000, ceiling: config.operator.costLimits.perDay });
  expect(money.costPerAnswer).toBe(Math.round((200_000 + 100 * segmentSent + 40 * textReceived) / 40));
  const { revenue, fees, cost, margin } = money.perSubscriber ?? { revenue: 0, fees: 0, cost: 0, margin: 0 };
  expect(cost).toBe(Math.round((230_000 + carrier) / 2));
  expect(Math.abs(revenue - fees - cost - margin)).toBeLessThan(3);
  expect(money.topDrivers.map(({ userId }) => userId)).toEqual([ended, annual, monthly]);
  // 2.61 of the monthly plan are left after fees; 2.56 of the annual one.
  expect(money.losing.map(({ userId, pays }) => [userId, pays])).toEqual([
    [ended, 0],
    [annual, 2_564_334],
  ]);
});

test('the accounts that cost most are listed before the hourly count of a new installation', async () => {
  await using it = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  const phone = it.phone();
  const userId = await it.subscriber(phone);
  await it.text(phone, 'How tall is Mount Hood?');
  await it.finalReplies(phone, 1);
  await expect
    .poll(async () => (await moneyOf(it)).topDrivers, { timeout: 20_000 })
    .toMatchObject([{ userId, plan: 'monthly', cost: expect.any(Number) }]);
});
