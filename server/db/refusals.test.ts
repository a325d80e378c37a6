import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';

import { openDatabase } from './client.ts';
import { SchemaError } from './migrate.ts';
import { databaseRefusal } from './refusals.ts';

/** The error of a first query on this URL. */
async function failure(url: string): Promise<unknown> {
  const { pool, close } = openDatabase({ url, connectionsMax: 1, connectTimeoutMs: 30_000, queryTimeoutMs: 5000 });
  const error = await pool.query('select 1').then(
    () => null,
    (reason: unknown) => reason,
  );
  await close();
  return error;
}

test('a server that refuses the connection is distinguished from one that does not answer', async () => {
  await using database = await testDatabase();
  const at = (change: Partial<URL>): string => Object.assign(new URL(database.url), change).href;
  const says = async (change: Partial<URL>) => databaseRefusal(await failure(at(change)))?.problem ?? null;
  expect(await says({ password: 'guess' })).toBe('The database refuses the password (28P01).');
  expect(await says({ pathname: '/nowhere' })).toBe('The database does not exist (3D000).');
  expect(await says({ search: '?sslmode=verify-full' })).toContain('offers no TLS');
  expect(await says({ port: '1' })).toBeNull();
});

test.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', 'sslrootcert='],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'sslrootcert='],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the name in the certificate'],
  ['42501', 'the owner of its database'],
  ['08P01', 'session mode'],
])('%s has its remedy, also as the cause of another error', (code, remedy) => {
  const error = new Error('outer', { cause: Object.assign(new Error('inner'), { code }) });
  expect(databaseRefusal(error)?.remedy).toContain(remedy);
  expect(databaseRefusal(error)?.problem).toContain(code);
});

test('the message of a failed migration takes precedence over the code of its cause', () => {
  const cause = Object.assign(new Error('inner'), { code: '42501' });
  const error = new SchemaError('Migration 0042_pets failed (42501); nothing was changed.', {
    cause,
    remedy: 'Do this.',
  });
  expect(databaseRefusal(error)).toEqual({ problem: error.message, remedy: 'Do this.' });
});
