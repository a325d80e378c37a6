import type { AddressInfo } from 'node:net';

import type { FastifyInstance } from 'fastify';

import { proveByText } from './accounts/codes/texted-code.flow.ts';
import { loadFeatures } from './admin/features.flow.ts';
import { createApp } from './app.ts';
import { catchUpQueue } from './billing/catch-up.job.ts';
import type { Config } from './config.ts';
import { migrateToLatest } from './db/migrate.ts';
import { accountParts, createDeps, type Deps } from './deps.ts';
import { listJobs } from './jobs.ts';
import { closeHttp } from './platform/http.ts';
import { Preparation } from './preparation.ts';
import { addSampleAccount } from './sample-account.flow.ts';
import { syncServiceNumbers } from './texting/sweep/sweep.repo.ts';
import { createTexting, type Texting } from './texting/texting.flow.ts';

/** One running process of the product. */
export type Product = {
  readonly deps: Deps;
  readonly texting: Texting;
  readonly app: FastifyInstance;
  /** Where it listens; null for a worker without a web part. */
  readonly address: string | null;
  stop(): Promise<void>;
};

/** Starts what the role says, and is ready for traffic when this returns. */
export async function startProduct(config: Config): Promise<Product> {
  const deps = createDeps(config);
  const { log, pool, background, instance } = deps;
  const isWorker = config.role !== 'web';
  const texting = createTexting({
    ...deps,
    ...config.carrier,
    pool: deps.textPool,
    rules: config.answers,
    isWorker,
    proveByText: (proof) => proveByText(accountParts(deps), proof),
  });
  const jobs = listJobs(deps);
  let isStopping = false;

  const prepare = async (): Promise<void> => {
    const applied = await migrateToLatest(deps.db);
    if (applied.length > 0) log.info({ event: 'migrated', count: applied.length }, 'brought the database up to date');
    await loadFeatures(deps);
    await syncServiceNumbers(pool, config.carrier.serviceNumbers);
    await background.start(jobs, isWorker);
    // What happened at the payment provider while no one was here to be told.
    await background.send(catchUpQueue, {});
    if (config.sample !== null && isWorker) await addSampleAccount(deps, config.sample);
  };
  const preparation = new Preparation(deps, prepare);
  // A database that is away keeps no one from starting: pages, and texts by the journal, are there without it.
  await preparation.start(deps.fallback.untilAway);
  await deps.fallback.start(texting.wake);
  deps.listener.start();
  texting.start();
  addGauges(deps, texting);

  const app = createApp(deps, texting, {
    isStopping: () => isStopping,
    isReady: () => (preparation.isDone || deps.fallback.isAway) && deps.fallback.isReady(),
  });
  const { host, port } = config.http;
  const isWeb = config.role !== 'worker';
  if (isWeb) await app.listen({ host, port });
  else await app.ready();
  const address = isWeb ? httpAddress(app.server.address()) : null;
  log.info({ event: 'started', instance, role: config.role, address }, 'ready');

  return {
    deps,
    texting,
    app,
    address,
    async stop() {
      isStopping = true;
      // In order: nothing new comes in, what is open ends, then what it stood on.
      await closeHttp(app);
      await texting.drain();
      await preparation.stop();
      await background.stop();
      await deps.listener.stop();
      await deps.fallback.stop();
      await deps.tally.flush();
      await deps.close();
      log.info({ event: 'stopped', instance }, 'stopped');
    },
  };
}

function addGauges({ metrics, fallback }: Deps, texting: Texting): void {
  metrics.gauge('askline_texts_in_hand', 'Texts whose words are in memory', () => texting.inHand.count);
  metrics.gauge('askline_texts_working_on', 'Texts under lease here', () => texting.loop.workingOn);
  const secondsOf = (name: 'carrier' | 'database') => () => (texting.clocks.skews[name] ?? 0) / 1000;
  metrics.gauge('askline_carrier_clock_skew_seconds', 'By how much the carrier is ahead', secondsOf('carrier'));
  metrics.gauge('askline_database_clock_skew_seconds', 'By how much the database is ahead', secondsOf('database'));
  metrics.gauge('askline_database_away', 'Whether texts go by the journal', () => Number(fallback.isAway));
  metrics.gauge('askline_journal_operations', 'What waits in the journal', () => fallback.waiting);
}

function httpAddress(address: string | AddressInfo | null): string | null {
  if (address === null || typeof address === 'string') return address;
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
