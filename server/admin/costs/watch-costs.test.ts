import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { countIn } from '#server/observability/counters.repo.ts';
import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { updateAccountCosts } from './account-costs.repo.ts';
import { costOfDay, questionPrices } from './cost-of-day.ts';
import { watchCosts } from './watch-costs.job.ts';

/** Writes `count` answered questions of an account, of three segments each. */
async function answered(
  app: TestApp,
  { userId, phone, count, at = new Date() }: { userId: string; phone: string; count: number; at?: Date },
): Promise<void> {
  const { db } = app.product.deps;
  await sql`
    with texts as (
      insert into inbound_texts (sid, sender, service_number, kind, state, outcome, user_id, accepted, received_at,
                                 answer_by, not_before, closed_at)
      select 'SM' || md5(${randomUUID()} || n), ${phone}, '+12025550100', 'question', 'done', 'answered',
             ${userId}::uuid, true, ${at}, ${at}, ${at}, ${at}
        from generate_series(1, ${count}::int) as n returning sid)
    insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid, segments)
    select gen_random_uuid(), sid, 'answer', '+12025550100', ${phone}, 1, 'accepted', ${at},
           'SM' || md5('out' || sid), 3 from texts`.execute(db);
}

const limits = { perAccountMonth: 9e6 };

function costDeps(app: TestApp) {
  const { db, alerts, config } = app.product.deps;
  return { db, databaseUrl: config.database.url, alerts, prices: config.operator.prices, costLimits: limits };
}

async function alertsOf(app: TestApp, userId: string): Promise<number> {
  const { db } = app.product.deps;
  const mails = db.selectFrom('mails').select('id').where('user_id', '=', userId);
  return (await mails.where('alert', '=', 'account_cost_high').execute()).length;
}

test('the operator is told once about an account that costs several times what it pays', async ({ app }) => {
  const [heavyPhone, lightPhone] = [app.phone(), app.phone()];
  const [heavy, light] = [await app.subscriber(heavyPhone), await app.subscriber(lightPhone)];
  // 0.0083 in, 3 x 0.0123 out, 0.0052 for the model: some 5 cents a question.
  await answered(app, { userId: heavy, phone: heavyPhone, count: 200 });
  await answered(app, { userId: light, phone: lightPhone, count: 20 });
  const now = new Date();
  await watchCosts(costDeps(app), now);
  await watchCosts(costDeps(app), now);
  expect(await alertsOf(app, heavy)).toBe(1);
  expect(await alertsOf(app, light)).toBe(0);
  // The months are the sums of their days, also after a price has changed.
  const { db } = app.product.deps;
  for (const question of [1000, 90_000, 5200]) {
    await updateAccountCosts(db, {
      ...app.product.deps.config.operator.prices,
      question: { yesterday: 5200, today: question },
    });
    const { rows: wrong } = await sql`
      select user_id, date_trunc('month', day)::date, sum(microdollars)::bigint from account_costs group by 1, 2
      except select user_id, month, microdollars from account_months`.execute(db);
    expect(wrong).toEqual([]);
  }
  const { rows } = await sql<{ dollars: number }>`
    select round(sum(microdollars) / 1e6, 2)::float8 as dollars from account_costs
     where user_id = ${light}`.execute(app.product.deps.db);
  expect(rows[0]?.dollars).toBeGreaterThan(0.9);
  expect(rows[0]?.dollars).toBeLessThan(1.1);
});

test('an account that costs too much is told again in the next month', async ({ app }) => {
  const { db } = app.product.deps;
  const userId = await app.subscriber(app.phone());
  await sql`
    insert into account_months (user_id, month, microdollars)
    values (${userId}, date_trunc('month', now() at time zone 'UTC')::date, ${limits.perAccountMonth})`.execute(db);
  const now = new Date();
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  for (const at of [now, nextMonth]) await watchCosts(costDeps(app), at);
  expect(await alertsOf(app, userId)).toBe(2);
});

test('what was spent before midnight (UTC) is no cost of the day', async ({ app }) => {
  const { db, config } = app.product.deps;
  await sql`
    insert into counter_rollups (name, span, at, value)
    values ('model.microdollars', 'hour', '2026-01-01T23:00Z', 1000), ('model.microdollars', 'hour', '2026-01-02T00:00Z', 5)
  `.execute(db);
  expect(await costOfDay(db, config.operator.prices, new Date('2026-01-02T01:00:00Z'))).toBe(5);
});

test('what a question cost yesterday does not change with today’s price', async ({ app }) => {
  const phone = app.phone();
  const userId = await app.subscriber(phone);
  const { db, config } = app.product.deps;
  const dayMs = 86_400_000;
  await answered(app, { userId, phone, count: 1, at: new Date(Date.now() - dayMs) });
  await answered(app, { userId, phone, count: 1 });
  const costs = async (yesterday: number, today: number) => {
    await updateAccountCosts(db, { ...config.operator.prices, question: { yesterday, today } });
    const rows = db.selectFrom('account_costs').select('microdollars').where('user_id', '=', userId).orderBy('day');
    return (await rows.execute()).map(({ microdollars }) => microdollars);
  };
  const [first = 0, second = 0] = await costs(5000, 5000);
  expect(await costs(5000, 90_000)).toEqual([first, second + 85_000]);
  expect(await costs(6000, 5000)).toEqual([first + 1000, second]);
  const days = [0, 5000, 90_000].map((spent, nth) => ({
    at: new Date(nth * dayMs),
    counts: { 'questions.accepted': 1, 'model.microdollars': spent },
  }));
  expect(questionPrices(days, config.operator.prices)).toEqual({ yesterday: 5000, today: 90_000 });
});

test('costs are counted however long it takes, and the operator’s page does not wait for it', async ({ app }) => {
  const phone = app.phone();
  const userId = await app.subscriber(phone);
  const { pool, db } = app.product.deps;
  await pool.query('delete from account_months');
  await answered(app, { userId, phone, count: 1 });
  await countIn(db, { 'texts.received': 1 });
  await using stack = new AsyncDisposableStack();
  const busy = await pool.connect();
  stack.defer(() => busy.release(true));
  const forever = 'set local idle_in_transaction_session_timeout = 0';
  await busy.query(`begin; ${forever}; lock table account_costs in access exclusive mode`);
  const [counting, page] = [watchCosts(costDeps(app), new Date()), operator(app)('GET', '/api/admin/money')];
  const { status, body } = await page;
  await until('the count to have waited for longer than the limit of the pools', async () => {
    const { rows: waiting } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and clock_timestamp() - query_start > current_setting('statement_timeout')::interval`,
    );
    return waiting.length > 0;
  });
  await busy.query('rollback');
  await counting;
  expect([status, body.topDrivers]).toEqual([200, []]);
  const { rows } = await pool.query('select 1 from account_months where user_id = $1', [userId]);
  expect(rows).toHaveLength(1);
});
