import { randomUUID } from 'node:crypto';

import type { Pool } from 'pg';

import { type AnswerQuery, createAnswerQuery } from './answers/answer-query.flow.ts';
import { Circuit } from './answers/circuit.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/client.ts';
import type { Listener } from './db/listen.ts';
import { Fallback } from './fallback/fallback.flow.ts';
import type { FallbackQueue } from './platform/fallback-queue.ts';
import type { Features } from './platform/features.ts';
import { errorFields, type Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { Semaphore } from './platform/semaphore.ts';
import type { Tally } from './platform/tally.ts';
import { perplexityModel } from './providers/perplexity/answer-model.ts';
import type { Carrier } from './providers/ports.ts';
import { twilioCarrier } from './providers/twilio/carrier.ts';
import { databaseStore } from './texting/database-store.repo.ts';
import { type PhoneHash, phoneHash } from './texting/phone-hash.ts';
import type { StandIn, TextStore } from './texting/text-store.ts';
import { type Timing, timing } from './texting/timing.ts';
import { timedCarrier, timedModel } from './timed-providers.ts';

/** What the path of a text needs of the world, beside the database. */
export type TextingDeps = {
  /** Names this process among others: in leases, heartbeats and logs. */
  readonly instance: string;
  readonly carrier: Carrier & { close(): void };
  readonly answerQuery: AnswerQuery;
  /** The same for the demo on the home page. */
  readonly demoQuery: AnswerQuery;
  readonly timing: Timing;
  readonly phoneHash: PhoneHash;
  /** What goes on while the database is away. */
  readonly fallback: Fallback;
  readonly fallbackQueue: FallbackQueue;
  readonly standIn: StandIn;
  /** Texts in the database. */
  readonly textStore: TextStore;
  /** The database's connections for the path of a text. */
  readonly textPool: Pool;
};

/** The product's database; `watchedBy` says who knows whether it is away. */
export type ProductDatabase = Database & {
  /** Connections for the path of a text alone: pages, jobs and the admin area cannot use them up. */
  readonly textPool: Pool;
  watchedBy(watch: { readonly isAway: boolean; failed(error: unknown): void }): void;
};

/** Opens the product's database. Sends nothing yet. */
export function openProductDatabase({ database: { url, connectionsMax }, testSpeed }: Config, log: Log) {
  let watch: Parameters<ProductDatabase['watchedBy']>[0] | undefined;
  const options = {
    url,
    connectTimeoutMs: 2000,
    queryTimeoutMs: 2500,
    // Who is away for longer than a lease has lost its texts as well.
    idleInTransactionMs: timing(testSpeed).leaseMs,
    onConnectionError(error: Error) {
      log.warn({ event: 'database_connection_lost', ...errorFields(error) }, 'a connection broke or was not to be had');
      watch?.failed(error);
    },
    isAway: () => watch?.isAway ?? false,
  };
  const forTexts = Math.floor((connectionsMax * 2) / 3);
  const opened = openDatabase({ ...options, connectionsMax: connectionsMax - forTexts });
  const texts = openDatabase({ ...options, connectionsMax: forTexts });
  return {
    ...opened,
    textPool: texts.pool,
    close: async () => {
      await Promise.all([opened.close(), texts.close()]);
    },
    watchedBy(by) {
      watch = by;
    },
  } satisfies ProductDatabase;
}

type TextingWorld = {
  readonly database: ProductDatabase;
  readonly listener: Listener;
  readonly features: Features;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tally: Tally;
};

/** Opens the carrier and the model. Sends nothing yet. */
export function createTextingDeps(config: Config, world: TextingWorld): TextingDeps {
  const { database, log, metrics, tally } = world;
  const times = timing(config.testSpeed);
  const { dataDir, fallback: limits, answers } = config;
  const { attemptMs } = answers;
  const twilio = twilioCarrier({
    ...config.carrier,
    statusUrl: `${config.http.publicUrl}/webhooks/twilio/status`,
    deadlineMs: times.sendDeadlineMs,
    onPause(reason) {
      const fields = { event: 'carrier_pause', code: reason };
      if (reason === 'auth') log.error(fields, 'the carrier refuses our credentials: texts wait');
      else log.warn(fields, 'the carrier takes nothing for a moment: calls wait');
    },
  });
  const model = timedModel(perplexityModel({ ...config.model, attemptMs }), metrics);
  const newCircuit = (): Circuit =>
    new Circuit(
      {
        windowMs: times.circuitWindowMs,
        callsMax: 20,
        callsMin: 10,
        failedShare: 0.5,
        probeEveryMs: times.circuitProbeMs,
      },
      () => performance.now(),
    );
  const asking = { model, attemptMs, pausesMs: times.modelPausesMs, log, tally };
  const texts = { instance: randomUUID(), timing: times, phoneHash: phoneHash(config.secrets.phoneHash) };
  const fallback = new Fallback({
    ...world,
    ...texts,
    databaseUrl: config.database.url,
    dataDir,
    limits,
    ...database,
  });
  database.watchedBy(fallback);
  const { standIn } = fallback;
  return {
    ...texts,
    fallback,
    fallbackQueue: fallback,
    standIn,
    textPool: database.textPool,
    textStore: databaseStore({ pool: database.textPool, standIn, timing: times, owner: texts.instance }),
    carrier: timedCarrier(twilio, metrics),
    // So many at once (protocol 2.9); the rest wait for as long as their budgets allow.
    answerQuery: createAnswerQuery({
      ...asking,
      circuit: newCircuit(),
      calls: new Semaphore({ atOnce: 64, waitingMax: Infinity }),
    }),
    // Calls and a circuit of its own: what visitors ask, or make fail, takes no turn from a subscriber (security T29).
    demoQuery: createAnswerQuery({
      ...asking,
      circuit: newCircuit(),
      calls: new Semaphore({ atOnce: 8, waitingMax: 32 }),
    }),
  };
}
