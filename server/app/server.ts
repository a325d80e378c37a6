import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { proveByText } from '#server/accounts/codes/texted-code.ts';
import { loadFeatureFlags } from '#server/admin/feature-flags.ts';
import { syncPlans } from '#server/billing/checkout/plans.repo.ts';
import { catchUpQueue } from '#server/billing/events/catch-up.job.ts';
import type { Config } from '#server/config/config.ts';
import { ConfigError } from '#server/config/env-reader.ts';
import { migrateAtStart, requireUsable } from '#server/db/migrate-at-start.ts';
import { openSite } from '#server/http/branded-site.ts';
import { closeHttp } from '#server/http/create-http.ts';
import type { StaticSite } from '#server/http/static-site.ts';
import { CounterFolding } from '#server/observability/counter-folding.ts';
import type { Job } from '#server/platform/job-queue.ts';
import { redactCopiesQueue } from '#server/texting/retention/redact-carrier-copies.job.ts';
import { listServiceNumbers, syncServiceNumbers } from '#server/texting/service-numbers.repo.ts';
import { createTexting, type Texting } from '#server/texting/texting.ts';

import { accountDeps, createDeps, type Deps } from './dependencies.ts';
import { listJobs, rollUpQueue } from './jobs.ts';
import { createApp, createMonitoringApp, type Readiness } from './routes.ts';
import { addSampleAccount } from './sample-account.ts';
import { Startup } from './startup.ts';
import { startTracing } from './tracing.ts';

/** Where `scripts/build-web.ts` puts the pages. */
const siteFolder = join(import.meta.dirname, '../../dist/web');

/** One running server process. */
export type Product = {
  readonly deps: Deps;
  readonly texting: Texting;
  readonly app: FastifyInstance;
  /** The address it listens at; null for a worker without a web part. */
  readonly address: string | null;
  /** The separate address for monitoring (MONITORING_PORT); null without one. */
  readonly monitoringAddress: string | null;
  stop(): Promise<void>;
};

/** Starts the web part, the worker part, or both, as the role says. Ready for traffic when it resolves. */
export async function startProduct(config: Config): Promise<Product> {
  const deps = createDeps(config);
  const { pool, log, jobQueue, listener, outage, instance } = deps;
  const tracing = await startTracing(config, deps);
  const isWorker = config.role !== 'web';
  const texting = createTextingOf(deps, isWorker);
  const jobs = listJobs(deps);
  const counterFolding = new CounterFolding(pool, log);
  let isStopping = false;

  const site = await openSiteOf(config);
  const startup = new Startup({ outage, log }, () => prepareDatabase(deps, jobs, isWorker));
  // An unavailable database does not prevent the start: pages work without it, and texts use the journal.
  await startup.start(outage.untilUnavailable);
  await outage.start(texting.wake);
  listener.start();
  texting.start();
  if (isWorker) counterFolding.start();
  addGauges(deps, texting);

  const readiness = {
    isStopping: () => isStopping,
    isReady: () => (startup.isDone || outage.isUnavailable) && outage.isReady() && !deps.loopWatch.isStuck,
  };
  const app = createApp(deps, texting, { site, ...readiness });
  const { host, port } = config.http;
  const isWeb = config.role !== 'worker';
  if (isWeb) await app.listen({ host, port });
  else await app.ready();
  const address = isWeb ? httpAddress(app.server.address()) : null;
  const monitoring = await startMonitoring(deps, readiness);
  log.info({ event: 'started', instance, role: config.role, address }, 'ready');

  return {
    deps,
    texting,
    app,
    address,
    monitoringAddress: monitoring.address,
    async stop() {
      isStopping = true;
      // Drain requests and open work concurrently, so that a slow client doesn't eat into the drain. Texts received
      // meanwhile wait in the database. Then close what both used.
      await Promise.all([closeHttp(app), texting.drain(), monitoring.stop()]);
      await startup.stop();
      await jobQueue.stop();
      await listener.stop();
      await outage.stop();
      await counterFolding.stop();
      await tracing.stop();
      await deps.bufferedCounters.flush();
      await deps.close();
      log.info({ event: 'stopped', instance }, 'stopped');
    },
  };
}

/** Prepares the database before this process can use it. */
async function prepareDatabase(deps: Deps, jobs: readonly Job[], isWorker: boolean): Promise<void> {
  const { config, db, pool, log, jobQueue, featureFlags, payments } = deps;
  const { url, connectionsMax } = config.database;
  await requireUsable(url, connectionsMax);
  const { applied, ahead } = await migrateAtStart(url);
  if (applied.length > 0) log.info({ event: 'migrated', count: applied.length }, 'brought the database up to date');
  if (ahead.length > 0)
    log.warn({ event: 'schema_ahead', count: ahead.length }, 'a newer release upgraded the database');
  await loadFeatureFlags({ db, featureFlags });
  await syncServiceNumbers(pool, config.carrier.serviceNumbers);
  await addEarlierNumbers(deps);
  await syncPlans(pool);
  await jobQueue.start(jobs, isWorker);
  // Catches up on the payment provider's events that no process received.
  await jobQueue.send(catchUpQueue, {});
  // A migration may have left rows to count.
  if (applied.length > 0) await jobQueue.send(rollUpQueue, {});
  if (config.sample !== null && isWorker) await addSampleAccount({ db, payments, log }, config.sample);
}

