import '#server/config/install-brand.ts';
import { flushCompileCache } from 'node:module';

import { createTextingDeps, openProductDatabase } from '#server/app/texting-dependencies.ts';
import { textingWebhooks } from '#server/app/texting-webhooks.ts';
import { loadConfig } from '#server/config/config.ts';
import { Listener } from '#server/db/listen.ts';
import { closeHttp, createHttp } from '#server/http/create-http.ts';
import { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { armCrashPoint } from '#server/platform/crash-points.ts';
import { FeatureFlags } from '#server/platform/feature-flags.ts';
import { RateLimits } from '#server/platform/rate-limits.ts';
import { createTexting } from '#server/texting/texting.ts';

/**
 * The path of a text as a process: the texting parts of `server/main.ts`, without accounts, payments and pages, so that it
 * starts in half the time. For tests that start dozens, on a migrated database.
 */
const config = loadConfig();
if (config.crashAt !== undefined) armCrashPoint(config.crashAt);
const { log, securityLog } = createLog(config.logLevel);
const database = openProductDatabase(config, log);
const { pool, textPool, close } = database;
const metrics = createMetrics(() => false);
const bufferedCounters = new BufferedCounters(pool);
const featureFlags = new FeatureFlags();
const listener = new Listener({ url: config.database.url, onError: () => undefined });
const deps = createTextingDeps(config, {
  database,
  listener,
  featureFlags,
  log,
  metrics,
  bufferedCounters,
  rateLimits: new RateLimits(pool, config.secrets.session),
  redactDropped: async () => undefined,
});
const parts = {
  ...deps,
  ...config.carrier,
  rules: config.answers,
  isWorker: config.role !== 'web',
  dataDir: config.dataDir,
  pool: textPool,
  log,
  bufferedCounters,
  proveByText: () => Promise.resolve(false),
  onForgotten: () => undefined,
};
const texting = createTexting(parts);
const app = createHttp({
  clientSecret: config.secrets.session,
  ...config.http,
  log,
  securityLog,
  metrics,
});
const ownNumbers = [...config.carrier.serviceNumbers];
app.register(textingWebhooks(config, { ...deps, ownNumbers, log, securityLog }, texting));

await deps.outage.start(texting.wake);
listener.start();
texting.start();
if (config.role === 'worker') await app.ready();
else await app.listen(config.http);
process.once('SIGTERM', () => void stop());
process.send?.('ready');
flushCompileCache();

async function stop(): Promise<void> {
  await closeHttp(app);
  await texting.drain();
  await listener.stop();
  await deps.outage.stop();
  deps.close();
  await close();
  process.exit(0);
}
