import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { sql } from 'kysely';
import type { QueryConfig } from 'pg';
import { expect, test } from 'vitest';

import { stripeStatuses } from '#contract/subscription.ts';
import { isPaying, judgeSender } from '#server/domain/eligibility.ts';
import { readPhones, readSomePhones } from '#server/outage/eligibility/eligibility.repo.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { writeInboundMessages } from '#server/texting/inbound/receive-text.repo.ts';
import { readSenderStates } from '#server/texting/inbound/sender-state.repo.ts';
import type { ReplyDecision } from '#server/texting/rules/decide-reply.ts';

import type { Db } from './client.ts';
import type { SubscriptionStatus } from './schema.ts';

const serviceNumber = '+12025550100';

test('the database and the product agree on which statuses pay', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { rows } = await sql<{ status: SubscriptionStatus; isPaying: boolean }>`
    select status, is_paying(status) as "isPaying" from unnest(${stripeStatuses}::text[]) as status`.execute(
    connection.db,
  );
  expect(rows).toEqual(stripeStatuses.map((status) => ({ status, isPaying: isPaying(status) })));
});

test('the current subscription is a paying one if there is one, otherwise the one answered longest', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone: '+12025550111', serviceNumber, status: null });
  const base = Date.now();
  const subscription = fc.record({ status: fc.constantFrom(...stripeStatuses), days: fc.integer({ min: -3, max: 3 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(subscription, { maxLength: 5 }), async (subscriptions) => {
      await db.deleteFrom('subscriptions').where('user_id', '=', userId).execute();
      const rows = subscriptions.map(({ status, days }, index) => {
        const until = new Date(base + (days + 0.5) * 86_400_000);
        return { id: `sub_${index}`, user_id: userId, status, answers_until: until, created_at: until };
      });
      if (rows.length > 0) await db.insertInto('subscriptions').values(rows).execute();
      const found = await db.selectFrom('current_subscriptions').selectAll().where('user_id', '=', userId).execute();

      const [best] = rows.toSorted(
        (one, other) =>
          Number(isPaying(other.status)) - Number(isPaying(one.status)) ||
          other.answers_until.getTime() - one.answers_until.getTime() ||
          other.id.localeCompare(one.id),
      );
      expect(found.map(({ id }) => id)).toEqual(best ? [best.id] : []);
      if (best) {
        expect(found[0]?.is_paying).toBe(isPaying(best.status));
        expect(found[0]?.is_answered).toBe(isPaying(best.status) && best.answers_until.getTime() > base);
      }
    }),
    { numRuns: 60 },
  );
});

