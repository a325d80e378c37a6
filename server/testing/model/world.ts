import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type DatabaseGate, gateBefore } from '#server/testing/database-gate.ts';
import { testDatabase } from '#server/testing/database.ts';
import { phoneTexts } from '#server/testing/phone-texts.ts';
import { type ProductProcess, spawnProductProcess } from '#server/testing/product-process.ts';
import { setStage, type Stage } from '#server/testing/stage.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import type { Place } from '#server/testing/visitor.ts';

/** The real server as a process, with its database behind a gate, and the third parties; all runs share it. */
export type World = AsyncDisposable & {
  readonly stage: Stage;
  readonly gate: DatabaseGate;
  /** Where browsers and phones find it. */
  readonly place: Place;
  /** Ends the process as the kernel does when memory runs out, and starts another in its place. */
  kill(): Promise<void>;
  /** Ends it in order, so that it leaves an outage copy of all that it was told, and starts another. */
  deploy(): Promise<void>;
  /** Counts what was done. */
  note(what: string): void;
  readonly done: Readonly<Record<string, number>>;
  /** Waits until the process goes by the database and nothing is under way. */
  untilSettled(): Promise<void>;
};

const timeoutMs = 90_000;

/** As often as the commands like: this is about who gets which reply, not about limits. */
const settings = {
  TRUST_PROXY: 'loopback',
  TWILIO_OPT_OUT_REPLIES: 'app',
  // A closed account would else wait for the carrier's copies of its texts to be removed.
  CARRIER_REDACTION: 'off',
  UNPAID_REPLIES_PER_HOUR: '1000000',
  FAIR_USE_PER_5_MINUTES: '100000',
  FAIR_USE_PER_HOUR: '1000000',
  FAIR_USE_PER_DAY: '10000000',
  ANSWER_DEADLINE_MS: '600000',
};

/** Starts all of it; some two seconds. */
export async function startWorld(postgresUrl?: string): Promise<World> {
  const stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'askline-model-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const database = stack.use(await testDatabase(postgresUrl));
  const gate = stack.use(await gateBefore(database.url));
  const sandbox = { TWILIO_OPT_OUT_REPLIES: 'app' };
  const stage = stack.use(await setStage({ databaseUrl: database.url, speed: 20, sandbox }));
  const SANDBOX_SMTP_PORT = new URL(stage.sandbox.context.addresses.smtp ?? '').port;
  const own = { ...stage.settings, ...settings, DATABASE_URL: gate.url, SANDBOX_SMTP_PORT };
  const done: Record<string, number> = {};
  let current: ProductProcess | undefined;
  stack.defer(() => current?.[Symbol.asyncDispose]());

  async function start(): Promise<void> {
    current = spawnProductProcess(own, { logFile: join(folder, 'process.log') });
    await current.ready;
    if (!current.isAlive()) throw new Error(`the product did not start: ${current.output().slice(-3000)}`);
  }
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (current?.isAlive() !== true) throw new Error(`the product ended by itself: ${current?.output().slice(-3000)}`);
    current.kill(signal);
    await current.died();
    await start();
  }
  await start();
  return {
    stage,
    gate,
    place: {
      url: stage.settings['PUBLIC_URL'] ?? '',
      phone: testPhone,
      replies: (phone) => phoneTexts(stage, phone),
    },
    kill: () => end('SIGKILL'),
    deploy: () => end('SIGTERM'),
    note(what) {
      done[what] = (done[what] ?? 0) + 1;
    },
    done,
    untilSettled: () => untilSettled(stage),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** A beat after now that says so, and no text or send that is open. */
async function untilSettled({ connection: { pool } }: Stage): Promise<void> {
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
