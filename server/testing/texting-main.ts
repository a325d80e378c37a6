import { flushCompileCache } from 'node:module';

import { loadConfig } from '#server/config.ts';
import { Listener } from '#server/db/listen.ts';
import { armCrashPoint } from '#server/platform/crash-points.ts';
import { Features } from '#server/platform/features.ts';
import { closeHttp, createHttp } from '#server/platform/http.ts';
import { createLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { Tally } from '#server/platform/tally.ts';
import { createTextingDeps, openProductDatabase } from '#server/texting-deps.ts';
import { textingWebhooks } from '#server/texting-webhooks.ts';
import { createTexting } from '#server/texting/texting.flow.ts';

/**
 * The path of a text as a process: of `server/main.ts` all that a text meets, and nothing of accounts, payments and
 * pages, so that it starts in half the time. For tests that start dozens; the database is migrated already.
 */
const config = loadConfig();
if (config.crashAt !== undefined) armCrashPoint(config.crashAt);
const { log, securityLog } = createLog(config.logLevel);
const database = openProductDatabase(config, log);
const { pool, textPool, close } = database;
const metrics = createMetrics(() => false);
const tally = new Tally(pool);
const features = new Features();
const listener = new Listener({ url: config.database.url, onError: () => undefined });
const deps = createTextingDeps(config, { database, listener, features, log, metrics, tally });
const parts = {
  ...deps,
  ...config.carrier,
  rules: config.answers,
  isWorker: config.role !== 'web',
  pool: textPool,
  log,
  tally,
  proveByText: () => Promise.resolve(false),
};
const texting = createTexting(parts);
const app = createHttp({
  clientSecret: config.secrets.session,
  ...config.http,
  log,
  securityLog,
  metrics,
});
app.register(textingWebhooks(config, { ...deps, pool: textPool }, texting));

await deps.fallback.start(texting.wake);
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
  await deps.fallback.stop();
  deps.carrier.close();
  await close();
  process.exit(0);
}
