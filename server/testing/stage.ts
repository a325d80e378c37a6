import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { syncServiceNumbers } from '#server/texting/sweep.repo.ts';

import { type TestDatabase, testDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { addSubscriber } from './subscriber.ts';

/** All that processes of the product need around them: a database and the third parties, which outlive them. */
export type Stage = AsyncDisposable & {
  readonly database: TestDatabase;
  readonly connection: Database;
  readonly sandbox: Sandbox;
  /** The settings under which processes of the product play on this stage. */
  readonly settings: Record<string, string>;
  /** The phone of a new subscriber. */
  subscriber(phone: string): Promise<void>;
  /** A phone sends a text to the service. */
  text(phone: string, body: string): Promise<void>;
  /** What the carrier really created towards phones, by phone: the judge of every run. */
  ledger(): Promise<Map<string, number>>;
  control(method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, body?: unknown): Promise<unknown>;
};

export const stageNumbers = ['+12025550100', '+12025550101'];

/** `speed`: by how much the protocol's times are shrunk, so that a lease ends within a test's patience. */
export async function setStage({ speed }: { speed: number }): Promise<Stage> {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const sandbox = stack.use(
    await startSandbox({
      port: 0,
      productUrl: publicUrl,
      env: { SANDBOX_TWILIO_DELIVERY_MS: '30', SANDBOX_TWILIO_SETTLE_MS: '0', SANDBOX_PERPLEXITY_MODE: 'echo' },
    }),
  );
  const connection = openDatabase({
    url: database.url,
    connectionsMax: 4,
    connectTimeoutMs: 5000,
    queryTimeoutMs: 10_000,
    onIdleError: () => undefined,
  });
  stack.defer(() => connection.close());
  await migrateToLatest(connection.db);
  await syncServiceNumbers(connection.pool, stageNumbers);

  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(sandbox.url + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  }

  return {
    database,
    connection,
    sandbox,
    settings: {
      LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      DATA_DIR: join(tmpdir(), 'askline-test'),
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      SANDBOX_PORT: new URL(sandbox.url).port,
      SESSION_SECRET: 'a secret of the tests',
      TEST_SPEED: String(speed),
    },
    async subscriber(phone) {
      await addSubscriber(connection.db, { phone, serviceNumber: stageNumbers[0] ?? '' });
    },
    async text(phone, body) {
      await control('POST', `/sandbox/phones/${encodeURIComponent(phone)}/messages`, { to: stageNumbers[0], body });
    },
    async ledger() {
      const { messages } = (await control('GET', '/sandbox/twilio/ledger?direction=outbound-api')) as {
        messages: { to: string }[];
      };
      const counts = new Map<string, number>();
      for (const { to } of messages) counts.set(to, (counts.get(to) ?? 0) + 1);
      return counts;
    },
    control,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
