import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { findAbandoned } from '#embedded/folder.ts';
import type { EmbeddedDatabase } from '#embedded/open-database.ts';
import { nodeFlags } from '#server/platform/node-flags.ts';

import { currentFolder, SWITCHED } from '../bootstrap/home.mjs';
import { buildServer, builtServer, buildWeb } from './builds.ts';
import { openOwnDatabase, ownFolder } from './own-database.ts';
import { freePort, requireFreePort } from './ports.ts';
import { home, inProject, loadEnvironment, root } from './project.ts';
import { reloadOnChange } from './reload.ts';
import { type Service, startService } from './service.ts';
import { type LaunchSettings, readLaunchSettings } from './settings.ts';
import { type Stopping, aborted, listenForStop } from './stopping.ts';
import { welcome } from './welcome.ts';

/** Longer than the server's own drain of 30 s (server/main.ts). */
const SERVER_STOP_MS = 35_000;
const SANDBOX_STOP_MS = 10_000;
const SITE_STOP_MS = 5000;
const SWITCH_CHECK_MS = 500;

/** The running services, in the order of their start. */
type Running = { database?: EmbeddedDatabase; sandbox?: Service; server?: Service; devSite?: Service };

/**
 * Starts all services, waits for a termination request, and stops them in the opposite order: the server first, which
 * drains, the database last. The exit code is 0 unless a service could not start. A switch to another release
 * (docs/releases.md) stops them too: then scripts/run.mjs starts that one.
 */
