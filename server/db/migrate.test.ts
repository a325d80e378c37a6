import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { startProductProcess } from '#server/testing/product-process.ts';

import { databaseFailureOf } from './connection-errors.ts';
import { fitRelease, migrateToLatest, neededBy, pendingMigrations } from './migrate.ts';
import { databaseRefusal } from './refusals.ts';

const migrations = join(import.meta.dirname, 'migrations');
const names = readdirSync(migrations).sort();
const newest = names.at(-1)?.slice(0, 4) ?? '';
/** Later migrations say which release they still allow. */
const lastSilent = '0040';

/** The migrations of a later release: ours and these. */
function nextRelease(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'askline-migrations-'));
  cpSync(migrations, folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

test('this release still runs on the schema of a newer one that allows it', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 2);
  using next = nextRelease({
    '9001_nickname.sql': `-- needs: ${newest}\nalter table users add column nickname text;\n`,
    '9002_pets.sql': '-- needs: 0001\ncreate table pets (id bigint primary key);\n',
  });
  const upgraded = await migrateToLatest(connection.db, next.folder);
  expect(upgraded).toEqual({ applied: ['9001_nickname', '9002_pets'], ahead: [] });
  expect(await migrateToLatest(connection.db)).toEqual({ applied: [], ahead: ['9001_nickname', '9002_pets'] });
  expect(await pendingMigrations(connection.db)).toBe(0);

  const DATA_DIR = mkdtempSync(join(tmpdir(), 'askline-test-'));
  const settings = { DATABASE_URL: database.url, DATA_DIR, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
  await using product = await startProductProcess(settings);
  expect(product.isAlive()).toBe(true);
  expect(product.output()).toContain('schema_ahead');
});

test.each([
  ['needs a newer release', '-- needs: 9001\n'],
  ['does not say what it needs', ''],
])('this release refuses a schema that %s, and leaves it as it is', async (_what, header) => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 2);
  using next = nextRelease({ '9001_pets.sql': `${header}create table pets (id bigint primary key);\n` });
  await migrateToLatest(connection.db, next.folder);
  await expect(migrateToLatest(connection.db)).rejects.toThrow('this one cannot work with it');
  await expect(pendingMigrations(connection.db)).rejects.toThrow('The database was upgraded by another release');
});

test('before an update we know what the new release would apply, and whether this one could start again', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 2);
  const header = `-- needs: ${newest}\n`;
  const create = 'create table pets (id bigint primary key);\n';
  using kind = nextRelease({ '9001_pets.sql': header + create });
  using strict = nextRelease({ '9001_pets.sql': `-- needs: 9001\n${create}`, '9002_more.sql': `${header}select 1;\n` });
  const fit = (next: string, before = migrations) => fitRelease(connection.db, { next, before });
  expect(await fit(kind.folder)).toEqual({ pending: ['9001_pets'], allowsBack: true });
  expect(await fit(strict.folder)).toEqual({ pending: ['9001_pets', '9002_more'], allowsBack: false });
  expect(await pendingMigrations(connection.db)).toBe(0);

  await migrateToLatest(connection.db, kind.folder);
  expect(await fit(migrations, kind.folder)).toEqual({ pending: [], allowsBack: true });
  await migrateToLatest(connection.db, kind.folder);
  await expect(fit(strict.folder)).resolves.toMatchObject({ pending: ['9002_more'] });
});

test('a migration that fails is named with its code, and changes nothing', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 2);
  using next = nextRelease({
    '9001_pets.sql': `-- needs: ${newest}\ncreate table pets (id bigint primary key);\n`,
    '9002_broken.sql': `-- needs: ${newest}\nalter table nowhere add column x text;\n`,
  });
  await expect(migrateToLatest(connection.db, next.folder)).rejects.toThrow(
    'Migration 9002_broken failed (42P01); nothing was changed.',
  );
  expect(await migrateToLatest(connection.db)).toEqual({ applied: [], ahead: [] });
});

test('a standby in place of the leader is a temporary outage, not a refusal', async () => {
  await using database = await testDatabase();
  await using admin = connectTo(database.url, 1);
  await admin.pool.query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  await using connection = connectTo(database.url, 2);
  using next = nextRelease({ '9001_pets.sql': '-- needs: 0001\ncreate table pets (id bigint primary key);\n' });
  const error: unknown = await migrateToLatest(connection.db, next.folder).catch((reason: unknown) => reason);
  expect([databaseFailureOf(error), databaseRefusal(error)]).toEqual(['down', null]);
});

test('each new migration names the oldest release that it allows, which is not newer than itself', () => {
  for (const name of names.filter((one) => one.slice(0, 4) > lastSilent)) {
    const needs = neededBy(readFileSync(join(migrations, name), 'utf8'));
    expect(needs, `the first line of ${name} is "-- needs: NNNN"`).toMatch(/^\d{4}$/);
    expect(needs! <= name.slice(0, 4), name).toBe(true);
  }
});

test('a committed migration never changes, because databases have applied it', () => {
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(migrations, name)))
        .digest('hex')}  ${name}`,
  );
  expect(sums.join('\n')).toBe(readFileSync(join(import.meta.dirname, 'migrations.sha256'), 'utf8').trim());
});
