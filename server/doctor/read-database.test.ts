import { expect, test } from 'vitest';

import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { emptyDatabase, testDatabase } from '#server/testing/database.ts';

import { readDatabase } from './read-database.ts';

const queryTimeoutMs = 5000;

test('a check that asks for a column that does not exist fails instead of finding nothing', async () => {
  await using database = await testDatabase();
  const read = readDatabase({ url: database.url, queryTimeoutMs }, async ({ pool }) => {
    return (await pool.query('select no_such_column from users')).rows;
  });
  await expect(read).rejects.toMatchObject({ code: '42703' });
});

test('a check finds nothing where another finding names the cause', async () => {
  await using database = await testDatabase();
  await using unmigrated = await emptyDatabase();
  const users = async ({ pool }: { pool: { query(text: string): Promise<{ rows: string[] }> } }) =>
    (await pool.query('select id from users')).rows;
  const failing = () => Promise.reject(new ProviderError('payments', 'unavailable'));
  expect(await readDatabase({ url: unmigrated.url, queryTimeoutMs }, users)).toEqual([]);
  expect(await readDatabase({ url: 'postgres://127.0.0.1:1/none', queryTimeoutMs }, users)).toEqual([]);
  expect(await readDatabase({ url: `${database.url}_none`, queryTimeoutMs }, users)).toEqual([]);
  expect(await readDatabase({ url: database.url, queryTimeoutMs }, failing)).toEqual([]);
});
