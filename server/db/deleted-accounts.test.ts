import pg from 'pg';
import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';

/** Columns that name an account but have no foreign key that deletes or clears them with it. */
const unboundColumns = `
  select c.table_name || '.' || c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%user_id'
     and not exists (select 1 from pg_constraint k
                      where k.contype = 'f' and k.conrelid = c.table_name::regclass and k.confrelid = 'users'::regclass
                        and k.confdeltype in ('c', 'n') and k.conkey = array[(
                          select attnum from pg_attribute
                           where attrelid = c.table_name::regclass and attname = c.column_name)])
   order by 1`;

test('every column that names an account is deleted or cleared with it, except where the deletion needs it', async () => {
  await using database = await testDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(unboundColumns);
  await client.end();
  // The record of the deletion, and the identity still to be removed at its service.
  expect(rows.map(({ name }) => name)).toEqual(['deletions.user_id', 'identity_syncs.user_id']);
});