/** Also accepts texts to numbers that were removed from the settings. */
async function addEarlierNumbers({ pool, ownNumbers }: Deps): Promise<void> {
  const earlier = await listServiceNumbers(pool);
  ownNumbers.push(...earlier.filter((number) => !ownNumbers.includes(number)));
}

/** The pages; null for a worker, which serves none. */
async function openSiteOf({ role, dataDir, installation }: Config): Promise<StaticSite | null> {
  const { brand, shareImage } = installation;
  return role === 'worker' ? null : openSite({ siteFolder, dataDir, brand, shareImage });
}

/** Starts watching the signals, and listens for monitoring if the settings say so. */
async function startMonitoring(deps: Deps, readiness: Readiness) {
  const { config, signalWatch, alerts } = deps;
  const listenAt = config.http.monitoring;
  const app = listenAt && createMonitoringApp(deps, readiness);
  await app?.listen(listenAt ?? {}).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `MONITORING_HOST and MONITORING_PORT cannot be used (${code}): set another address or port`,
    ]);
  });
  signalWatch.start();
  return {
    address: app && httpAddress(app.server.address()),
    async stop() {
      if (app !== null) await closeHttp(app);
      await signalWatch.stop();
      await alerts.stop();
    },
  };
}

function createTextingOf(deps: Deps, isWorker: boolean): Texting {
  const { config, textPool, textStore, outageStore, carrier, answerQuery, phoneHash, ledger, timing, log } = deps;
  const { jobQueue, ownNumbers } = deps;
  const { optOutReplies, unknownSend } = config.carrier;
  return createTexting({
    pool: textPool,
    instance: deps.instance,
    dataDir: config.dataDir,
    textStore,
    outageStore,
    carrier,
    answerQuery,
    phoneHash,
    ledger,
    serviceNumbers: ownNumbers,
    optOutReplies,
    unknownSend,
    rules: config.answers,
    inFlight: deps.inFlight,
    loopWatch: deps.loopWatch,
    isWorker,
    timing,
    log,
    tracing: deps.tracing,
    redactDropped: deps.redactDropped,
    bufferedCounters: deps.bufferedCounters,
    proveByText: (proof) => proveByText(accountDeps(deps), proof),
    // If that fails, the job's own schedule finds them within a minute.
    onForgotten: () => void jobQueue.send(redactCopiesQueue, {}).catch(() => undefined),
  });
}

function addGauges({ metrics, outage, inFlight, modelCalls, carrierCalls }: Deps, texting: Texting): void {
  metrics.gauge('askline_texts_in_hand', 'Texts whose words are in memory', () => texting.plaintextCache.count);
  metrics.gauge('askline_linked_workers', 'Workers with room that this web process hands texts to', () =>
    texting.linkedWorkers(),
  );
  metrics.gauge('askline_texts_working_on', 'Texts under lease here', () => texting.loop.workingOn);
  metrics.gauge('askline_texts_in_flight_max', 'Texts that may be under lease here', () => inFlight.max);
  metrics.gauge('askline_short_of_memory', 'Whether memory bounds the texts in flight', () =>
    Number(inFlight.isShortOfMemory),
  );
  metrics.gauge('askline_database_crowded', 'Whether waits for a connection bound the texts in flight', () =>
    Number(inFlight.isDatabaseCrowded),
  );
  addCallGauges(metrics, 'askline_model', 'the model', modelCalls[0]);
  if (modelCalls[1]) addCallGauges(metrics, 'askline_second_model', 'the second model', modelCalls[1]);
  metrics.gauge('askline_carrier_calls', 'Calls of the carrier under way', () => carrierCalls.underWay);
  metrics.gauge('askline_carrier_calls_waiting', 'Calls that wait for the carrier', () => carrierCalls.waiting);
  const secondsOf = (name: 'carrier' | 'database') => () => (texting.clocks.skews[name] ?? 0) / 1000;
  metrics.gauge('askline_carrier_clock_skew_seconds', 'By how much the carrier is ahead', secondsOf('carrier'));
  metrics.gauge('askline_database_clock_skew_seconds', 'By how much the database is ahead', secondsOf('database'));
  metrics.gauge('askline_journal_operations', 'What waits in the journal', () => outage.journal.size);
}

type CallGauges = { readonly underWay: number; readonly waiting: number; readonly limit: number };

function addCallGauges(metrics: Deps['metrics'], name: string, whose: string, calls: CallGauges): void {
  metrics.gauge(`${name}_calls`, `Calls of ${whose} under way for texts`, () => calls.underWay);
  metrics.gauge(`${name}_calls_waiting`, `Texts that wait for their call of ${whose}`, () => calls.waiting);
  metrics.gauge(`${name}_calls_max`, `Calls that ${whose} takes at a time, as learned`, () => calls.limit);
}

function httpAddress(address: string | AddressInfo | null): string | null {
  if (address === null || typeof address === 'string') return address;
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
