import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openThrowawayDatabase } from '#embedded/open-database.ts';
import { emptyFolder } from '#embedded/test-folder.ts';
import { offerTls, writeAuthority } from '#server/testing/database-tls.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { hasPgBouncer, startPgBouncer } from '#server/testing/pgbouncer.ts';

import { databaseFailureOf, isDatabaseUnavailable } from './connection-errors.ts';
import { findPooler, requireFitness } from './fitness.ts';
import { databaseRefusal } from './refusals.ts';

/** Why a start on this URL would be refused; null if it would not. */
async function refusal(url: string, pools = 30): Promise<{ problem: string; remedy: string } | null> {
  await using database = connectTo(url, 3);
  const error = await requireFitness(database.pool, pools).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return null;
  expect(isDatabaseUnavailable(error)).toBe(false);
  const found = databaseRefusal(error);
  expect(error).toBeInstanceOf(Error);
  expect(found).not.toBeNull();
  return found;
}

async function administer(url: string, sql: string): Promise<void> {
  const admin = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await using database = connectTo(admin, 1);
  await database.pool.query(sql);
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

test('a database of its own is fit', async () => {
  await using database = await testDatabase();
  expect(await refusal(database.url)).toBeNull();
});

test('too few connections are refused, with the number that would fit', async () => {
  await using database = await testDatabase();
  await administer(database.url, `alter database ${nameOf(database.url)} connection limit 20`);
  expect(await refusal(database.url)).toEqual({
    problem: 'One process may want 42 connections; the database allows 20.',
    remedy: expect.stringContaining('Set DATABASE_CONNECTIONS_MAX to 8 or less'),
  });
  expect(await refusal(database.url, 8)).toBeNull();
});

test('a start waits for a read-only database as in any outage, because the leader may be changing', async () => {
  await using database = await testDatabase();
  await administer(database.url, `alter database ${nameOf(database.url)} set default_transaction_read_only = on`);
  await using connection = connectTo(database.url, 2);
  const error: unknown = await requireFitness(connection.pool, 10).catch((reason: unknown) => reason);
  expect(databaseFailureOf(error)).toBe('down');
});

test('a role without the right to create is refused, with the command that grants it', async () => {
  await using database = await testDatabase();
  const role = `guest_${nameOf(database.url)}`;
  await administer(database.url, `create role ${role} login password 'guest'`);
  onTestFinished(() => administer(database.url, `drop role ${role}`));
  const url = Object.assign(new URL(database.url), { username: role, password: 'guest' }).href;
  expect((await refusal(url))?.remedy).toContain('alter database ... owner to');
});

test.skipIf(!hasPgBouncer)('a pooler in transaction mode is refused, one in session mode is not', async () => {
  await using database = await testDatabase();
  await using bad = await startPgBouncer(database.url, 'transaction');
  expect((await refusal(bad.url))?.remedy).toContain('pool_mode = session');
  await using good = await startPgBouncer(database.url, 'session');
  expect(await refusal(good.url)).toBeNull();
});

test('the check for a pooler leaves no listening session behind', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 2);
  expect(await findPooler(connection.pool)).toBeNull();
  const { rows } = await connection.pool.query('select pg_listening_channels()');
  expect(rows).toEqual([]);
});

test('a certificate of a private authority is refused with the remedy, and accepted once its authority is named', async () => {
  await using place = emptyFolder();
  const server = await openThrowawayDatabase(place.folder);
  onTestFinished(async () => void (await server.close()));
  await offerTls(server.adminUrl());
  const folder = await mkdtemp(join(tmpdir(), 'askline-ca-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const withTls = (query: string): string => `${server.adminUrl()}?${query}`;
  const found = await refusal(withTls('sslmode=verify-full'));
  expect(found?.problem).toContain('an authority that is unknown here');
  expect(found?.remedy).toContain('sslrootcert=');
  const authority = encodeURIComponent(await writeAuthority(folder));
  expect(await refusal(withTls(`sslmode=verify-full&sslrootcert=${authority}`))).toBeNull();
});
