import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { buildLateIndexes } from '#server/db/late-indexes.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { plannedDb, wholeReads } from '#server/testing/planned-db.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

import { linkCustomer } from '../subscription/sync.repo.ts';
import { anonymizeEvents } from './payment-events.repo.ts';

test('a customer’s account and events are found by index, however many others there are', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await buildLateIndexes(db, database.url);
  const serviceNumber = '+12025550100';
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone: '+13129000001', serviceNumber });
  const other = await addSubscriber(db, { phone: '+13129000009', serviceNumber });
  await sql`
    insert into users (id, name, email, confirmed_at)
    select gen_random_uuid(), 'Sam', n || '@askline.example', now() from generate_series(1, 5000) as n`.execute(db);
  await sql`
    insert into payment_events (id, type, happened_at, state, customer_id, user_id)
    select 'evt_' || n, 'customer.updated', now(), 'done', 'cus_' || n % 4000,
           case when n = 1 then ${userId}::uuid when n % 2 = 0 then ${other}::uuid end
      from generate_series(1, 20000) as n`.execute(db);
  await sql`analyze`.execute(db);

  const planned = plannedDb(pool);
  expect(await linkCustomer(planned.db, 'no account of ours', 'cus_7')).toBe(false);
  expect(await linkCustomer(planned.db, other, 'cus_7')).toBe(true);
  await anonymizeEvents(planned.db, userId, 'cus_7');
  await anonymizeEvents(planned.db, userId, null);
  const { rows: left } = await sql`
    select from payment_events where customer_id is null and user_id is null`.execute(db);
  expect(left).toHaveLength(6);
  expect(wholeReads(await planned.plans(), ['users', 'payment_events'])).toEqual([]);
});
