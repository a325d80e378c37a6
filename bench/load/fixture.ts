import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type pg from 'pg';

import { connectTo, testDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts';
import { insertSubscriber } from '#server/testing/subscriber.ts';
import { syncServiceNumbers } from '#server/texting/service-numbers.repo.ts';

import { pin } from './machine.ts';
import { startSandboxProcess } from './sandbox-process.ts';
import { phoneAt, serviceNumber } from './webhooks.ts';

/** A database, the sandbox in a process of its own, and product processes, for a bench under load. */
export type LoadFixture = AsyncDisposable & {
  /** Connected as the database's superuser. */
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** Where the sandbox and the load find the product. */
  readonly publicUrl: string;
  /** Starts one process of the product. Its port is the public one unless `own` names another. */
  product(own?: Record<string, string>): Promise<ProductProcess>;
  readonly sandboxPid: number;
  /** Adds a paying subscriber for each phone from `phoneAt(0)`. */
  subscribers(count: number): Promise<void>;
  /** Calls the sandbox. @throws Error unless the call succeeds */
  readonly control: <T>(method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, body?: unknown) => Promise<T>;
};

export type LoadFixtureOptions = {
  /** The URL of a superuser. */
  readonly postgresUrl: string;
  /** The product's public address where it is not the process's own, such as a gateway's. */
  readonly publicUrl?: string;
  /** How much longer each commit takes, as on a slower disk (PostgreSQL's `commit_delay`, which holds every flush). */
  readonly commitMs?: number;
  readonly isPinned?: boolean;
};

/** No limits for one phone, and long deadlines: the subject is the load. */
const limits = {
  FAIR_USE_PER_5_MINUTES: '100000',
  FAIR_USE_PER_HOUR: '1000000',
  FAIR_USE_PER_DAY: '10000000',
  ANSWER_DEADLINE_MS: '600000',
  ANSWER_ATTEMPT_MS: '120000',
};

/** Starts the database and the sandbox. */
export async function startLoadFixture(options: LoadFixtureOptions): Promise<LoadFixture> {
  const stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'askline-load-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = stack.use(await testDatabase(options.postgresUrl));
  const connection = stack.use(connectTo(database.url, 2));
  const { pool } = connection;
  await slowCommits(pool, options.commitMs ?? 0);
  const port = await freePort();
  const publicUrl = options.publicUrl ?? `http://127.0.0.1:${port}`;
  const isPinned = options.isPinned ?? true;
  const sandboxPort = await freePort();
  const sandbox = stack.use(await startSandboxProcess({ port: sandboxPort, productUrl: publicUrl, isPinned }));
  const settings = {
    ...limits,
    LOG_LEVEL: 'error',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    SANDBOX_PORT: String(sandboxPort),
    SESSION_SECRET: 'a secret of the benches',
  };

  return {
    pool,
    databaseUrl: database.url,
    publicUrl,
    sandboxPid: sandbox.pid,
    async product(own = {}) {
      const product = await startProductProcess({ ...settings, ...own });
      if (!product.isAlive()) throw new Error(`the product did not start: ${product.output()}`);
      if (isPinned) pin(product.child.pid, 'product');
      return product;
    },
    async subscribers(count) {
      await syncServiceNumbers(pool, [serviceNumber]);
      await connection.db.transaction().execute(async (tx) => {
        for (let nth = 0; nth < count; nth += 1) await insertSubscriber(tx, { phone: phoneAt(nth), serviceNumber });
      });
    },
    async control<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`http://127.0.0.1:${sandboxPort}${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (response.status === 204 ? undefined : await response.json()) as T;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function slowCommits(pool: pg.Pool, commitMs: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  await pool.query(`alter database ${name} set commit_delay = ${Math.round(commitMs * 1000)}`);
  await pool.query(`alter database ${name} set commit_siblings = 0`);
}
