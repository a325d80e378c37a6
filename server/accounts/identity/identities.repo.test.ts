import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';
import { plannedDb, wholeReads } from '#server/testing/planned-db.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

import { accountState } from './identities.repo.ts';

test('the account of an identity is found by index, and a string that is not a key belongs to none', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  const serviceNumber = '+12025550100';
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone: '+13129000001', serviceNumber });
  await sql`
    insert into users (id, name, email, confirmed_at)
    select gen_random_uuid(), 'Sam', n || '@askline.example', now() from generate_series(1, 5000) as n`.execute(db);
  await sql`analyze`.execute(db);

  const planned = plannedDb(pool);
  expect(await accountState(planned.db, userId)).toBe('active');
  expect(await accountState(planned.db, 'of another pool')).toBe('none');
  expect(await accountState(planned.db, crypto.randomUUID())).toBe('none');
  expect(wholeReads(await planned.plans(), ['users'])).toEqual([]);
});
