import { randomInt, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { hashPassword } from '#server/accounts/identity/password-hash.ts';
import type { Database } from '#server/db/client.ts';
import { Secret } from '#server/platform/secret.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { startProductProcess } from '#server/testing/product-process.ts';

import type { Bench } from './measure.ts';

const users = Number(process.env['MIGRATION_USERS'] ?? 1000);
const kills = Number(process.env['MIGRATION_KILLS'] ?? 40);
const PASSWORD = 'Secret123!';
const adminToken = 'the-operator-of-the-benchmark';
const points = ['migrate.created', 'migrate.linked', 'migrate.password'] as const;

type Migration = {
  readonly connection: Database;
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly settings: Record<string, string>;
};

/**
 * Migrates a thousand accounts in batches, while some of them log in, with processes that are killed (SIGKILL) at random
 * steps. Afterwards each account has exactly its own identity, none is lost, and all can log in, in both stages.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  await using stack = new AsyncDisposableStack();
  const fixture = await startMigration(stack, postgresUrl);
  await addUsers(fixture.connection);
  const began = performance.now();
  const killed: Record<string, number> = {};
  for (let n = 0; n < kills && (await pendingUsers(fixture)) > 0; n += 1) {
    const point = points[randomInt(points.length)] ?? 'migrate.created';
    // Logins migrate passwords; there are fewer of them than steps of a batch.
    const stepsMax = point === 'migrate.password' ? 3 : Math.ceil(users / kills);
    const steps = randomInt(stepsMax) + 1;
    if (await runUntilKilled(fixture, `${point}:${steps}`)) killed[point] = (killed[point] ?? 0) + 1;
  }
  await finish(fixture);
  const seconds = (performance.now() - began) / 1000;
  const { identities, own } = await countIdentities(fixture);
  const during = await logEverybodyIn(fixture, 'during');
  const post = await logEverybodyIn(fixture, 'post');
  const all = { unit: 'accounts', atLeast: users, atMost: users } as const;
  return [
    { what: 'processes killed', value: Object.values(killed).reduce((sum, n) => sum + n, 0), unit: 'kills' },
    ...points.map((point) => ({ what: `  at ${point}`, value: killed[point] ?? 0, unit: 'kills' })),
    { what: 'migrated, with all the restarts', value: seconds, unit: 's' },
    { what: 'identities in the pool', value: identities, ...all },
    { what: 'accounts with exactly their own identity', value: own, ...all },
    { what: 'logged in, stage during', value: during, ...all },
    { what: 'logged in, stage post', value: post, ...all },
  ];
};

async function startMigration(stack: AsyncDisposableStack, postgresUrl: string): Promise<Migration> {
  const database = stack.use(await testDatabase(postgresUrl));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = stack.use(await startSandbox({ port: 0, productUrl: url, env: {} }));
  const connection = stack.use(connectTo(database.url));
  const settings = {
    LOG_LEVEL: 'error',
    DATABASE_URL: database.url,
    DATA_DIR: join(tmpdir(), `askline-test-${process.pid}`),
    PORT: String(port),
    SANDBOX_PORT: new URL(sandbox.url).port,
    SESSION_SECRET: 'a secret of the benchmark',
    ADMIN_TOKEN: adminToken,
    TRUST_PROXY: '127.0.0.1',
  };
  return { connection, sandbox, url, settings };
}

function emailOf(n: number): string {
  return `user${n}@askline.example`;
}

async function addUsers({ pool }: Database): Promise<void> {
  const hash = await hashPassword(new Secret(PASSWORD));
  await pool.query(
    `insert into users (name, email, password_hash, confirmed_at)
     select 'Sam Example', 'user' || n || '@askline.example', $2, now() from generate_series(0, $1::int - 1) as n`,
    [users, hash],
  );
}

async function pendingUsers({ connection }: Migration): Promise<number> {
  const { rows } = await connection.pool.query<{ count: number }>(
    'select count(*) from users where external_identity_id is null',
  );
  return rows[0]?.count ?? 0;
}

async function migrate({ url }: Migration): Promise<{ migrated: number; failed: number }> {
  const response = await fetch(`${url}/api/admin/cognito/migrate-users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 10 }),
  });
  if (!response.ok) throw new Error(`migrate: ${response.status} ${await response.text()}`);
  return (await response.json()) as { migrated: number; failed: number };
}

/** @returns the status; 0 if the process died during the call */
async function logIn({ url }: Migration, email: string): Promise<number> {
  try {
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `203.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Runs batches and logins concurrently until the process crashes at its point. @returns whether it did */
async function runUntilKilled(fixture: Migration, crashAt: string): Promise<boolean> {
  await using process = await startProductProcess({
    ...fixture.settings,
    IDENTITY_STAGE: 'during',
    CRASH_AT: crashAt,
  });
  const batches = async () => {
    while (process.isAlive() && (await pendingUsers(fixture)) > 0) await migrate(fixture).catch(() => undefined);
  };
  const logins = async () => {
    while (process.isAlive() && (await pendingUsers(fixture)) > 0) await logIn(fixture, emailOf(randomInt(users)));
  };
  await Promise.all([batches(), logins()]);
  return !process.isAlive();
}

async function finish(fixture: Migration): Promise<void> {
  await using process = await startProductProcess({ ...fixture.settings, IDENTITY_STAGE: 'during' });
  while ((await pendingUsers(fixture)) > 0) {
    const { failed } = await migrate(fixture);
    if (failed > 0) throw new Error(`${failed} accounts could not be migrated\n${process.output()}`);
  }
}

async function countIdentities({ connection, sandbox }: Migration): Promise<{ identities: number; own: number }> {
  const response = await fetch(`${sandbox.url}/sandbox/cognito/users`);
  const found = (await response.json()) as { Attributes: { Name: string; Value: string }[] }[];
  const ownerOf = new Map<string, string>();
  for (const { Attributes } of found) {
    const values = Object.fromEntries(Attributes.map(({ Name, Value }) => [Name, Value]));
    ownerOf.set(values['sub'] ?? randomUUID(), values['preferred_username'] ?? '');
  }
  const { rows } = await connection.pool.query<{ id: string; identity: string }>(
    'select id, external_identity_id as identity from users',
  );
  return { identities: found.length, own: rows.filter(({ id, identity }) => ownerOf.get(identity) === id).length };
}

async function logEverybodyIn(fixture: Migration, name: 'during' | 'post'): Promise<number> {
  await using process = await startProductProcess({ ...fixture.settings, IDENTITY_STAGE: name });
  let loggedIn = 0;
  for (let n = 0; n < users && process.isAlive(); n += 1) {
    if ((await logIn(fixture, emailOf(n))) === 200) loggedIn += 1;
  }
  return loggedIn;
}