test('an account is answered as long as any of its sources, subscription or free time, and never longer', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone: '+12025550111', serviceNumber, status: null });
  const base = Date.now();
  const at = (days: number) => new Date(base + (days + 0.5) * 86_400_000);
  const days = fc.integer({ min: -3, max: 6 });
  const subscription = fc.record({ status: fc.constantFrom(...stripeStatuses), days });
  const counts = { neither: 0, both: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(subscription, { maxLength: 2 }),
      fc.array(days, { maxLength: 2 }),
      async (subscriptions, periods) => {
        await db.deleteFrom('subscriptions').where('user_id', '=', userId).execute();
        await db.deleteFrom('free_periods').where('user_id', '=', userId).execute();
        const rows = subscriptions.map(({ status, days: end }, index) => {
          return { id: `sub_${index}`, user_id: userId, status, answers_until: at(end), created_at: at(end) };
        });
        if (rows.length > 0) await db.insertInto('subscriptions').values(rows).execute();
        const given = periods.map((end) => {
          return { id: randomUUID(), user_id: userId, source: 'comp', months: 1, answers_until: at(end) } as const;
        });
        if (given.length > 0) await db.insertInto('free_periods').values(given).execute();
        const found = await db.selectFrom('entitlements').selectAll().where('user_id', '=', userId).execute();
        expect(found.length).toBeLessThanOrEqual(1);

        // The same rule as for a text, for each source alone, now and on each of the next days.
        const sources = [
          ...rows.map(({ status, answers_until: answersUntil }) => ({ status, answersUntil })),
          ...given.map(({ answers_until: answersUntil }) => ({ status: 'active' as const, answersUntil })),
        ];
        const [entitled] = found.map(({ status, answers_until: answersUntil }) => ({ status, answersUntil }));
        const isAnswered = (source: (typeof sources)[number] | undefined, day: Date) =>
          judgeSender({ userId, isVerified: true, subscription: source ?? null }, day).may;
        for (const day of [
          new Date(base),
          ...[0, 1, 2, 3, 4, 5, 6, 7].map((after) => new Date(at(after).getTime() + 1)),
        ]) {
          const bySources = sources.some((source) => isAnswered(source, new Date(base)) && isAnswered(source, day));
          expect(isAnswered(entitled, day)).toBe(bySources);
        }
        expect(found[0]?.is_answered ?? false).toBe(isAnswered(entitled, new Date(base)));
        if (found.length === 0) counts.neither += 1;
        if (
          rows.some((row) => isAnswered(sources[rows.indexOf(row)], new Date(base))) &&
          periods.some((end) => end >= 0)
        )
          counts.both += 1;
      },
    ),
    { numRuns: 120 },
  );
  expect(Object.values(counts).every((count) => count > 3)).toBe(true);
});

test.for([
  ['an overdue card with free time that lasts longer is free time', 'past_due', 2, 4, 'active', 4],
  ['free time that ends before a plan does not shorten it', 'active', 4, 2, 'active', 4],
  ['a plan that was canceled long ago counts for nothing while free time runs', 'canceled', -2, 4, 'active', 4],
  ['free time that is over leaves the plan that ended', 'canceled', -2, -1, 'canceled', -2],
] as const)('%s', async ([, status, planDays, freeDays, wanted, wantedDays]) => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const at = (days: number) => new Date(Math.trunc(Date.now() / 1000) * 1000 + days * 86_400_000);
  const [planEnd, freeEnd] = [at(planDays), at(freeDays)];
  const userId = await addSubscriber(db, { phone: '+12025550111', serviceNumber, status, answersUntil: planEnd });
  await db
    .insertInto('free_periods')
    .values({ id: randomUUID(), user_id: userId, source: 'comp', months: 1, answers_until: freeEnd })
    .execute();
  const found = await db.selectFrom('entitlements').selectAll().where('user_id', '=', userId).execute();
  expect(found).toMatchObject([
    { status: wanted, answers_until: wantedDays === planDays ? planEnd : freeEnd, is_answered: wantedDays > 0 },
  ]);
});

test('the verified phone of an account is the last one verified', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone: '+12025550111', serviceNumber });
  const later = new Date(Date.now() + 60_000);
  await db
    .insertInto('phone_numbers')
    .values([
      { user_id: userId, number: '+12025550112', verified_at: later },
      { user_id: userId, number: '+12025550113', verified_at: null },
    ])
    .execute();
  const found = await db.selectFrom('verified_phones').select('number').where('user_id', '=', userId).execute();
  expect(found).toEqual([{ number: '+12025550112' }]);
});

/** Enough accounts, each with a phone and a subscription, that a scan of a table would cost more than its index. */
const silence: ReplyDecision = {
  kind: 'empty',
  reply: null,
  language: 'en',
  newLanguage: null,
  isAccepted: false,
  userId: null,
  phoneId: null,
  receivedAt: new Date(),
  answerBy: new Date(),
  notBefore: new Date(),
  pacedUntil: null,
  consent: null,
  isOptOut: false,
  confirmsOptIn: false,
  stranger: null,
  notice: null,
  isUnpaid: false,
  withheld: null,
  remembered: null,
  memorySeconds: 0,
  forgets: false,
  home: null,
  mail: null,
};

