import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, expect, test } from 'vitest';

import { type DatabaseState, openDatabase } from './open-database.ts';
import { isAlive, sendSignal, waitForEnd } from './processes.ts';
import { emptyFolder, eventually, initializedFolder, patienceMs, removeTemplate, startOwner } from './test-folder.ts';

afterAll(removeTemplate);

/** Runs one statement over a new connection. */
async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

test('a first start creates a durable cluster; the product role is not a superuser and needs its password', async () => {
  await using folder = emptyFolder();
  const states: DatabaseState[] = [];
  await using database = await openDatabase({ folder: folder.folder, onState: (state) => states.push(state) });
  const [role] = await ask(
    database.url(),
    `select current_database() as db, rolsuper, current_setting('fsync') as fsync,
            current_setting('listen_addresses') as reach, current_setting('server_encoding') as encoding
     from pg_roles where rolname = current_user`,
  );
  expect(role).toEqual({ db: 'askline', rolsuper: false, fsync: 'on', reach: '127.0.0.1', encoding: 'UTF8' });
  expect(states).toEqual(['preparing', 'ready']);
  const wrong = Object.assign(new URL(database.url()), { password: 'guess' }).href;
  await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed');
});

test('other accounts cannot read passwords, token or data', async () => {
  await using folder = await initializedFolder();
  await using database = await openDatabase({ folder: folder.folder });
  expect(database.url()).toMatch(/^postgres:\/\/askline:[0-9a-f]{48}@127\.0\.0\.1:\d+\/askline$/);
  for (const file of ['connection.json', 'supervisor.json', 'postgres.log', 'cluster']) {
    expect([file, statSync(join(folder.folder, file)).mode & 0o077]).toEqual([file, 0]);
  }
});

test('an orderly stop leaves no process, and the next start finds the data at the same address', async () => {
  await using folder = await initializedFolder();
  const first = await openDatabase({ folder: folder.folder });
  await ask(first.url(), 'create table kept as select 7 as seven');
  const [postmaster, supervisor] = [folder.postmaster(), folder.supervisor()];
  expect(await first.close()).toBe('stopped');
  expect([isAlive(postmaster!), isAlive(supervisor!)]).toEqual([false, false]);
  expect(existsSync(join(folder.folder, 'cluster', 'postmaster.pid'))).toBe(false);

  await using second = await openDatabase({ folder: folder.folder });
  expect(second.url()).toBe(first.url());
  expect(await ask(second.url(), 'select seven from kept')).toEqual([{ seven: 7 }]);
});

