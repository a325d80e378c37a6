import { expect, test } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';

import { openConnection } from './connection.repo.ts';
import { countOpenJobs } from './fence.repo.ts';

test('only jobs that carry something are counted as lost by a move', async () => {
  await using app = await startTestApp();
  const { pool, config } = app.product.deps;
  const client = await openConnection(config.database.url);
  const add = (name: string, data: object, state = 'active') =>
    pool.query('insert into background.job (name, data, state) values ($1, $2, $3)', [name, data, state]);
  const before = await countOpenJobs(client);
  await add('redact-carrier-copies', {});
  await add('__pgboss__send-it', { name: 'redact-carrier-copies' });
  await add('text-code', { user: '00000000-0000-4000-8000-000000000000' }, 'completed');
  expect(await countOpenJobs(client)).toBe(before);
  await add('text-code', { user: '00000000-0000-4000-8000-000000000000' });
  expect(await countOpenJobs(client)).toBe(before + 1);
  await client.end();
});
