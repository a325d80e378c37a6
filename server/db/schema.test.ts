import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { connectTo, testDatabase, urlOf } from '#server/testing/database.ts';

import { migrateToLatest } from './migrate.ts';

const root = join(import.meta.dirname, '../..');

test('the generated types match the migrated database', async () => {
  await using database = await testDatabase();
  const codegen = join(root, 'node_modules/.bin/kysely-codegen');
  const { stdout } = await promisify(execFile)(codegen, ['--verify', '--url', database.url], { cwd: root });
  expect(stdout).toContain('up-to-date');
});

test('four processes that start concurrently on an empty database migrate it together', async () => {
  const name = `empty_${process.pid}`;
  const admin = new pg.Client(inject('postgresUrl'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  const open = () => connectTo(urlOf(inject('postgresUrl'), name), 2);
  const databases = [open(), open(), open(), open()];
  try {
    const applied = await Promise.all(databases.map(({ db }) => migrateToLatest(db)));
    expect(applied.filter((one) => one.applied.length > 0)).toHaveLength(1);
  } finally {
    await Promise.all(databases.map(({ close }) => close()));
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
});

test('processes of the previous release can still use the old table names', async () => {
  await using database = await testDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const sealed = Buffer.from('sealed');
  const { rows } = await client.query<{ id: string }>(
    `insert into letters (kind, sealed) values ('contact', $1) returning id`,
    [sealed],
  );
  await client.query('insert into letter_files (letter_id, position, sealed) values ($1, 0, $2)', [
    rows[0]?.id,
    sealed,
  ]);
  await client.query(
    `update letters l set tries = l.tries + 1
       from (select id from letters where stage <> 'done' and due_at <= now() limit 1 for update skip locked) due
      where l.id = due.id`,
  );
  const found = await client.query(
    `select r.stage, r.tries, f.position from support_requests r join support_request_files f on f.request_id = r.id`,
  );
  expect(found.rows).toEqual([{ stage: 'support', tries: 1, position: 0 }]);
  await client.query('delete from letter_files');
  await client.end();
});

/** String columns of the tables of texts, with the check that bounds each. */
const stringColumns = `
  select c.table_name || '.' || c.column_name as column,
         exists (select 1 from pg_constraint k
                  where k.conrelid = c.table_name::regclass and k.contype in ('c', 'f')
                    and pg_get_constraintdef(k.oid) like '%' || c.column_name || '%') as bounded
    from information_schema.columns c
   where c.table_schema = 'public' and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
     and c.table_name in ('inbound_texts', 'outbound_texts', 'notices', 'counter_deltas', 'counter_rollups', 'opt_outs',
                          'unsubscribed_senders', 'recent_questions')`;

test('no column about texts can hold plaintext: a check bounds each string', async () => {
  await using database = await testDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query<{ column: string; bounded: boolean }>(stringColumns);
  await client.end();
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ bounded }) => !bounded)).toEqual([]);
});
