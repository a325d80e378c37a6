import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { migrateToLatest, migrateUpTo, refuseUnfinishedRestore } from '#server/db/migrate.ts';
import { Secret } from '#server/platform/secret.ts';
import { connectTo, emptyDatabase, testDatabase } from '#server/testing/database.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { testPhone } from '#server/testing/test-app.ts';

import { type Part, partOf } from './archive.ts';
import { putDataFile } from './data-files.ts';
import { dumpDatabase } from './dump.repo.ts';
import { leftOut } from './left-out.ts';
import { loadDatabase } from './load.repo.ts';
import { makeBackup, restoreBackup, restoreIntoScratch, verifyBackup } from './make-backup.ts';
import { endRestore, restoreInProgress } from './restore-mode.repo.ts';

const key = new Secret('a passphrase of the tests');
const facts = { release: 'test', phoneHashProbe: 'h:probe', hasLedger: true };
const asScratch = { onManifest: () => undefined, onFile: () => undefined, opensInRestoreMode: false };

async function dataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'askline-test-'));
}

/** All rows of all tables that a backup has, as text. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  await using database = connectTo(url, 2);
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not like 'kysely%' order by 1`,
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !(table.name in leftOut))) {
    const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

async function fill(url: string): Promise<void> {
  await using database = connectTo(url, 2);
  for (let nth = 0; nth < 5; nth += 1) {
    await addSubscriber(database.db, { phone: testPhone(), serviceNumber: '+12025550100' });
  }
  await database.pool.query(`update users set name = E'A "name",\\twith\\nlines \\\\ and \\\\N'`);
  await database.pool.query(
    `insert into consents (subject, given, source, wording) select 'terms', true, 'signup', 'v1' from generate_series(1, 50)`,
  );
  await database.pool.query(`select nextval('subscription_reads') from generate_series(1, 7)`);
}

async function withServiceNumber(url: string): Promise<void> {
  await using database = connectTo(url, 1);
  await database.pool.query(`insert into service_numbers (number) values ('+12025550100')`);
}

test('a backup brings every row back as it was, with sequences, and counts no row twice', async () => {
  await using source = await testDatabase();
  await using target = await emptyDatabase();
  await withServiceNumber(source.url);
  await fill(source.url);
  const dataDir = await dataFolder();
  const file = join(await dataFolder(), 'backup');
  await makeBackup({ databaseUrl: source.url, dataDir, key, facts }, file);
  await restoreIntoScratch(file, key, target.url);
  expect(await contentOf(target.url)).toEqual(await contentOf(source.url));
  await using restored = connectTo(target.url, 1);
  const { rows } = await restored.pool.query<{ next: number }>(`select nextval('subscription_reads') as next`);
  expect(rows[0]?.next).toBeGreaterThan(7);
  await restored.pool.query(
    `insert into consents (subject, given, source, wording) values ('terms', true, 'signup', 'v1')`,
  );
  expect(await migrateToLatest(restored.db)).toEqual({ applied: [], ahead: [] });
});

test('the tables that are left out exist, and no table of a backup refers to one', async () => {
  await using source = await testDatabase();
  await using database = connectTo(source.url, 1);
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const names = new Set(rows.map(({ name }) => name));
  expect(Object.keys(leftOut).filter((name) => !names.has(name))).toEqual([]);
  const { rows: references } = await database.pool.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
  );
  expect(references.filter(({ from, to }) => to in leftOut && !(from in leftOut))).toEqual([]);
});

test('a backup is of one moment, while rows are written', async () => {
  await using source = await testDatabase();
  await using target = await emptyDatabase();
  await using writing = connectTo(source.url, 2);
  const over = new AbortController();
  // Two rows in one transaction, again and again: a backup has both or none.
  const writer = (async () => {
    for (let nth = 0; !over.signal.aborted; nth += 1) {
      await writing.pool.query(
        `with one as (insert into watermarks (name, reached) values ('a${nth}', now()))
         insert into departed_numbers (phone_key, departed_at) values ('h:' || repeat('0', 56) || '${String(nth).padStart(8, '0')}', now())`,
      );
    }
  })();
  try {
    await loadDatabase(target.url, dumpDatabase(source.url, facts), asScratch);
  } finally {
    over.abort();
    await writer;
  }
  await using restored = connectTo(target.url, 1);
  const { rows } = await restored.pool.query<{ marks: number; left: number }>(
    `select (select count(*) from watermarks where name like 'a%') as marks, (select count(*) from departed_numbers) as left`,
  );
  expect(rows[0]?.marks).toBe(rows[0]?.left);
});

test('the backup of an older release is brought up to date, that of a newer one is refused with a sentence', async () => {
  await using source = await emptyDatabase();
  await using target = await emptyDatabase();
  await using other = await emptyDatabase();
  await using old = connectTo(source.url, 2);
  const folder = join(import.meta.dirname, '../db/migrations');
  const names = readdirSync(folder)
    .map((name) => name.replace('.sql', ''))
    .toSorted();
  await migrateUpTo(old.db, names.slice(0, 25));
  await old.pool.query(`insert into service_numbers (number) values ('+12025550100')`);
  await loadDatabase(target.url, dumpDatabase(source.url, facts), asScratch);
  await using restored = connectTo(target.url, 1);
  const { rows } = await restored.pool.query<{ name: string }>('select name from kysely_migration order by name');
  expect(rows.map(({ name }) => name)).toEqual(names);
  expect((await restored.pool.query('select number from service_numbers')).rows).toHaveLength(1);

  await old.pool.query(`insert into kysely_migration (name, timestamp) values ('9999_of_the_future', 'now')`);
  await expect(loadDatabase(other.url, dumpDatabase(source.url, facts), asScratch)).rejects.toThrow(
    'made by a newer release',
  );
});

test('a database that is not empty is refused and left as it is', async () => {
  await using source = await testDatabase();
  await using target = await testDatabase();
  await withServiceNumber(target.url);
  const before = await contentOf(target.url);
  await expect(loadDatabase(target.url, dumpDatabase(source.url, facts), asScratch)).rejects.toThrow('not empty');
  expect(await contentOf(target.url)).toEqual(before);
});

test('the product does not start on a database that is being restored, also when the loading broke off', async () => {
  await using source = await testDatabase();
  await using target = await emptyDatabase();
  await using half = await emptyDatabase();
  const file = join(await dataFolder(), 'backup');
  await makeBackup({ databaseUrl: source.url, dataDir: await dataFolder(), key, facts }, file);
  await restoreBackup(file, { key, databaseUrl: target.url, onFile: () => undefined });
  await using restored = connectTo(target.url, 1);
  await expect(refuseUnfinishedRestore(restored.db)).rejects.toThrow('is being restored');
  expect(await restoreInProgress(target.url)).toMatchObject({ phoneHashProbe: 'h:probe', hasLedger: true });
  await endRestore(target.url);
  await refuseUnfinishedRestore(restored.db);
  expect(await restoreInProgress(target.url)).toBeNull();

  async function* breaking(): AsyncGenerator<Part> {
    let count = 0;
    for await (const part of dumpDatabase(source.url, facts)) {
      yield part;
      if ((count += 1) === 5) throw new Error('it broke');
    }
  }
  const options = { ...asScratch, opensInRestoreMode: true };
  await expect(loadDatabase(half.url, breaking(), options)).rejects.toThrow('it broke');
  await using broken = connectTo(half.url, 1);
  await expect(refuseUnfinishedRestore(broken.db)).rejects.toThrow('is being restored');
  expect(await restoreInProgress(half.url)).toBeNull();
});

test('secrets and journals come along; a secret replaces another one, which is kept, and a journal replaces none', async () => {
  await using source = await testDatabase();
  await using target = await emptyDatabase();
  const [from, to] = [await dataFolder(), await dataFolder()];
  mkdirSync(join(from, 'secrets'));
  for (const name of ['session-secret', 'machine-id']) writeFileSync(join(from, 'secrets', name), `old ${name}`);
  const file = join(await dataFolder(), 'backup');
  await makeBackup({ databaseUrl: source.url, dataDir: from, key, facts }, file);
  expect((await verifyBackup(file, key)).release).toBe('test');
  for (const folder of ['secrets', 'journal']) mkdirSync(join(to, folder));
  writeFileSync(join(to, 'secrets/session-secret'), 'new');
  writeFileSync(join(to, 'journal/journal-0.sqlite'), 'there');
  await restoreBackup(file, { key, databaseUrl: target.url, onFile: (name, body) => putDataFile(to, name, body) });
  putDataFile(to, 'journal/journal-0.sqlite', Buffer.from('brought'));
  expect(readFileSync(join(to, 'secrets/session-secret'), 'utf8')).toBe('old session-secret');
  expect(readFileSync(join(to, 'secrets/session-secret.before-restore'), 'utf8')).toBe('new');
  expect(readdirSync(join(to, 'secrets'))).not.toContain('machine-id');
  expect(readFileSync(join(to, 'journal/journal-0.sqlite'), 'utf8')).toBe('there');
  expect(readFileSync(join(to, 'journal/journal-1.sqlite'), 'utf8')).toBe('brought');
  expect(() => putDataFile(to, 'secrets/../../evil', Buffer.alloc(1))).toThrow('unknown kind');
});

test('a backup without its end is refused', async () => {
  await using target = await emptyDatabase();
  const manifest = { format: 1, ...facts, madeAt: new Date().toISOString(), tables: [], sequences: [] };
  async function* parts(): AsyncGenerator<Part> {
    yield partOf(
      'manifest',
      JSON.stringify({
        ...manifest,
        migrations: ['0001_people_and_texts'],
        tables: [{ name: 'users', columns: ['id'] }],
      }),
    );
  }
  await expect(loadDatabase(target.url, parts(), asScratch)).rejects.toThrow('not complete');
});

test('what opens an account, by a token or a code, is in no backup', async () => {
  await using source = await testDatabase();
  await using target = await emptyDatabase();
  await using database = connectTo(source.url, 1);
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct table_name as name
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('token_hash', 'code_hash')`,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ name }) => !(name in leftOut))).toEqual([]);

  await database.pool.query(
    `with person as (insert into users (name, email) values ('Sam', 'sam@askline.example') returning id)
     insert into sessions (token_hash, user_id, expires_at)
     select repeat('x', 43), id, now() + interval '1 day' from person`,
  );
  const folder = await dataFolder();
  const file = join(folder, 'backup');
  await makeBackup({ databaseUrl: source.url, dataDir: folder, key, facts }, file);
  await restoreIntoScratch(file, key, target.url);
  await using restored = connectTo(target.url, 1);
  expect((await restored.pool.query('select name from users')).rows).toEqual([{ name: 'Sam' }]);
  expect((await restored.pool.query('select 1 from sessions')).rows).toEqual([]);
});
