import { expect, test } from 'vitest';

import { addAccount } from '#server/app/sample-account.repo.ts';
import { sampleCustomer } from '#server/config/payments.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';

import { checkSampleAccount } from './check-sample-account.ts';

test('a database that was used with the sandbox does not go live unnoticed', async () => {
  await using database = await testDatabase();
  expect(await checkSampleAccount(database.url)).toEqual([]);
  await using connection = connectTo(database.url, 1);
  const sample = { name: 'Sam', email: 'sam@askline.example', phone: '+12125550142', customer: sampleCustomer };
  await addAccount(connection.db, sample);
  expect(await checkSampleAccount(database.url)).toMatchObject([
    { kind: 'fault', act: expect.stringContaining('DATA_DIR') },
  ]);
  expect(await checkSampleAccount('postgres://127.0.0.1:1/none')).toEqual([]);
});
