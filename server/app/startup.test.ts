import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { migrateAtStart } from '#server/db/migrate-at-start.ts';
import { createLog } from '#server/observability/log.ts';
import { connectTo, emptyDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';

import { Startup } from './startup.ts';

/** A start with these migrations to apply. */
function startWith(url: string, migrations: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'askline-migrations-'));
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, name), text);
  const lines: string[] = [];
  const { log } = createLog('warn', { write: (line: string) => void lines.push(line) });
  const outage = { reportFailure: () => undefined };
  const startup = new Startup({ outage, log }, async () => void (await migrateAtStart(url, folder)));
  return { startup, lines, done: startup.start(new Promise(() => undefined)) };
}

test('a start whose migration is blocked says so, and one that takes four seconds succeeds', async () => {
  await using database = await emptyDatabase();
  await using connection = connectTo(database.url, 2);
  await connection.pool.query('create table pets (id int)');
  const reader = await connection.pool.connect();
  await reader.query('begin; lock table pets in access share mode');
  const { startup, lines, done } = startWith(database.url, {
    '0001_names.sql': 'alter table pets add column name text',
    // Longer than the running product allows a statement.
    '0002_slow.sql': 'select pg_sleep(4)',
  });
  await until('the start to say what it waits for', () => lines.length > 0);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'schema_waits',
    msg: expect.stringContaining('a backup?'),
  });
  await reader.query('rollback');
  reader.release();
  await done;
  expect(startup.isDone).toBe(true);
  const { rows } = await connection.pool.query('select name from kysely_migration order by name');
  expect(rows).toEqual([{ name: '0001_names' }, { name: '0002_slow' }]);
});

test('a migration that fails for another reason ends the start', async () => {
  await using database = await emptyDatabase();
  const { done } = startWith(database.url, { '0001_wrong.sql': 'alter table nothing add column name text' });
  await expect(done).rejects.toThrow('Migration 0001_wrong failed (42P01)');
});

test('a start that serves from the journal continues if the database is back but refuses us, and says why', async () => {
  const { promise: untilUnavailable, resolve: away } = Promise.withResolvers<void>();
  const lines: string[] = [];
  const { log } = createLog('warn', { write: (line: string) => void lines.push(line) });
  const outage = { reportFailure: () => away() };
  // Refused until after the next line of the log.
  const codes = ['ECONNREFUSED', ...Array.from({ length: 15 }, () => '28P01')];
  const startup = new Startup({ outage, log, pauseMaxMs: 1 }, () => {
    const code = codes.shift();
    return code === undefined ? Promise.resolve() : Promise.reject(Object.assign(new Error('refused'), { code }));
  });
  await startup.start(untilUnavailable);
  await until('the start to be done', () => startup.isDone);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ event: 'database_unavailable' }),
    expect.objectContaining({
      event: 'database_refuses',
      code: '28P01',
      msg: 'The database refuses the password (28P01). Check user and password in DATABASE_URL.',
    }),
  ]);
});
