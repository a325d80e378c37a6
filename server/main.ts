import './config/install-brand.ts';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';

import { startProduct } from './app/server.ts';
import { loadConfig } from './config/config.ts';
import { EnvFileError } from './config/env-file.ts';
import { ConfigError } from './config/env-reader.ts';
import { databaseRefusal } from './db/refusals.ts';
import { armCrashPoint } from './platform/crash-points.ts';

/** The longest graceful stop, including the drain (docs/reference/texting-protocol.md#drain). */
const stopMaxMs = 30_000;

/** The launcher's second stop request (scripts/lib/stopping.ts). */
const stopNow = 'stop now';

/**
 * Reads the settings and starts the server. The first signal stops it gracefully; a second one ends it immediately,
 * unless a launcher started it: then only the launcher's message does, because a supervisor may signal both.
 */
async function main(): Promise<void> {
  const config = loadConfig(process.argv.includes('--database-follows') ? await receiveDatabase() : {});
  if (config.crashAt !== undefined) armCrashPoint(config.crashAt);
  const product = await startProduct(config);

  const hasLauncher = process.connected;
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopMaxMs).unref();
    product.stop().then(
      // Set by a start that failed late (app/startup.ts).
      () => process.exit(process.exitCode ?? 0),
      () => process.exit(1),
    );
  };
  const signaled = (): void => {
    if (isStopping && !hasLauncher) process.exit(1);
    stop();
  };
  process.on('SIGTERM', signaled);
  process.on('SIGINT', signaled);
  process.on('message', (message) => {
    if (message === stopNow) process.exit(1);
  });
  // Started by `npm start`: stop when that process ends.
  process.on('disconnect', stop);
  process.send?.('ready');
  // With NODE_COMPILE_CACHE set, halves the time of the next start, even if this process is killed.
  flushCompileCache();
}

/**
 * Waits for the database's URL, which `npm start` sends once the database runs; meanwhile this process has loaded. Ends
 * with that process.
 */
async function receiveDatabase(): Promise<{ DATABASE_URL: string }> {
  process.once('disconnect', exitAlone);
  const [message] = (await once(process, 'message')) as [{ readonly databaseUrl: string } | typeof stopNow];
  if (message === stopNow) process.exit(1);
  process.off('disconnect', exitAlone);
  return { DATABASE_URL: message.databaseUrl };
}

function exitAlone(): never {
  process.exit(1);
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});

/** The sentence and remedy of a foreseen failure; for any other error its stack, without the message. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EnvFileError) return error.message;
  const refusal = databaseRefusal(error);
  if (refusal !== null) return `${refusal.problem} ${refusal.remedy} \`npm run doctor\` checks all settings.`;
  if (!(error instanceof Error)) return 'unknown';
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall === 'listen' && code === 'EADDRINUSE') return `Port ${port} is already in use: set PORT to another.`;
  if (syscall === 'listen') return `Askline cannot listen on port ${port} (${code}): check HOST and PORT.`;
  return `${error.name}\n${error.stack?.split('\n').slice(1, 8).join('\n')}`;
}
