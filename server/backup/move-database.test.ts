import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { readDatabaseFacts } from '#server/db/fitness.ts';
import { connectTo, emptyDatabase, testDatabase } from '#server/testing/database.ts';

import { moveDatabase, undoMove } from './move-database.ts';

const facts = { release: 'test', phoneHashProbe: 'h:probe', hasLedger: true };

/** A move that must not get as far as letting the database only read. */
function refusedMove(from: string, to: string) {
  const onFenced = (): void => expect.unreachable();
  return moveDatabase({ from, to, facts, onFenced, signal: new AbortController().signal });
}

test('a move by a role that does not own the database changes nothing and names the owner', async () => {
  await using database = await testDatabase();
  await using target = await emptyDatabase();
  await using own = connectTo(database.url, 1);
  const { rows } = await own.pool.query<{ owner: string }>('select current_user as owner');
  const role = `guest_${randomUUID().replaceAll('-', '')}`;
  await own.pool.query(`create role ${role} login password 'guest'`);
  try {
    const from = Object.assign(new URL(database.url), { username: role, password: 'guest' }).href;
    const moving = refusedMove(from, target.url);
    await expect(moving).rejects.toThrow(`This database belongs to the role ${rows[0]?.owner}, `);
    expect(await readDatabaseFacts(own.pool)).toMatchObject({ isReadOnly: false, movingTo: null, movedTo: null });
  } finally {
    await own.pool.query(`drop role ${role}`);
  }
});

test('a target that is not empty is refused before the database only reads, and names the right setting', async () => {
  await using database = await testDatabase();
  await using target = await emptyDatabase();
  await using own = connectTo(database.url, 1);
  await using next = connectTo(target.url, 1);
  // What a move leaves that failed while it copied.
  await next.pool.query('create table users (id uuid)');
  await expect(refusedMove(database.url, target.url)).rejects.toMatchObject({
    message: expect.stringContaining('not empty'),
    remedy: expect.stringContaining('DATABASE_URL_NEXT'),
  });
  expect(await readDatabaseFacts(own.pool)).toMatchObject({ isReadOnly: false, movingTo: null, movedTo: null });
});

test('a database that a newer release has upgraded is refused before it only reads', async () => {
  await using database = await testDatabase();
  await using target = await emptyDatabase();
  await using own = connectTo(database.url, 1);
  await own.pool.query(`insert into kysely_migration (name, timestamp) values ('9999_future', 'now')`);
  await expect(refusedMove(database.url, target.url)).rejects.toMatchObject({
    message: expect.stringContaining('does not know 9999_future'),
    remedy: expect.stringContaining('npm run update'),
  });
  expect(await readDatabaseFacts(own.pool)).toMatchObject({ isReadOnly: false, movingTo: null, movedTo: null });
});

test('a move goes to every address that node-postgres can read, such as that of a socket', async () => {
  await using database = await testDatabase();
  await using target = await emptyDatabase();
  await using own = connectTo(database.url, 1);
  const { username, password, hostname, port, pathname } = new URL(target.url);
  const to = `postgres://${username}:${password}@${pathname}?host=${hostname}&port=${port}`;
  const { signal } = new AbortController();
  await moveDatabase({ from: database.url, to, facts, onFenced: () => undefined, signal });
  expect(await readDatabaseFacts(own.pool)).toMatchObject({ movedTo: `${hostname}:${port}${pathname}` });
});

test('an undo on the database that was moved to is refused, and names the setting', async () => {
  await using database = await testDatabase();
  await using own = connectTo(database.url, 1);
  await own.pool.query(
    `do $$ begin execute format('comment on database %I is %L', current_database(), 'of the administrator'); end $$`,
  );
  await expect(undoMove(database.url)).rejects.toMatchObject({
    message: expect.stringContaining('was not moved'),
    remedy: expect.stringContaining('DATABASE_URL'),
  });
  const { rows } = await own.pool.query<{ comment: string }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()`,
  );
  expect(rows).toEqual([{ comment: 'of the administrator' }]);
});
