import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { planIds, UNKNOWN_PLAN_ID } from '#contract/plans.ts';
import { stripeStatuses } from '#contract/subscription.ts';
import type { Db } from '#server/db/client.ts';
import { countIn } from '#server/observability/counters.repo.ts';
import { foldCounters } from '#server/observability/fold-counters.repo.ts';
import { countEarlierRows } from '#server/observability/row-counts.repo.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';

import { readTextsNow } from './overview/overview.repo.ts';
import { countIdentities, type PaidPrice, readPaidPrices, readSearchStats } from './search-stats.repo.ts';

const serviceNumber = '+12025550100';
const nth = fc.integer({ min: 1, max: 4 });

/** A change of one of a few rows; most of them find the row, some do not. */
const change = fc.oneof(
  fc.record({ of: fc.constant('add user' as const), nth }),
  fc.record({ of: fc.constant('remove user' as const), nth }),
  fc.record({ of: fc.constant('close user' as const), nth, isClosed: fc.boolean() }),
  fc.record({ of: fc.constant('move user' as const), nth, isMoved: fc.boolean() }),
  fc.record({
    of: fc.constant('subscribe' as const),
    nth,
    status: fc.constantFrom(...stripeStatuses),
    plan: fc.constantFrom(null, ...planIds),
    price: fc.constantFrom(null, 300, 500),
    days: fc.constantFrom(-1, 1),
  }),
  fc.record({ of: fc.constant('stranger' as const), nth, isTold: fc.boolean() }),
  fc.record({ of: fc.constant('forget stranger' as const), nth }),
  fc.record({ of: fc.constant('opt out' as const), nth, isOut: fc.boolean() }),
);
type Change = typeof change extends fc.Arbitrary<infer Made> ? Made : never;

function statementOf(change: Change) {
  const id = sql`md5(${String(change.nth)}::text)::uuid`;
  const phone = `+1202555010${change.nth}`;
  switch (change.of) {
    case 'add user':
      return sql`insert into users (id, name, email) values (${id}, 'Sam', ${`sam${change.nth}@askline.example`})
                 on conflict do nothing`;
    case 'remove user':
      return sql`delete from users where id = ${id}`;
    case 'close user':
      return sql`update users set deleted_at = ${change.isClosed ? new Date() : null} where id = ${id}`;
    case 'move user':
      return sql`update users set external_identity_id = ${change.isMoved ? `ext${change.nth}` : null} where id = ${id}`;
    case 'subscribe':
      return sql`insert into subscriptions (id, user_id, plan_id, price_minor, status, answers_until, created_at)
                 select ${`sub_${change.nth}`}, id, ${change.plan}, ${change.price}::int, ${change.status},
                        now() + ${change.days} * interval '1 day', now()
                   from users where id = ${id}
                 on conflict (id) do update set plan_id = excluded.plan_id, price_minor = excluded.price_minor,
                                                status = excluded.status, answers_until = excluded.answers_until`;
    case 'stranger':
      return sql`insert into unsubscribed_senders (phone_number, promo_sent) values (${phone}, ${change.isTold})
                 on conflict (phone_number) do update set promo_sent = excluded.promo_sent`;
    case 'forget stranger':
      return sql`delete from unsubscribed_senders where phone_number = ${phone}`;
    case 'opt out':
      return sql`insert into opt_outs (phone_key, opted_out, changed_at, source)
                 values (${phone}, ${change.isOut}, now(), 'text')
                 on conflict (phone_key) do update set opted_out = excluded.opted_out`;
    default:
      return change satisfies never;
  }
}

/** The same figures, row by row. */
async function countRows(db: Db) {
  const { rows } = await sql<Record<'total' | 'migrated' | 'strangers' | 'told' | 'optedOut', number>>`
    select (select count(*) from users where deleted_at is null) as total,
           (select count(external_identity_id) from users where deleted_at is null) as migrated,
           (select count(*) from unsubscribed_senders) as strangers,
           (select count(*) from unsubscribed_senders where promo_sent) as told,
           (select count(*) from opt_outs where opted_out) as "optedOut"`.execute(db);
  const plans = await sql<{ plan: string; count: number }>`
    select coalesce(plan_id, ${UNKNOWN_PLAN_ID}) as plan, count(*) as count from subscriptions
     where is_paying(status) and answers_until > now() group by 1`.execute(db);
  const prices = await sql<PaidPrice>`
    select plan_id as "planId", price_minor as "unitAmount", count(*) as subscribers from subscriptions
     where is_paying(status) and answers_until > now() and plan_id is not null and price_minor is not null
     group by 1, 2 order by 1, 2`.execute(db);
  const byPlan = plans.rows.map(({ plan, count }) => [plan, count]);
  return { ...rows[0], plans: Object.fromEntries(byPlan), prices: prices.rows };
}

