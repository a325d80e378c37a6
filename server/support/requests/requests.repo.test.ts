import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

import { deleteOldRequests, markReplied } from './requests.repo.ts';

test('a ticket without a reply is kept until it has one or its account is gone', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await db.insertInto('service_numbers').values({ number: '+12025550100' }).execute();
  const userId = await addSubscriber(db, { phone: '+13129000001', serviceNumber: '+12025550100' });
  const closed = { stage: 'done', closed_at: new Date(Date.now() - 31 * 86_400_000) } as const;
  const [unreplied] = await db
    .insertInto('support_requests')
    .values([
      { ...closed, id: randomUUID(), kind: 'ticket', user_id: userId },
      { ...closed, id: randomUUID(), kind: 'ticket', user_id: userId, replied_at: new Date() },
      { ...closed, id: randomUUID(), kind: 'ticket', user_id: null },
      { ...closed, id: randomUUID(), kind: 'contact', user_id: null },
    ])
    .returning('id')
    .execute();
  expect(await deleteOldRequests(db)).toBe(3);
  expect(await db.selectFrom('support_requests').select('id').execute()).toEqual([unreplied]);
  await markReplied(db, unreplied!.id);
  expect(await deleteOldRequests(db)).toBe(1);
});
