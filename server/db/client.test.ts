import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';

import { openDatabase } from './client.ts';

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
