import { randomInt } from 'node:crypto';

import { expect } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { freePort } from '#server/testing/free-port.ts';
import { identitiesOf, login, test } from '#server/testing/identity-stages.ts';
import { operator } from '#server/testing/operator.ts';
import { startProductProcess } from '#server/testing/product-process.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { testPassword, visitor } from '#server/testing/visitor.ts';

import { hashPassword } from '../identity/password-hash.ts';

const migrateUsers = '/api/admin/cognito/migrate-users';

/** Adds accounts with a local password and no identity. */
async function addAccounts(app: TestApp, count: number): Promise<{ id: string; email: string }[]> {
  const { rows } = await app.product.deps.pool.query<{ id: string; email: string }>(
    `insert into users (name, email, password_hash, confirmed_at)
     select 'Sam Example', gen_random_uuid() || '@askline.example', $2, now() from generate_series(1, $1::int)
     returning id, email`,
    [count, await hashPassword(new Secret(testPassword))],
  );
  return rows;
}

/** Starts another process of the product that kills itself (SIGKILL) at a step of a migration. */
async function startMortalProcess(app: TestApp, crashAt: string) {
  const port = await freePort();
  const { config } = app.product.deps;
  const process = await startProductProcess({
    LOG_LEVEL: 'error',
    ROLE: 'web',
    DATABASE_URL: config.database.url,
    DATA_DIR: config.dataDir,
    PORT: String(port),
    PUBLIC_URL: app.url,
    SANDBOX_PORT: new URL(app.sandboxUrl).port,
    SESSION_SECRET: 'a secret of the tests',
    TRUST_PROXY: '127.0.0.1',
    IDENTITY_STAGE: 'during',
    ADMIN_TOKEN: 'the-operator-of-the-tests',
    CRASH_AT: crashAt,
  });
  return { process, url: `http://127.0.0.1:${port}` };
}

// The long form, with a thousand accounts and forty kills, is bench/identity-migration.bench.ts.
test('a batch that is killed at a random step is finished by the next: each account has one identity and logs in', async ({
  stages,
}) => {
  const { during, post } = stages;
  const accounts = await addAccounts(during, 12);
  const crashAt = `migrate.${randomInt(2) === 0 ? 'created' : 'linked'}:${randomInt(1, 11)}`;
  const { process, url } = await startMortalProcess(during, crashAt);
  await using _ = process;
  const token = 'the-operator-of-the-tests';
  await operator({ ...during, url })('POST', migrateUsers, { body: { limit: 10 }, token }).catch(() => undefined);
  expect((await process.died()).signal, `${crashAt} ${process.output()}`).toBe('SIGKILL');

  const migrate = async () => (await operator(during)('POST', migrateUsers, { body: { limit: 10 } })).body;
  let moved = 0;
  for (let batch = 0; batch < 3; batch += 1) {
    const { migrated, failed } = await migrate();
    expect(failed, crashAt).toBe(0);
    moved += migrated;
  }
  expect(moved, crashAt).toBeGreaterThanOrEqual(2);
  for (const [n, { id, email }] of accounts.entries()) {
    const { rows } = await during.product.deps.pool.query<{ identity: string }>(
      'select external_identity_id as identity from users where id = $1',
      [id],
    );
    const identities = await identitiesOf(during, email);
    expect(identities, crashAt).toEqual([expect.objectContaining({ sub: rows[0]?.identity, preferred_username: id })]);
    expect(await login(visitor(n % 2 === 0 ? during : post), email), crashAt).toEqual([200, email]);
  }
});
