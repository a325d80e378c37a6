import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type DatabaseGate, gateBefore } from '#server/testing/database-gate.ts';
import { testDatabase } from '#server/testing/database.ts';
import { isEveryOutcomeKnown } from '#server/testing/journals.ts';
import { phoneTexts } from '#server/testing/phone-texts.ts';
import { startProcessFixture, type ProcessFixture } from '#server/testing/process-fixture.ts';
import { type ProductProcess, spawnProductProcess } from '#server/testing/product-process.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import type { Place } from '#server/testing/visitor.ts';

/** The real server as a process, its database behind a gate, and the sandbox; all runs share it. */
export type World = AsyncDisposable & {
  readonly fixture: ProcessFixture;
  readonly gate: DatabaseGate;
  /** The addresses for browsers and phones. */
  readonly place: Place;
  /**
   * Kills the process (SIGKILL) and starts another. In an outage first waits until its journal knows the outcome of
   * each send: an unknown one holds back the phone's next text until the database is back or the text expires.
   */
  kill(): Promise<void>;
  /** Shuts the process down in order, so that it saves its outage copy, and starts another. */
  deploy(): Promise<void>;
  /** The end of the log of its processes so far, for a failure's message. */
  lastLog(): string;
  /** Counts a command. */
  note(what: string): void;
  readonly done: Readonly<Record<string, number>>;
  /** Waits until the process uses the database and no work is open. */
  untilDrained(): Promise<void>;
};

const timeoutMs = 90_000;
/** At a higher speed, an intent would be too old to be sent after 150 ms, which a busy machine takes. */
const speed = 6;

/** Without limits, which are not under test. */
const settings = {
  TRUST_PROXY: 'loopback',
  TWILIO_OPT_OUT_REPLIES: 'app',
  // Otherwise a deletion would wait until the carrier's copies of the texts are removed.
  CARRIER_REDACTION: 'off',
  UNPAID_REPLIES_PER_HOUR: '1000000',
  FAIR_USE_PER_5_MINUTES: '100000',
  FAIR_USE_PER_HOUR: '1000000',
  FAIR_USE_PER_DAY: '10000000',
  ANSWER_DEADLINE_MS: '600000',
  OPENAI_API_KEY: 'sandbox_openai_key',
  // On a slow machine a conversation must not be forgotten.
  MEMORY_MINUTES: '60',
};

/** Starts all of it in about two seconds. */
export async function startWorld(postgresUrl?: string): Promise<World> {
  const stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'askline-model-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const database = stack.use(await testDatabase(postgresUrl));
  const gate = stack.use(await gateBefore(database.url));
  const sandbox = {
    TWILIO_OPT_OUT_REPLIES: 'app',
    SANDBOX_PERPLEXITY_MODE: 'backwards',
    SANDBOX_OPENAI_MODE: 'backwards',
  };
  const fixture = stack.use(await startProcessFixture({ databaseUrl: database.url, speed, sandbox }));
  const SANDBOX_SMTP_PORT = new URL(fixture.sandbox.context.addresses.smtp ?? '').port;
  const WEATHER_BASE_URL = `${fixture.sandbox.url}/weather`;
  const own = { ...fixture.settings, ...settings, DATABASE_URL: gate.url, SANDBOX_SMTP_PORT, WEATHER_BASE_URL };
  const done: Record<string, number> = {};
  let current: ProductProcess | undefined;
  stack.defer(() => current?.[Symbol.asyncDispose]());

  async function start(): Promise<void> {
    current = spawnProductProcess(own, { logFile: join(folder, 'process.log') });
    await current.ready;
    if (!current.isAlive()) throw new Error(`the product did not start: ${current.output().slice(-3000)}`);
  }
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (current?.isAlive() !== true)
      throw new Error(`the product exited unexpectedly: ${current?.output().slice(-3000)}`);
    current.kill(signal);
    await current.died();
    await start();
  }
  await start();
  return {
    fixture,
    gate,
    place: {
      url: fixture.settings['PUBLIC_URL'] ?? '',
      phone: testPhone,
      replies: (phone) => phoneTexts(fixture, phone),
    },
    async kill() {
      const journals = join(fixture.settings['DATA_DIR'] ?? '', 'journal');
      await until('every outcome to be in the journal', () => isEveryOutcomeKnown(journals), { timeoutMs });
      await end('SIGKILL');
    },
    deploy: () => end('SIGTERM'),
    lastLog: () => current?.output().slice(-3000) ?? '',
    note(what) {
      done[what] = (done[what] ?? 0) + 1;
    },
    done,
    untilDrained: () => untilDrained(fixture),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** A later heartbeat reports it, and no text or send is open. */
async function untilDrained({ connection: { pool } }: ProcessFixture): Promise<void> {
  const { rows } = await pool.query<{ now: Date }>('select now()');
  const sql = `select exists (select 1 from instance_heartbeat where settled and beat_at > $1) as settled,
    (select count(*) from inbound_texts where state <> 'done') as texts,
    (select count(*) from outbound_texts where state in ('intent', 'unknown')) as sends`;
  type Row = { settled: boolean; texts: number; sends: number };
  const look = async (): Promise<Row | undefined> => (await pool.query<Row>(sql, [rows[0]?.now])).rows[0];
  await until(
    'everything to settle',
    async () => {
      const row = await look();
      return row?.settled === true && row.texts + row.sends === 0;
    },
    { timeoutMs, explain: async () => JSON.stringify(await look()) },
  );
}
