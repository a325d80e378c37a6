import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

import { buildLateIndexes, lateIndexes } from './late-indexes.ts';

const all = Object.keys(lateIndexes);

test('late indexes are built once, and again if a build was interrupted', async () => {
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

test('references to rows that are deleted one by one are found by an index', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await buildLateIndexes(db, database.url);
  // A partial index will do if it omits only nulls, which its condition shows.
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || '.' || a.attname as reference
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confdeltype in ('c', 'n') and c.connamespace = current_schema()::regnamespace
       and not exists (
         select from pg_index i
          where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indisvalid
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))`.execute(
    db,
  );
  expect(rows).toEqual([]);
});
