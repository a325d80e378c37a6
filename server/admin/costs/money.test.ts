import { expect, test } from 'vitest';

import type { MoneyReply } from '#contract/admin-desk.ts';
import { countIn } from '#server/observability/counters.repo.ts';
import { operator } from '#server/testing/operator.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

async function moneyOf(app: TestApp): Promise<MoneyReply> {
  const { status, body } = await operator(app)('GET', '/api/admin/money');
  expect(status).toBe(200);
  return body;
}

/** What an account has cost this month, in dollars. */
async function spend(app: TestApp, userId: string, dollars: number): Promise<void> {
  await app.product.deps.pool.query(
    `insert into account_months values ($1, date_trunc('month', now() at time zone 'UTC')::date, $2)`,
    [userId, dollars * 1e6],
  );
}

test('recurring revenue, margin and the accounts that cost more than they pay follow from counters and the month', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  const { db, pool, config } = app.product.deps;
  expect(await moneyOf(app)).toMatchObject({
    subscribers: 0,
    recurringPerMonth: 0,
    perSubscriber: null,
    topDrivers: [],
  });

  const monthly = await app.subscriber(app.phone());
  const annual = await app.subscriber(app.phone());
  const ended = await app.subscriber(app.phone(), { status: 'canceled' });
  await pool.query(`update subscriptions set plan_id = 'annual' where user_id = $1`, [annual]);
  await spend(app, monthly, 2);
  await spend(app, annual, 3);
  await spend(app, ended, 4);
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
  const money = await moneyOf(app);
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

test('after a change of price, revenue, margin and losses follow from what each subscriber pays', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  const { pool, config } = app.product.deps;
  const [early, late, annual, unread] = [
    await app.subscriber(app.phone()),
    await app.subscriber(app.phone()),
    await app.subscriber(app.phone()),
    await app.subscriber(app.phone()),
  ];
  const pays = (userId: string, plan: string, price: number) =>
    pool.query('update subscriptions set plan_id = $2, price_minor = $3 where user_id = $1', [userId, plan, price]);
  await pays(early, 'monthly', 300);
  await pays(late, 'monthly', 500);
  await pays(annual, 'annual', 3600);
  await pool.query(`update plans set price_minor = case id when 'monthly' then 500 else 4800 end`);
  // A canceled plan counts until it ends, and a failed payment as long as the card is charged again.
  await pool.query('update subscriptions set cancel_at_period_end = true where user_id = $1', [late]);
  await pool.query(`update subscriptions set status = 'past_due' where user_id = $1`, [annual]);
  await spend(app, early, 3);
  await spend(app, late, 3);

  const money = await moneyOf(app);
  expect(money.plans).toEqual([
    // The price of one was not read yet, so it counts at the price of the plan.
    { id: 'monthly', name: 'Unlimited Monthly Plan', subscribers: 3, perMonth: 13_000_000 },
    { id: 'annual', name: 'Unlimited Annual Plan', subscribers: 1, perMonth: 3_000_000 },
  ]);
  expect(money).toMatchObject({ subscribers: 4, recurringPerMonth: 16_000_000 });
  const { paymentShare, paymentFixed } = config.operator.prices;
  const fees = 16_000_000 * paymentShare + paymentFixed * (3 + 1 / 12);
  expect(money.perSubscriber).toMatchObject({ revenue: 4_000_000, fees: Math.round(fees / 4) });
  const kept = (price: number) => price - Math.round(price * paymentShare + paymentFixed);
  expect(new Map(money.topDrivers.map(({ userId, pays: paid }) => [userId, paid]))).toEqual(
    new Map([
      [early, kept(3_000_000)],
      [late, kept(5_000_000)],
    ]),
  );
  expect(money.losing.map(({ userId }) => userId)).toEqual([early]);

  await pays(unread, 'monthly', 300);
  await pool.query(`update subscriptions set status = 'canceled' where user_id = $1`, [late]);
  // Past its end, which Stripe has not told yet.
  await pool.query(`update subscriptions set answers_until = now() where user_id = $1`, [annual]);
  expect(await moneyOf(app)).toMatchObject({ subscribers: 2, recurringPerMonth: 6_000_000 });
});

test('accounts that pay for themselves hide none that does not', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  const { pool } = app.product.deps;
  for (let n = 0; n < 51; n += 1) await spend(app, await app.subscriber(app.phone()), 5);
  await pool.query(`update subscriptions set plan_id = 'monthly', price_minor = 900`);
  const [cheap, unread] = [await app.subscriber(app.phone()), await app.subscriber(app.phone())];
  await pool.query(`update subscriptions set plan_id = 'annual', price_minor = 3200 where user_id = $1`, [cheap]);
  await spend(app, unread, 4);
  await spend(app, cheap, 3);
  expect((await moneyOf(app)).losing.map(({ userId }) => userId)).toEqual([unread, cheap]);
});

test('the accounts that cost most are listed before the hourly count of a new installation', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  const phone = app.phone();
  const userId = await app.subscriber(phone);
  await app.text(phone, 'How tall is Mount Hood?');
  await app.finalReplies(phone, 1);
  await expect
    .poll(async () => (await moneyOf(app)).topDrivers)
    .toMatchObject([{ userId, plan: 'monthly', cost: expect.any(Number) }]);
});