async function addMany(db: Db): Promise<void> {
  await sql`insert into users (name, email) select 'n', i || '@askline.example' from generate_series(1, 3000) i`.execute(
    db,
  );
  await sql`insert into phone_numbers (user_id, number, verified_at)
    select id, '+1202' || (5000000 + row_number() over ()), now() from users`.execute(db);
  await sql`insert into subscriptions (id, user_id, status, answers_until, created_at)
    select 'sub_' || id, id, 'active', now(), now() from users`.execute(db);
  await sql`insert into free_periods (id, user_id, source, months, answers_until)
    select gen_random_uuid(), id, 'comp', 1, now() + interval '1 month' from users`.execute(db);
  await sql`insert into home_places (user_id, city, region, changed_at)
    select id, 'Austin', 'TX', now() from users`.execute(db);
  await sql`analyze`.execute(db);
}

test('reading one account through the views reads only its own rows, by index', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await addMany(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select p.id, s.status, v.number from phone_numbers p
      left join current_subscriptions s on s.user_id = p.user_id
      left join verified_phones v on v.user_id = p.user_id
      left join lateral (select status from entitlements where user_id = p.user_id limit 1) e on true
     where p.number = '+12025000007'`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan using subscriptions_user');
  expect(plan).toMatch(/Index (?:Only )?Scan using free_periods_user/u);
  expect(plan).not.toMatch(/Seq Scan|Hash/u);
});

test('the statement that reads the sender of a text reads the views by index', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await addMany(db);
  let text = '';
  const runner = { query: async (statement: QueryConfig) => ((text = statement.text), { rows: [] }) };
  const sid = `SM${'0'.repeat(32)}`;
  await readSenderStates(runner, [
    {
      sid,
      sidHash: 'h',
      sender: '+12025000007',
      senderHash: 'h',
      questionTag: null,
      serviceNumber: '+12025550100',
      asksMore: true,
    },
  ]);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan using subscriptions_user');
  expect(plan).toMatch(/Index (?:Only )?Scan using free_periods_user/u);
  expect(plan).not.toMatch(/Seq Scan on (?:subscriptions|free_periods|phone_numbers)/u);
});

test('the outage copy reads the sources of a phone by index', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await addMany(db);
  let text = '';
  const runner = { query: async (statement: QueryConfig) => ((text = statement.text), { rows: [] }) };
  const plans: string[] = [];
  for (const read of [() => readSomePhones(runner, ['+12025000007']), () => readPhones(runner, '+12025000007', 2000)]) {
    await read();
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  for (const plan of plans) {
    expect(plan).toContain('Index Scan using subscriptions_user');
    expect(plan).toMatch(/Index (?:Only )?Scan using free_periods_user/u);
    expect(plan).not.toMatch(/Seq Scan on (?:subscriptions|free_periods)/u);
  }
});

test('the statement that writes a text finds the rows it updates by index', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await addMany(db);
  await sql`insert into opt_outs (phone_key, opted_out, changed_at, source)
    select number, true, now(), 'text' from phone_numbers`.execute(db);
  await sql`analyze opt_outs`.execute(db);
  let text = '';
  const runner = { query: async (statement: QueryConfig) => ((text = statement.text), { rows: [] }) };
  const message = { sid: `SM${'0'.repeat(32)}`, sidHash: 'h', sender: '+12025000007', senderHash: 'h' };
  await writeInboundMessages(runner, [
    {
      message: { ...message, serviceNumber: '+12025550100', questionTag: null, asksMore: false },
      decision: { ...silence, consent: 'given' },
      lease: null,
    },
  ]);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan (?:using|on) opt_outs_pkey/u);
  expect(plan).toMatch(/Index Scan (?:using|on) phone_numbers_pkey/u);
  // The table is empty here; texting/plans.test.ts checks the plans with texts in it.
  expect(plan).not.toMatch(/Seq Scan on (?!inbound_texts\b)/u);
});