export async function launch({ reloads }: { reloads: boolean }): Promise<void> {
  const stopping = listenForStop();
  const running: Running = {};
  try {
    loadEnvironment();
    await startAll(running, readLaunchSettings(process.env), stopping.asked, reloads);
    await Promise.race([aborted(stopping.asked), ...(reloads ? [] : [switched()])]);
    if (!stopping.asked.aborted) process.exitCode = SWITCHED;
  } catch (error) {
    if (!stopping.asked.aborted) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
  await stopAll(running, stopping);
  if (stopping.asked.aborted) process.exitCode = 0;
  if (process.connected) process.disconnect();
}

/** Resolves when another release than this one is to run. */
function switched(): Promise<void> {
  const own = realpathSync(root);
  return new Promise((resolve) => {
    const check = setInterval(() => {
      if (currentFolder(home) === own) return;
      clearInterval(check);
      console.log('\nSwitching to another release.');
      resolve();
    }, SWITCH_CHECK_MS).unref();
  });
}

async function startAll(
  running: Running,
  settings: LaunchSettings,
  asked: AbortSignal,
  reloads: boolean,
): Promise<void> {
  await requireFreePorts(settings);
  // Pages come from their sources in development; the build is only for robots.txt and the like.
  const builtWeb = reloads && existsSync(inProject('dist/web')) ? Promise.resolve() : buildWeb(asked);
  const database = settings.databaseUrl === null ? startDatabase(running, settings) : Promise.resolve();
  const sandbox = settings.needsSandbox ? startSandbox(running, settings, asked) : Promise.resolve();
  const around = Promise.all([builtWeb, database, sandbox]);
  async function databaseUrl(): Promise<string> {
    await around;
    return settings.databaseUrl ?? running.database?.url() ?? '';
  }
  const serverPort = reloads ? await freePort() : settings.port;
  const server = startServer(running, { settings, databaseUrl, reloads, serverPort }, asked);
  // Not before the server: what calls meanwhile is to find no one, as without a site in front.
  const devSite = reloads ? server.then(() => startDevSite(running, settings, { serverPort, asked })) : server;
  const steps = [around, devSite];
  // So that a service that did start is known, and can be stopped, if another one failed.
  await Promise.allSettled([builtWeb, database, sandbox, ...steps]);
  await Promise.all(steps);
  asked.throwIfAborted();
  if (reloads) reloadOnChange(running, asked);
  console.log(welcome(settings));
}

async function requireFreePorts({ host, port, needsSandbox, sandboxPort, sandboxSmtpPort }: LaunchSettings) {
  await requireFreePort({ what: 'the site', host, port, setting: 'PORT' });
  if (!needsSandbox) return;
  const own = { host: '127.0.0.1' };
  await requireFreePort({ ...own, what: 'the sandbox', port: sandboxPort, setting: 'SANDBOX_PORT' });
  const smtp = { what: "the sandbox's mail server", port: sandboxSmtpPort, setting: 'SANDBOX_SMTP_PORT' };
  await requireFreePort({ ...own, ...smtp });
}

async function startSandbox(running: Running, settings: LaunchSettings, asked: AbortSignal): Promise<void> {
  running.sandbox = await startService(sandboxOptions(settings), asked);
}

/** Restarts the server when the database has moved to another port. */
async function startDatabase(running: Running, { dataDir }: LaunchSettings): Promise<void> {
  let usedUrl: string | undefined;
  for (const path of findAbandoned(ownFolder(dataDir))) {
    console.log(`An earlier database of this folder is in ${path}: remove it if it is not needed.`);
  }
  const database = await openOwnDatabase(dataDir, (state) => {
    if (state === 'preparing') console.log('Starting the database ...');
    if (state === 'recovering') console.error('The database has stopped; restarting it.');
    if (state === 'ready' && usedUrl !== undefined && usedUrl !== running.database?.url()) {
      usedUrl = running.database?.url();
      running.server?.restart();
    }
  });
  running.database = database;
  usedUrl = database.url();
}

type ServerStart = {
  readonly settings: LaunchSettings;
  /** Resolves when all that the server needs is there. */
  readonly databaseUrl: () => Promise<string>;
  /** Whether to run the sources, which may change, instead of what was built from them. */
  readonly reloads: boolean;
  /** Where it listens: behind the site of development, not at the product's address. */
  readonly serverPort: number;
};

/** The server loads while what it needs starts. */
async function startServer(running: Running, start: ServerStart, asked: AbortSignal): Promise<void> {
  const { settings, databaseUrl, reloads, serverPort } = start;
  if (!reloads) await buildServer(asked);
  if (asked.aborted) return;
  const options = {
    name: 'The server',
    command: [...nodeFlags, reloads ? inProject('server/main.ts') : builtServer, '--database-follows'],
    env: { ...process.env, DATA_DIR: settings.dataDir, ...(reloads && behindDevSite(settings, serverPort)) },
    message: async () => ({ databaseUrl: await databaseUrl() }),
    stopMs: SERVER_STOP_MS,
  };
  running.server = await startService(options, asked);
}

/** The settings of a server that the site of development passes requests to. */
function behindDevSite({ publicUrl }: LaunchSettings, serverPort: number): NodeJS.ProcessEnv {
  const own = '127.0.0.1';
  const proxies = process.env['TRUST_PROXY'] ? `${process.env['TRUST_PROXY']},${own}` : own;
  return { HOST: own, PORT: String(serverPort), PUBLIC_URL: publicUrl, TRUST_PROXY: proxies };
}

/** The pages from their sources, at the product's address (scripts/lib/dev-site.ts). */
async function startDevSite(
  running: Running,
  { host, port, publicUrl, dataDir }: LaunchSettings,
  { serverPort, asked }: { serverPort: number; asked: AbortSignal },
): Promise<void> {
  const own = { HOST: host, PORT: String(port), PUBLIC_URL: publicUrl, DATA_DIR: dataDir };
  const env = { ...process.env, ...own, SERVER_URL: `http://127.0.0.1:${serverPort}` };
  const command = [inProject('scripts/dev-site.ts')];
  running.devSite = await startService({ name: 'The site', command, env, stopMs: SITE_STOP_MS }, asked);
}

/** How the sandbox is started, for what needs its third parties. */
export function sandboxOptions({ dataDir, publicUrl, sandboxPort }: LaunchSettings) {
  return {
    name: 'The sandbox',
    command: [inProject('sandbox/main.ts')],
    env: {
      ...process.env,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_STATE_DIR: join(dataDir, 'sandbox'),
      PRODUCT_URL: publicUrl,
    },
    stopMs: SANDBOX_STOP_MS,
  };
}

async function stopAll({ devSite, server, sandbox, database }: Running, { insisted }: Stopping): Promise<void> {
  if (server) console.log('\nStopping: finishing the answers in progress ...');
  await devSite?.stop(insisted);
  await server?.stop(insisted);
  await sandbox?.stop(insisted);
  if (database && (await database.close()) === 'kept')
    console.log('The database keeps running: another process uses it.');
}