/** The strangers to whom the promo went or was to go, from its counter. */
async function readTold(db: Db): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    select coalesce(sum(value), 0)::bigint as told from counter_values where name = 'rows.senders.told'`.execute(db);
  return rows[0]?.told ?? 0;
}

async function readCounters(db: Db) {
  const { total, migrated } = await countIdentities(db);
  const { unsubscribedSenders, subscriptionsByPlan, activeSubscriptions } = await readSearchStats(db);
  const { optedOutNumbers } = await readTextsNow(db);
  expect(activeSubscriptions).toBe(Object.values(subscriptionsByPlan).reduce((sum, count) => sum + count, 0));
  return {
    total,
    migrated,
    strangers: unsubscribedSenders,
    told: await readTold(db),
    optedOut: optedOutNumbers,
    plans: subscriptionsByPlan,
    prices: await readPaidPrices(db),
  };
}

test('the figures of the admin area are those of the rows, whatever changes them', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), fc.boolean(), async (changes, isFolded) => {
      for (const one of changes) await statementOf(one).execute(db);
      if (isFolded) await foldCounters(pool);
      expect(await readCounters(db)).toEqual(await countRows(db));
    }),
    { numRuns: 40 },
  );
});

test('rows from before they were counted are added once, also while others change', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 8);
  const { db } = connection;
  const strangers = (from: number, to: number) => sql`
    insert into unsubscribed_senders (phone_number, promo_sent)
    select '+1415' || (2000000 + n), n % 2 = 0 from generate_series(${from}::int, ${to}::int) as n`;
  await sql`alter table unsubscribed_senders disable trigger unsubscribed_senders_counted`.execute(db);
  await strangers(1, 300).execute(db);
  await sql`alter table unsubscribed_senders enable trigger unsubscribed_senders_counted`.execute(db);
  const changes = Array.from({ length: 20 }, (_, nth) => strangers(1001 + nth * 10, 1010 + nth * 10).execute(db));
  const counts = Array.from({ length: 3 }, () => countEarlierRows(db, database.url));
  await Promise.all([...changes.slice(0, 10), ...counts, ...changes.slice(10)]);
  await countEarlierRows(db, database.url);
  expect(await readCounters(db)).toEqual(await countRows(db));
  expect([(await readSearchStats(db)).unsubscribedSenders, await readTold(db)]).toEqual([500, 250]);
});

test('promos sent are those that the carrier took, not those that were to be sent', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await sql`
    insert into unsubscribed_senders (phone_number, promo_sent)
    select '+1415' || (2000000 + n), true from generate_series(1, 3) as n`.execute(db);
  await countIn(db, { 'sends.accepted.promo': 2 });
  expect(await readSearchStats(db)).toMatchObject({ unsubscribedSenders: 3, promoSent: 2 });
});

test('prices from before they were counted are added once, also those that no one pays any more', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await sql`alter table subscriptions disable trigger user`.execute(db);
  await sql`
    with people as (
      insert into users (name, email) select 'Sam', 'sam' || n || '@askline.example' from generate_series(1, 6) as n
      returning id, email)
    insert into subscriptions (id, user_id, plan_id, price_minor, status, answers_until, created_at)
    select 'sub_' || email, id, 'monthly', case when email < 'sam3' then 300 else 500 end, 'active',
           now() + interval '1 day', now()
      from people`.execute(db);
  await sql`alter table subscriptions enable trigger user`.execute(db);
  await sql`update subscriptions set price_minor = 500 where price_minor = 300`.execute(db);
  await countEarlierRows(db, database.url);
  await countEarlierRows(db, database.url);
  expect(await readPaidPrices(db)).toEqual([{ planId: 'monthly', unitAmount: 500, subscribers: 6 }]);
});