test('an interrupted initdb is repeated', async () => {
  await using folder = emptyFolder();
  const opening = openDatabase({ folder: folder.folder });
  const half = await eventually(
    () => existsSync(folder.folder) && readdirSync(folder.folder).find((f) => f.includes('half-')),
  );
  sendSignal(folder.supervisor()!, 'SIGKILL');
  // The waiting process starts another supervisor.
  const database = await opening;
  expect(await ask(database.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  await database.close();
  // The first initdb keeps running: a later start removes what it still writes.
  for (let start = 1; existsSync(join(folder.folder, half)); start += 1) {
    expect(start).toBeLessThan(20);
    await using again = await openDatabase({ folder: folder.folder });
    expect(again.url()).toBe(database.url());
  }
});

test('a folder that is not a cluster of this version is refused with a message and left unchanged', async () => {
  await using folder = emptyFolder();
  const cluster = join(folder.folder, 'cluster');
  mkdirSync(cluster, { recursive: true, mode: 0o755 });
  await expect(openDatabase({ folder: folder.folder })).rejects.toThrow('is not a PostgreSQL cluster');
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  await expect(openDatabase({ folder: folder.folder })).rejects.toThrow('was made by PostgreSQL 17');
  expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
});

test('the server outlives an owner that is killed with its process group, and the next start adopts it', async () => {
  await using folder = await initializedFolder();
  const owner = await startOwner(folder);
  const before = folder.postmaster()!;
  process.kill(-owner.pid!, 'SIGINT');
  process.kill(-owner.pid!, 'SIGKILL');
  await eventually(() => folder.log().includes('no owner is left'));
  await using database = await openDatabase({ folder: folder.folder });
  expect(folder.postmaster()).toEqual(before);
  expect(await ask(database.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a server without owners is shut down in order after a while', async () => {
  await using folder = await initializedFolder();
  const owner = await startOwner(folder, 50);
  const [postmaster, supervisor] = [folder.postmaster()!, folder.supervisor()!];
  owner.kill('SIGKILL');
  expect(await waitForEnd(postmaster, patienceMs)).toBe(true);
  expect(await waitForEnd(supervisor, patienceMs)).toBe(true);
  expect(folder.log()).toContain('database system is shut down');
});

test('a signal does not stop the server while it has an owner, whose last work may need it', async () => {
  await using folder = await initializedFolder();
  const database = await openDatabase({ folder: folder.folder });
  const [postmaster, supervisor] = [folder.postmaster()!, folder.supervisor()!];
  sendSignal(supervisor, 'SIGTERM');
  await eventually(() => folder.log().includes('SIGTERM: stopping when no owner is left'));
  expect(await ask(database.url(), 'select 7 as seven')).toEqual([{ seven: 7 }]);
  expect(await database.close()).toBe('stopped');
  expect([isAlive(postmaster), isAlive(supervisor)]).toEqual([false, false]);
});

test('when the supervisor is killed, another adopts the running server without an interruption', async () => {
  await using folder = await initializedFolder();
  const states: DatabaseState[] = [];
  const database = await openDatabase({ folder: folder.folder, onState: (state) => states.push(state) });
  const client = new pg.Client(database.url());
  await client.connect();
  const [postmaster, supervisor] = [folder.postmaster()!, folder.supervisor()!];
  sendSignal(supervisor, 'SIGKILL');
  const successor = await eventually(() => folder.supervisor()?.pid !== supervisor.pid && folder.supervisor());
  await eventually(() => states.filter((state) => state === 'ready').length === 2);
  expect(await client.query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
  await client.end();
  expect(folder.postmaster()).toEqual(postmaster);
  expect(await database.close()).toBe('stopped');
  expect([isAlive(postmaster), isAlive(successor)]).toEqual([false, false]);
});

test('a killed server is restarted with all committed data', async () => {
  await using folder = await initializedFolder();
  const states: DatabaseState[] = [];
  await using database = await openDatabase({ folder: folder.folder, onState: (state) => states.push(state) });
  await ask(database.url(), 'create table kept as select 7 as seven');
  const before = folder.postmaster()!;
  sendSignal(before, 'SIGKILL');
  await eventually(() => states.length === 4);
  expect(states).toEqual(['preparing', 'ready', 'recovering', 'ready']);
  expect(folder.postmaster()?.pid).not.toBe(before.pid);
  expect(await ask(database.url(), 'select seven from kept')).toEqual([{ seven: 7 }]);
});

test('two concurrent starts share one server, which stops when the second releases it', async () => {
  await using folder = await initializedFolder();
  const [one, two] = await Promise.all([
    openDatabase({ folder: folder.folder }),
    openDatabase({ folder: folder.folder }),
  ]);
  const [postmaster, supervisor] = [folder.postmaster()!, folder.supervisor()!];
  expect(one.url()).toBe(two.url());
  expect(await one.close()).toBe('kept');
  expect(await ask(two.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await two.close()).toBe('stopped');
  expect([isAlive(postmaster), isAlive(supervisor)]).toEqual([false, false]);
});

test('a start during the release by the last owner waits for the stop and starts the server again', async () => {
  await using folder = await initializedFolder();
  const first = await openDatabase({ folder: folder.folder });
  const [outcome, second] = await Promise.all([first.close(), openDatabase({ folder: folder.folder })]);
  expect(['stopped', 'kept']).toContain(outcome);
  expect(await ask(second.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.close();
});

test('a pid file with the id of another program does not prevent a start', async () => {
  await using folder = await initializedFolder();
  const lines = [process.pid, join(folder.folder, 'cluster'), 1, 5432, '', '127.0.0.1', '', 'ready'];
  writeFileSync(join(folder.folder, 'cluster', 'postmaster.pid'), `${lines.join('\n')}\n`);
  await using database = await openDatabase({ folder: folder.folder });
  expect(await ask(database.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a lost connection file is recreated with new passwords', async () => {
  await using folder = await initializedFolder();
  const old = readFileSync(join(folder.folder, 'connection.json'), 'utf8');
  rmSync(join(folder.folder, 'connection.json'));
  await using database = await openDatabase({ folder: folder.folder });
  expect(old).not.toContain(new URL(database.url()).password);
  expect(await ask(database.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await ask(database.adminUrl(), 'select 2 as two')).toEqual([{ two: 2 }]);
});

test('a server whose folder is removed exits together with its supervisor', async () => {
  await using folder = await initializedFolder();
  const owner = await startOwner(folder);
  const [postmaster, supervisor] = [folder.postmaster()!, folder.supervisor()!];
  owner.kill('SIGKILL');
  rmSync(folder.folder, { recursive: true });
  expect(await waitForEnd(postmaster, patienceMs)).toBe(true);
  expect(await waitForEnd(supervisor, patienceMs)).toBe(true);
});
