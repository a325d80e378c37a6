import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

import { openConnection } from './connection.repo.ts';

test('the time limits that PgBouncer needs on the role do not end what copies whole tables', async () => {
  await using database = await testDatabase();
  {
    await using admin = connectTo(database.url, 1);
    const name = new URL(database.url).pathname.slice(1);
    // On the role in production (deploy/pgbouncer/pgbouncer.ini); that of the tests has other databases.
    await admin.pool.query(`alter database ${name} set statement_timeout = '100ms'`);
    await admin.pool.query(`alter database ${name} set idle_in_transaction_session_timeout = '100ms'`);
  }
  const client = await openConnection(database.url);
  try {
    const { rows } = await client.query(
      `select name, setting from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '0' },
      { name: 'statement_timeout', setting: '0' },
    ]);
  } finally {
    await client.end();
  }
});
