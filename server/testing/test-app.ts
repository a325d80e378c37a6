import { randomBytes } from 'node:crypto';

import { startSandbox } from '#sandbox/sandbox.ts';
import { type Product, startProduct } from '#server/app/server.ts';
import { readConfig } from '#server/config/config.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { parseUsPhoneNumber } from '#server/domain/us-phone-number.ts';

import { dataFolder } from './data-folder.ts';
import { type DatabaseGate, gateBefore } from './database-gate.ts';
import { testDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { addSubscriber, holderOf, type NewSubscriber } from './subscriber.ts';
import { until } from './until.ts';

/** A text on the sandbox's phone. */
export type PhoneText = {
  readonly sid: string;
  readonly direction: 'to_service' | 'from_service';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly status: string;
  readonly segments: number;
  readonly at: string;
};

/** An email in the sandbox's mailbox. */
export type CaughtMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** The whole product with its own database and the sandbox over HTTP. `await using` stops it. */
export type TestApp = AsyncDisposable & {
  readonly product: Product;
  readonly url: string;
  readonly sandboxUrl: string;
  /** The settings of the product, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** A phone that is unique in this run. */
  phone(): string;
  /** Adds an account, by default with a verified phone and a plan. */
  subscriber(phone: string, details?: Partial<NewSubscriber>): Promise<string>;
  /** Waits until this process knows the phone's plan without the database. A busy machine may take a while. */
  untilKnown(phone: string): Promise<void>;
  /** Sends a text from the phone to a service number. @returns the carrier's id of the text */
  text(phone: string, body: string, options?: { to?: string; mediaUrls?: string[] }): Promise<string>;
  /** The service's texts to the phone so far, oldest first. */
  replies(phone: string): Promise<string[]>;
  /** Waits for `count` replies, then until no text is open, and returns all replies. */
  finalReplies(phone: string, count: number): Promise<string[]>;
  /** Waits for `count` emails to an address and returns them, oldest first. */
  mails(address: string, count?: number): Promise<CaughtMail[]>;
  /** Waits until every received text is done. */
  untilTextsDone(): Promise<void>;
  /** A second instance of the product on the same database, with these settings on top. */
  another(own?: Record<string, string>): Promise<AsyncDisposable & { readonly product: Product }>;
  sandbox<T>(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
};

export type TestAppOptions = {
  /** Settings on top of the test's defaults, by name. */
  readonly settings?: Record<string, string>;
  readonly sandbox?: Record<string, string>;
  /** PostgreSQL URL outside of a test run. */
  readonly postgresUrl?: string;
  /** Starts a proxy between the product and its database, whose URL it receives. */
  readonly wayTo?: (databaseUrl: string) => Promise<AsyncDisposable & { readonly url: string }>;
};

/** A test app with a gate between the product and its database. */
export type GatedApp = TestApp & { readonly gate: DatabaseGate };

export const serviceNumbers = ['+12025550100', '+12025550101'] as const;

/** Starts all of it in about 300 ms. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { settings = {}, sandbox: sandboxEnv = {}, postgresUrl, wayTo } = options;
  const stack = new AsyncDisposableStack();
  const data = stack.use(await dataFolder());
  const database = stack.use(await testDatabase(postgresUrl));
  const way = wayTo ? stack.use(await wayTo(database.url)) : database;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = stack.use(
    await startSandbox({
      port: 0,
      productUrl: url,
      env: { SANDBOX_TWILIO_DELIVERY_MS: '30', SANDBOX_TWILIO_SETTLE_MS: '0', ...sandboxEnv },
    }),
  );
  const settingsOf = (own: Record<string, string>): Record<string, string> => ({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: way.url,
    DATA_DIR: data.path,
    PORT: String(port),
    SANDBOX_PORT: new URL(sandbox.url).port,
    SANDBOX_SMTP_PORT: String(sandbox.context.addresses.smtp?.split(':').at(-1)),
    SESSION_SECRET: 'a secret of the tests',
    ...settings,
    ...own,
  });
  const started = await startProduct(readConfig(settingsOf({})));
  let stopping: Promise<void> | undefined;
  // A test may stop it earlier, to start another one at its address.
  const product: Product = { ...started, stop: () => (stopping ??= started.stop()) };
  stack.defer(() => product.stop());
  await unschedule(product);

  const call = controlCalls(sandbox.url);

  const replies = async (phone: string): Promise<string[]> => {
    const texts = await call<PhoneText[]>('GET', `/sandbox/phones/${encodeURIComponent(phone)}/messages`);
    return texts.filter(({ direction }) => direction === 'from_service').map(({ body }) => body);
  };
  const untilTextsDone = async (): Promise<void> => {
    await until('every text to be done', async () => {
      const { rows } = await product.deps.pool.query(`select 1 from inbound_texts where state <> 'done' limit 1`);
      return rows.length === 0;
    });
  };

  const textsOf = async (phone: string): Promise<string> => {
    const { rows } = await product.deps.pool.query(
      `select i.sender, kind, reply, i.state, outcome, fence, attempts, o.state as send from inbound_texts i
         left join outbound_texts o on o.inbound_sid = i.sid where i.sender = $1`,
      [phone],
    );
    return JSON.stringify(rows);
  };

  return {
    product,
    url,
    sandboxUrl: sandbox.url,
    phone: testPhone,
    subscriber: (phone, details) =>
      until('the subscriber to be stored', async () => {
        const { db } = product.deps;
        return (
          (await holderOf(db, phone)) ?? addSubscriber(db, { phone, serviceNumber: serviceNumbers[0], ...details })
        );
      }),
    async untilKnown(phone) {
      const { eligibility } = product.deps.outage;
      await until('the outage copy to know the phone', () => eligibility.find(phone)?.subscription);
    },
    async text(phone, body, { to = serviceNumbers[0], mediaUrls = [] } = {}) {
      const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
      const { sid } = await call<{ sid: string }>('POST', path, { to, body, mediaUrls });
      let attempts = 0;
      await until(
        'the text to be received',
        async () => {
          const { rows } = await product.deps.pool.query('select 1 from inbound_texts where sid = $1', [sid]);
          if (rows.length === 1) return true;
          attempts += await tellAgain(call, phone, sid);
          return false;
        },
        { explain: async () => `${attempts} more webhooks, ${JSON.stringify(await webhookOf(call, phone, sid))}` },
      );
      return sid;
    },
    replies,
    async finalReplies(phone, count) {
      await until(`${count} replies`, async () => (await replies(phone)).length >= count, {
        explain: () => textsOf(phone),
      });
      await untilTextsDone();
      return replies(phone);
    },
    mails: (address, count = 1) =>
      until(`${count} mails`, async () => {
        const caught = await call<CaughtMail[]>('GET', '/sandbox/mail');
        const own = caught.filter(({ to }) => to === address);
        return own.length >= count && own;
      }),
    untilTextsDone,
    settings: settingsOf({}),
    async another(own = {}) {
      const other = await startProduct(readConfig(settingsOf({ PORT: '0', PUBLIC_URL: url, ...own })));
      await unschedule(other);
      return { product: other, [Symbol.asyncDispose]: () => other.stop() };
    },
    sandbox: call,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/**
 * Stops scheduled jobs: one that ran at the turn of a minute would do what a test is about to check. Jobs that the
 * product queues still run; tests call the others themselves.
 */
async function unschedule({ deps }: Product): Promise<void> {
  // A fault that a test injects would send the operator an alert by email: a test starts the watch itself.
  await deps.signalWatch.stop();
  await deps.pool.query('delete from background.schedule').catch((error: unknown) => {
    // Where the test started it without its database, there is no schedule yet.
    if (!isDatabaseUnavailable(error)) throw error;
  });
}

/** The same with a database that can be made unavailable. Slower, as all database traffic passes through this process. */
export async function startGatedApp(options: TestAppOptions = {}): Promise<GatedApp> {
  let gate: DatabaseGate | undefined;
  const app = await startTestApp({ ...options, wayTo: async (url) => (gate = await gateBefore(url)) });
  if (!gate) throw new Error('the product did not use the gate');
  return { ...app, gate };
}

/** Calls the sandbox's control API. @throws unless the call succeeds */
function controlCalls(sandboxUrl: string): TestApp['sandbox'] {
  return async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(sandboxUrl + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
}

type Webhook = { readonly isAccepted: boolean; readonly status: number | null } | null;

/** How the carrier's webhook of a text ended, after its last attempt; null until then. */
async function webhookOf(call: TestApp['sandbox'], phone: string, sid: string): Promise<Webhook> {
  type Text = { readonly sid: string; readonly webhook: Webhook };
  const texts = await call<Text[]>('GET', `/sandbox/phones/${encodeURIComponent(phone)}/messages`);
  return texts.find((text) => text.sid === sid)?.webhook ?? null;
}

/**
 * Has the carrier deliver a text once more if all its attempts met a product that was too busy (503). The carrier tries
 * for about three seconds; a test does not wait for the check for missed texts, a minute later.
 * @returns how many more calls are made
 */
async function tellAgain(call: TestApp['sandbox'], phone: string, sid: string): Promise<0 | 1> {
  const webhook = await webhookOf(call, phone, sid);
  if (webhook?.status !== 503) return 0;
  await call('POST', `/sandbox/twilio/messages/${sid}/webhook`);
  return 1;
}

const givenPhones = new Set<string>();

/** A valid US number, given once in this process; the range reserved for examples (555-01xx) is too small for many tests. */
export function testPhone(): string {
  for (;;) {
    const number = `+1312${(randomBytes(4).readUInt32BE() % 8_000_000) + 2_000_000}`;
    if (givenPhones.has(number) || !parseUsPhoneNumber(number).ok) continue;
    givenPhones.add(number);
    return number;
  }
}
