import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

import { buildLateIndexes, lateIndexes } from './late-indexes.ts';

const all = Object.keys(lateIndexes);

test('late indexes are built once, and again where a build broke off', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  const both = await Promise.all([buildLateIndexes(db, database.url), buildLateIndexes(db, database.url)]);
  expect(both.flat().toSorted()).toEqual(all.toSorted());
  expect(await buildLateIndexes(db, database.url)).toEqual([]);

  await sql`update pg_index set indisvalid = false
             where indexrelid = 'inbound_texts_failed'::regclass`.execute(db);
  await sql`drop index subscriptions_created`.execute(db);
  expect((await buildLateIndexes(db, database.url)).toSorted()).toEqual([
    'inbound_texts_failed',
    'subscriptions_created',
  ]);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
     where relname = any (${all}) and indisvalid`.execute(db);
  expect(rows).toHaveLength(all.length);
});
