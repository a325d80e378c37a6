import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

import { checkEarlierNumbers } from './check-earlier-numbers.ts';

test('accounts that still have a number removed from the settings are counted before it is given up', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 1);
  const [earlier, unused, kept] = ['+12025550100', '+12025550101', '+12025550102'];
  await connection.pool.query('insert into service_numbers (number) select unnest($1::text[])', [
    [earlier, unused, kept],
  ]);
  await addSubscriber(connection.db, { phone: '+13129000001', serviceNumber: earlier });
  await addSubscriber(connection.db, { phone: '+13129000002', serviceNumber: kept });
  expect(await checkEarlierNumbers(database.url, [earlier, kept])).toEqual([]);
  expect(await checkEarlierNumbers(database.url, [kept])).toMatchObject([
    { kind: 'advice', says: expect.stringContaining('1 account texts (202) 555-0100') },
  ]);
  expect(await checkEarlierNumbers('postgres://127.0.0.1:1/none', [kept])).toEqual([]);
});
