import { join } from 'node:path';

import { type EmbeddedDatabase, openDatabase } from '#embedded/open-database.ts';

import { requireFreePort } from './ports.ts';
import { inProject, loadEnvironment } from './project.ts';
import { reloadOnChange } from './reload.ts';
import { type Service, startService } from './service.ts';
import { type LaunchSettings, readLaunchSettings } from './settings.ts';
import { type Stopping, aborted, listenForStop } from './stopping.ts';
import { buildWeb } from './web-build.ts';
import { welcome } from './welcome.ts';

/** Longer than the server's own drain of 30 s (server/main.ts). */
const SERVER_STOP_MS = 35_000;
const SANDBOX_STOP_MS = 10_000;
/**
 * V8's young generation, in MB: its default of 16 MB is three times that in memory, which an idle server never gives
 * back.
 */
const serverFlags = ['--max-semi-space-size=4'];

/** The running services, in the order of their start. */
type Running = { database?: EmbeddedDatabase; sandbox?: Service; server?: Service };

/**
 * Starts all services, waits for a termination request, and stops them in the opposite order: the server first, which
 * drains, the database last. The exit code is 0 unless a service could not start.
 */
export async function launch({ reloads }: { reloads: boolean }): Promise<void> {
  const stopping = listenForStop();
  const running: Running = {};
  try {
    loadEnvironment();
    await startAll(running, readLaunchSettings(process.env), stopping.asked, reloads);
    await aborted(stopping.asked);
  } catch (error) {
    if (!stopping.asked.aborted) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
  await stopAll(running, stopping);
  if (process.connected) process.disconnect();
}

async function startAll(
  running: Running,
  settings: LaunchSettings,
  asked: AbortSignal,
  reloads: boolean,
): Promise<void> {
  await requireFreePort({ what: 'the site', host: settings.host, port: settings.port, setting: 'PORT' });
  if (settings.needsSandbox) {
    const { sandboxPort, sandboxSmtpPort } = settings;
    const host = '127.0.0.1';
    await requireFreePort({ what: 'the sandbox', host, port: sandboxPort, setting: 'SANDBOX_PORT' });
    const smtp = { what: "the sandbox's mail server", host, port: sandboxSmtpPort };
    await requireFreePort({ ...smtp, setting: 'SANDBOX_SMTP_PORT' });
  }
  const steps = [
    buildWeb(asked),
    settings.databaseUrl ? Promise.resolve() : startDatabase(running, settings),
    settings.needsSandbox ? startSandbox(running, settings, asked) : Promise.resolve(),
  ];
  await Promise.allSettled(steps); // so that a service that did start is known, and can be stopped, if the other failed
  await Promise.all(steps);
  asked.throwIfAborted();
  const databaseUrl = (): string => settings.databaseUrl ?? running.database?.url() ?? '';
  running.server = await startService(serverOptions(settings, databaseUrl), asked);
  asked.throwIfAborted();
  if (reloads) reloadOnChange(running, asked);
  console.log(welcome(settings));
}

async function startSandbox(running: Running, settings: LaunchSettings, asked: AbortSignal): Promise<void> {
  running.sandbox = await startService(sandboxOptions(settings), asked);
}

/** Restarts the server when the database has moved to another port. */
async function startDatabase(running: Running, { dataDir }: LaunchSettings): Promise<void> {
  let usedUrl: string | undefined;
  const database = await openDatabase({
    folder: join(dataDir, 'postgres'),
    onState(state) {
      if (state === 'preparing') console.log('Starting the database ...');
      if (state === 'recovering') console.error('The database has stopped; restarting it.');
      if (state === 'ready' && usedUrl !== undefined && usedUrl !== running.database?.url()) {
        usedUrl = running.database?.url();
        running.server?.restart();
      }
    },
  });
  running.database = database;
  usedUrl = database.url();
}

function serverOptions({ dataDir }: LaunchSettings, databaseUrl: () => string) {
  return {
    name: 'The server',
    command: [...serverFlags, inProject('server/main.ts')],
    env: () => ({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl() }),
    stopMs: SERVER_STOP_MS,
  };
}

function sandboxOptions({ dataDir, publicUrl, sandboxPort }: LaunchSettings) {
  return {
    name: 'The sandbox',
    command: [inProject('sandbox/main.ts')],
    env: () => ({
      ...process.env,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_STATE_DIR: join(dataDir, 'sandbox'),
      PRODUCT_URL: publicUrl,
    }),
    stopMs: SANDBOX_STOP_MS,
  };
}

async function stopAll({ server, sandbox, database }: Running, { insisted }: Stopping): Promise<void> {
  if (server) console.log('\nStopping: finishing the answers in progress ...');
  await server?.stop(insisted);
  await sandbox?.stop(insisted);
  if (database && (await database.close()) === 'kept')
    console.log('The database keeps running: another process uses it.');
}
