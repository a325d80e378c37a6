import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import type { Database } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { syncServiceNumbers } from '#server/texting/service-numbers.repo.ts';

import { dataFolder } from './data-folder.ts';
import { connectTo } from './database.ts';
import { freePort } from './free-port.ts';
import { addSubscriber } from './subscriber.ts';

/** What processes of the product need around them: a database and the sandbox, which outlive them. */
export type ProcessFixture = AsyncDisposable & {
  readonly connection: Database;
  readonly sandbox: Sandbox;
  /** Settings for processes of the product. */
  readonly settings: Record<string, string>;
  /** Adds a subscriber with this phone. */
  subscriber(phone: string): Promise<void>;
  /** Sends a text from a phone to the service. @returns the carrier's id of the text */
  text(phone: string, body: string): Promise<string>;
  /** Number of texts that the carrier created, by recipient: the ground truth of every run. */
  ledger(): Promise<Map<string, number>>;
  control<T>(method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, body?: unknown): Promise<T>;
};

export type ProcessFixtureOptions = {
  readonly databaseUrl: string;
  /** The factor by which the protocol's times are shortened, so that a lease expires within a test. */
  readonly speed: number;
  /** The product's address for the carrier; default: at a free port, `settings.PORT`. */
  readonly publicUrl?: string;
  readonly sandbox?: Record<string, string>;
  /** The random source of the sandbox's faults. */
  readonly random?: () => number;
};

const fixtureNumbers = ['+12025550100', '+12025550101'];

const sandboxSettings = {
  SANDBOX_TWILIO_DELIVERY_MS: '30',
  SANDBOX_TWILIO_SETTLE_MS: '0',
  SANDBOX_PERPLEXITY_MODE: 'echo',
};

/** Migrates the database and starts the sandbox. Disposing of the fixture keeps the database. */
export async function startProcessFixture({
  databaseUrl,
  speed,
  random,
  ...options
}: ProcessFixtureOptions): Promise<ProcessFixture> {
  const stack = new AsyncDisposableStack();
  const data = stack.use(await dataFolder());
  const port = await freePort();
  const publicUrl = options.publicUrl ?? `http://127.0.0.1:${port}`;
  const sandbox = stack.use(
    await startSandbox({
      port: 0,
      productUrl: publicUrl,
      env: { ...sandboxSettings, ...options.sandbox },
      ...(random === undefined ? {} : { random }),
    }),
  );
  const connection = stack.use(connectTo(databaseUrl));
  await migrateToLatest(connection.db);
  await syncServiceNumbers(connection.pool, fixtureNumbers);

  async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(sandbox.url + path, {
      method,
      // A connection that is kept alive may close at the moment it is reused, which would cost a bench its result.
      headers: { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  return {
    connection,
    sandbox,
    settings: {
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      DATA_DIR: data.path,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      SANDBOX_PORT: new URL(sandbox.url).port,
      SESSION_SECRET: 'a secret of the tests',
      TEST_SPEED: String(speed),
    },
    async subscriber(phone) {
      await addSubscriber(connection.db, { phone, serviceNumber: fixtureNumbers[0] ?? '' });
    },
    async text(phone, body) {
      const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
      const { sid } = await control<{ sid: string }>('POST', path, { to: fixtureNumbers[0], body });
      return sid;
    },
    async ledger() {
      type Ledger = { messages: { to: string }[] };
      const { messages } = await control<Ledger>('GET', '/sandbox/twilio/ledger?direction=outbound-api');
      const counts = new Map<string, number>();
      for (const { to } of messages) counts.set(to, (counts.get(to) ?? 0) + 1);
      return counts;
    },
    control,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
