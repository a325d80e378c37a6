import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { buildLateIndexes } from '#server/db/late-indexes.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { plannedDb, wholeReads } from '#server/testing/planned-db.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

import { recordPhoneChange } from '../phones/phone-undo.repo.ts';
import { closeAccount } from './deletion.repo.ts';

const serviceNumber = '+12025550100';
const phone = '+13129000001';
const [agreedTo, taken] = ['+13129000002', '+13129000003'];
const phoneHash = (text: string): string => `h:${Buffer.from(text).toString('hex').slice(0, 64).padEnd(64, '0')}`;

test('closing an account uses an index, however many texts of others there are', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await buildLateIndexes(db, database.url);
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone, serviceNumber });
  const other = await addSubscriber(db, { phone: '+13129000009', serviceNumber });
  const addTexts = (count: number, sender: string | null) =>
    sql`
      insert into inbound_texts (sid, sender, service_number, kind, reply, accepted, state, outcome, user_id,
                                 received_at, answer_by, not_before, closed_at)
      select 'SM' || md5(random()::text || n), coalesce(${sender}::text, '+1312' || (2000000 + n % 4000)),
             ${serviceNumber}, 'question', 'answer', true, 'done', 'replied', ${other}, now(), now(), now(), now()
        from generate_series(1, ${count}::int) as n`.execute(db);
  await addTexts(40_000, null);
  await addTexts(1, taken);
  await sql`
    insert into unsubscribed_senders (phone_number)
    select '+1312' || (2000000 + n) from generate_series(1, 20000) as n`.execute(db);
  for (const number of [agreedTo, taken]) {
    await sql`
      insert into consents (user_id, phone_key, subject, given, source, wording, address)
      values (${userId}, ${number}, 'messaging', true, 'account', 'v1', '192.0.2.1')`.execute(db);
  }
  await sql`analyze`.execute(db);

  const planned = plannedDb(pool);
  await planned.db.transaction().execute((transaction) => closeAccount(transaction, userId, phoneHash));
  const { numbers } = await db
    .selectFrom('deletions')
    .select('numbers')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(numbers.toSorted()).toEqual([phone, agreedTo]);
  expect(wholeReads(await planned.plans(), ['inbound_texts', 'unsubscribed_senders'])).toEqual([]);
});

test("a stranger's number that the account only typed is not released, so that it keeps its promo and its texts", async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone, serviceNumber });
  const [form, claim, unused, earlier, changed] = [4, 5, 6, 7, 8].map((n) => `+1312900000${n}`);
  for (const number of [claim, unused, earlier]) {
    await sql`
      insert into phone_numbers (user_id, number, claimed_until) values (${userId}, ${number}, now())`.execute(db);
  }
  for (const [number, source] of Object.entries({ [form!]: 'signup', [claim!]: 'signup', [changed!]: 'account' })) {
    await sql`
      insert into consents (user_id, phone_key, subject, given, source, wording)
      values (${userId}, ${number}, 'messaging', true, ${source}, 'v1')`.execute(db);
  }
  await sql`
    insert into inbound_texts (sid, sender, service_number, kind, reply, accepted, state, outcome, user_id,
                               received_at, answer_by, not_before, closed_at)
    values ('SM' || md5('earlier'), ${earlier}, ${serviceNumber}, 'question', 'answer', true, 'done', 'replied',
            ${userId}, now(), now(), now(), now())`.execute(db);
  // All but one have texted as no one's.
  for (const number of [phone, form, claim, earlier, changed]) {
    await sql`insert into unsubscribed_senders (phone_number, promo_sent) values (${number}, true)`.execute(db);
  }
  await db.transaction().execute((transaction) => closeAccount(transaction, userId, phoneHash));
  const { rows } = await sql<{ numbers: string[] }>`select numbers from deletions`.execute(db);
  expect(rows[0]?.numbers.toSorted()).toEqual([phone, unused, earlier, changed]);
  expect((await sql`select 1 from phone_numbers`.execute(db)).rows).toEqual([]);
});

test.for([
  ['was verified as it was typed', true, []],
  ['was replaced by one that was verified by a code', false, ['account', 'v1']],
  ['was replaced by one that was verified by its own text', false, ['text', 'join_code']],
] as const)(
  'a number of the sign-up form that had texted before is released only if it was the first to be verified: it %s',
  async ([, isReleased, [source, wording]]) => {
    await using database = await testDatabase();
    await using connection = connectTo(database.url);
    const { db } = connection;
    await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
    const userId = await addSubscriber(db, { phone, serviceNumber });
    const [form, corrected] = ['+13129000004', '+13129000005'];
    const addConsent = (number: string, from: string, words: string, at: string) =>
      sql`insert into consents (user_id, phone_key, subject, given, source, wording, at)
          values (${userId}, ${number}, 'messaging', true, ${from}, ${words}, ${at}::timestamptz)`.execute(db);
    const confirmedAt = '2026-11-20T12:00:00.123456Z';
    await sql`update users set confirmed_at = ${confirmedAt}::timestamptz where id = ${userId}`.execute(db);
    await addConsent(form, 'signup', 'v1', '2026-11-20T11:59:00Z');
    // A text's time is that of another clock.
    if (source) await addConsent(corrected, source, wording, source === 'text' ? '2026-11-20T12:00:01Z' : confirmedAt);
    await addConsent(phone, 'account', 'v1', '2026-11-21T12:00:00Z');
    await sql`insert into unsubscribed_senders (phone_number, promo_sent) values (${form}, true)`.execute(db);

    await db.transaction().execute((transaction) => closeAccount(transaction, userId, phoneHash));
    const { numbers } = await db.selectFrom('deletions').select('numbers').executeTakeFirstOrThrow();
    expect(numbers.includes(form)).toBe(isReleased);
  },
);

test('no link can give a closed account an earlier number again, in this release or in 1.0.0', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone, serviceNumber });
  await recordPhoneChange(db, userId, agreedTo);
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from phone_changes)::int + (select count(*) from phone_change_undos)::int as count`.execute(
    db,
  );
  expect(rows).toEqual([{ count: 2 }]);
  await db.transaction().execute((transaction) => closeAccount(transaction, userId, phoneHash));
  expect((await sql`select 1 from phone_changes`.execute(db)).rows).toEqual([]);
  expect((await sql`select 1 from phone_change_undos`.execute(db)).rows).toEqual([]);
});
