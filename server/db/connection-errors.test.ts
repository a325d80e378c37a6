import { expect, test } from 'vitest';

import { DatabaseUnavailableError, databaseFailureOf } from './connection-errors.ts';

const coded = (code: string): Error => Object.assign(new Error('words'), { code });

test.each([
  ['nobody listens', coded('ECONNREFUSED'), 'down'],
  ['the server shuts down', coded('57P01'), 'down'],
  ['the connection failed (class 08)', coded('08006'), 'down'],
  ['our own refusal, which proves nothing', new DatabaseUnavailableError(), 'timeout'],
  ['the pool was ended', new Error('Cannot use a pool after calling end on the pool'), 'timeout'],
  ['no answer in time', new Error('Query read timeout'), 'timeout'],
  ['no connection in time', new Error('timeout expired'), 'timeout'],
  ['the connection broke', new Error('Connection terminated unexpectedly'), 'timeout'],
  ['the connection broke within a transaction', new Error('Postgres connection has been discarded'), 'timeout'],
  ['no connection of the pool was free in time', new Error('timeout exceeded when trying to connect'), 'timeout'],
  ['a statement ran into its limit, as on a locked row', coded('57014'), 'busy'],
  ['it has no connection to spare', coded('53300'), 'busy'],
  ['two transactions waited for each other', coded('40P01'), 'busy'],
  ['a migration met one of these', new Error('migration failed', { cause: coded('57P03') }), 'down'],
  ['it refuses the statement', coded('23505'), null],
  ['something else', new Error('no such thing'), null],
  ['no error at all', 'ECONNREFUSED', null],
] as const)('%s', (_what, error, how) => {
  expect(databaseFailureOf(error)).toBe(how);
});
