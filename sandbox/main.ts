/** The sandbox as a process: `node sandbox/main.ts`. Settings come from the environment (README.md). */
import { startSandbox } from './sandbox.ts';

const { env } = process;
const port = Number(env['SANDBOX_PORT'] ?? 4000);
if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('SANDBOX_PORT must be a port number');

const sandbox = await startSandbox({
  port,
  env: { SANDBOX_SMTP_PORT: '4025', SANDBOX_SAMPLE: 'on', ...env },
  ...(env['PRODUCT_URL'] && { productUrl: env['PRODUCT_URL'].replace(/\/+$/, '') }),
  ...(env['SANDBOX_STATE_DIR'] && { stateDir: env['SANDBOX_STATE_DIR'] }),
}).catch(endWithSentence);

/** Reports an unavailable port with the setting that changes it, and a file by its path, instead of a stack trace. */
function endWithSentence(error: unknown): never {
  const { code, path, port: taken } = error as NodeJS.ErrnoException & { port?: number };
  if (path !== undefined) endWith(`${path} cannot be used (${code}): let this account read and write it.`);
  if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
  const setting = taken === port ? 'SANDBOX_PORT' : 'SANDBOX_SMTP_PORT';
  const why = code === 'EACCES' ? 'is not allowed to this account' : 'is already in use';
  endWith(`port ${taken} ${why}: set ${setting} to another.`);
}

function endWith(sentence: string): never {
  console.error(`sandbox: ${sentence}`);
  process.exit(1);
}

let stopping: Promise<void> | undefined;
async function stop(): Promise<void> {
  await sandbox.close();
  if (process.connected) process.disconnect();
}
// A supervisor may signal this process and its launcher, which signals it too.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void (stopping ??= stop()));

console.log(`sandbox: ${sandbox.url}`);
process.send?.('ready');
