import { randomUUID } from 'node:crypto';

import type { Pool } from 'pg';

import type { Config } from '#server/config/config.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import type { Listener } from '#server/db/listen.ts';
import type { OutageQueue } from '#server/domain/ports/outage-queue.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import { Tracing } from '#server/observability/tracing/tracing.ts';
import { Outage } from '#server/outage/outage.ts';
import { loadPlaces } from '#server/places/places.ts';
import type { FeatureFlags } from '#server/platform/feature-flags.ts';
import { generatedSecret } from '#server/platform/generated-secrets.ts';
import { Ledger } from '#server/platform/ledger.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';
import { type TwilioCarrier, twilioCarrier } from '#server/providers/twilio/carrier.ts';
import { type InFlightLimit, inFlightLimit } from '#server/texting/answering/in-flight-limit.ts';
import { LoopWatch } from '#server/texting/answering/loop-watch.ts';
import type { RedactDropped } from '#server/texting/retention/redact-dropped-copies.job.ts';
import { type PhoneHash, phoneHash } from '#server/texting/store/phone-hash.ts';
import { databaseStore } from '#server/texting/store/postgres-store.ts';
import type { DatabaseStore, OutageStore } from '#server/texting/store/text-store.ts';
import { type Timing, timing } from '#server/texting/timing.ts';

import { type AnswerQueries, openAnswerProviders } from './answer-providers.ts';
import { recordingOptOuts } from './ledger-carrier.ts';
import { timedCarrier } from './timed-providers.ts';
import { tracedCarrier } from './traced-providers.ts';

/** The dependencies of the path of a text, except the database. */
export type TextingDeps = Omit<AnswerQueries, 'close'> & {
  /** The name of this process in leases, heartbeats and logs. */
  readonly instance: string;
  readonly carrier: Carrier;
  /** Records if a setting names a collector (tracing.ts). */
  readonly tracing: Tracing;
  /** Keeps opt-outs and deletions outside the database. */
  readonly ledger: Ledger;
  /** Limits the texts in progress in this process. */
  readonly inFlight: InFlightLimit;
  /** Knows whether the loops that look for texts stand still. */
  readonly loopWatch: LoopWatch;
  /** The limit of calls to the carrier. */
  readonly carrierCalls: TwilioCarrier['calls'];
  readonly timing: Timing;
  readonly phoneHash: PhoneHash;
  readonly redactDropped: RedactDropped;
  /** Handles texts while the database is unavailable. */
  readonly outage: Outage;
  readonly outageQueue: OutageQueue;
  readonly outageStore: OutageStore;
  /** The store of texts in the database. */
  readonly textStore: DatabaseStore;
  /** The database connections for the path of a text. */
  readonly textPool: Pool;
};

/** `TextingDeps`, with a way to close their connections. */
type OpenTextingDeps = TextingDeps & { close(): void };

/** The product's database; `watchedBy` sets the watch that knows whether it is available. */
export type ProductDatabase = Database & {
  /** Connections reserved for the path of a text: pages, jobs and the admin area cannot exhaust them. */
  readonly textPool: Pool;
  watchedBy(watch: { readonly isUnavailable: boolean; reportFailure(error: unknown): void }): void;
};

/** The time limit of a statement of the running product. */
const statementMs = 2500;

/** Opens the product's database. Sends nothing yet. @param queryTimeoutMs for a command that takes long */
export function openProductDatabase(
  { database: { url, connectionsMax }, testSpeed }: Config,
  log: Log,
  queryTimeoutMs = statementMs,
) {
  let watch: Parameters<ProductDatabase['watchedBy']>[0] | undefined;
  const options = {
    url,
    connectTimeoutMs: 2000,
    queryTimeoutMs,
    // A transaction idle for longer than a lease has lost its texts anyway.
    idleInTransactionMs: timing(testSpeed).leaseMs,
    onConnectionError(error: Error) {
      log.warn(
        { event: 'database_connection_lost', ...errorFields(error) },
        'a connection broke or could not be opened',
      );
      watch?.reportFailure(error);
    },
    isUnavailable: () => watch?.isUnavailable ?? false,
  };
  const forTexts = Math.floor((connectionsMax * 2) / 3);
  const opened = openDatabase({ ...options, connectionsMax: connectionsMax - forTexts });
  const statements = { isByIndex: true, isPlannedOnce: true };
  const texts = openDatabase({ ...options, ...statements, connectionsMax: forTexts });
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

type TextingContext = {
  readonly database: ProductDatabase;
  readonly listener: Listener;
  readonly featureFlags: FeatureFlags;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly bufferedCounters: BufferedCounters;
  readonly redactDropped: RedactDropped;
  readonly rateLimits: RateLimits;
};

/** Opens the carrier and the model. Sends nothing yet. */
export function createTextingDeps(config: Config, context: TextingContext): OpenTextingDeps {
  const { database, listener, featureFlags, log, metrics, bufferedCounters, redactDropped, rateLimits } = context;
  loadPlaces();
  const times = timing(config.testSpeed);
  const machine = generatedSecret(config.dataDir, 'machine-id').value;
  const ledger = new Ledger({ folder: config.backup.ledgerDir, machine, log });
  const tracing = new Tracing(config.secrets.session);
  const carrier = createCarrier(config, times, log);
  const measured = timedCarrier(tracedCarrier(carrier, tracing), metrics);
  const { pool } = database;
  const answers = openAnswerProviders(config, { pool, rateLimits, log, metrics, bufferedCounters, timing: times });
  const texts = {
    instance: randomUUID(),
    timing: times,
    phoneHash: phoneHash(config.secrets.phoneHash),
    redactDropped,
  };
  const outage = new Outage({
    ...texts,
    databaseUrl: config.database.url,
    machine,
    dataDir: config.dataDir,
    limits: config.journal,
    keepDays: config.backup.keepDays,
    pool: database.pool,
    textPool: database.textPool,
    listener,
    featureFlags,
    log,
  });
  database.watchedBy(outage);
  const { outageStore } = outage;
  return {
    ...texts,
    outage,
    outageQueue: outage,
    outageStore,
    textPool: database.textPool,
    textStore: databaseStore({ pool: database.textPool, outageStore, timing: times, owner: texts.instance }),
    tracing,
    ledger,
    carrier: recordingOptOuts(measured, { ledger, phoneHash: texts.phoneHash }),
    inFlight: inFlightLimit(config.answers.inFlightMax, {
      waitingForDatabase: () => database.textPool.waitingCount,
    }),
    loopWatch: new LoopWatch(log),
    carrierCalls: carrier.calls,
    answerQuery: answers.answerQuery,
    demoQuery: answers.demoQuery,
    modelCalls: answers.modelCalls,
    close() {
      carrier.close();
      answers.close();
    },
  };
}

function createCarrier(config: Config, { sendDeadlineMs }: Timing, log: Log): TwilioCarrier {
  const { accountSid, authToken, apiKey, messagingServiceSid, baseUrl, segmentsPerSecond } = config.carrier;
  return twilioCarrier({
    accountSid,
    authToken,
    apiKey,
    messagingServiceSid,
    baseUrl,
    segmentsPerSecond,
    statusUrl: `${config.http.publicUrl}/webhooks/twilio/status`,
    deadlineMs: sendDeadlineMs,
    onPause(reason) {
      const fields = { event: 'carrier_pause', code: reason };
      if (reason === 'auth') log.error(fields, 'the carrier refuses our credentials: texts wait');
      else log.warn(fields, 'the carrier accepts no calls for now: calls wait');
    },
  });
}
