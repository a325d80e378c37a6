import { flushCompileCache } from 'node:module';

import { loadConfig } from './config.ts';
import { armCrashPoint } from './platform/crash-points.ts';
import { ConfigError } from './platform/settings-reader.ts';
import { startProduct } from './product.ts';

/** How long an orderly stop may take, drain included (answer protocol 2.11). */
const stopMaxMs = 30_000;

/** The process: settings in, product up, signals to an orderly end; a second signal ends it at once. */
async function main(): Promise<void> {
  const config = loadConfig();
  if (config.crashAt !== undefined) armCrashPoint(config.crashAt);
  const product = await startProduct(config);

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), stopMaxMs).unref();
    product.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Started by `npm start`: if that is gone without a word, so are we.
  process.on('disconnect', stop);
  process.send?.('ready');
  // With NODE_COMPILE_CACHE set the next start is twice as quick, also if this process does not live to end in order.
  flushCompileCache();
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});

/** A ConfigError names settings only; anything else says where it broke, not with what. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall === 'listen' && code === 'EADDRINUSE') return `Port ${port} is already in use: set PORT to another.`;
  if (syscall === 'listen') return `Askline cannot listen on port ${port} (${code}): check HOST and PORT.`;
  return `${error.name}\n${error.stack?.split('\n').slice(1, 8).join('\n')}`;
}
