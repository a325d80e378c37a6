import type pg from 'pg';
import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';

import { openDatabase, withDatabase } from './client.ts';

test('a connection that breaks between two statements fails only the second', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const times = { connectTimeoutMs: 5000, queryTimeoutMs: 5000 };
  const { pool, close } = openDatabase({ url, connectionsMax: 2, ...times });
  stack.defer(close);
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await until('the connection to break', () =>
    client.query('select 1').then(
      () => false,
      () => true,
    ),
  );
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a pool also sets its time limits by SQL, because PgBouncer would apply those of the role', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const limits = { connectionsMax: 1, connectTimeoutMs: 5000, queryTimeoutMs: 600_000 };
  const { pool, close } = openDatabase({ url, ...limits });
  stack.defer(close);
  const { rows } = await pool.query(
    `select name, setting, source from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '0', source: 'session' },
    { name: 'statement_timeout', setting: '600000', source: 'session' },
  ]);
});

test('a database opened for one piece of work is closed when the work ends or fails', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const options = { url, queryTimeoutMs: 5000 };
  const [done, failed] = await Promise.all([
    withDatabase(options, async ({ pool }) => ({ pool, rows: (await pool.query('select 1 as one')).rows })),
    withDatabase(options, ({ pool }) => Promise.reject(Object.assign(new Error('failed'), { pool }))).catch(
      (error: Error & { pool: pg.Pool }) => error,
    ),
  ]);
  expect(done.rows).toEqual([{ one: 1 }]);
  expect(failed).toMatchObject({ message: 'failed' });
  expect([done.pool.ended, failed.pool.ended]).toEqual([true, true]);
});
