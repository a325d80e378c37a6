import pg from 'pg';
import { expect, inject, test } from 'vitest';

test('every test run has its own PostgreSQL, in which it can create databases', async () => {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    const { rows } = await client.query<{ major: number; mayCreate: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as major, rolcreatedb as "mayCreate"
       from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([{ major: 18, mayCreate: true }]);
  } finally {
    await client.end();
  }
});
