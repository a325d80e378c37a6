import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { type Binaries, prepareBinaries } from './binaries.ts';
import { type Connection, atFreePort, newConnection, readConnection, writePrivate } from './connection.ts';
import { hasCluster, initialize, removeHalves, resetPasswords } from './initialize.ts';
import { diedUncleanly, findPostmaster, startPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts';
import { type ProcessIdentity, waitForEnd } from './processes.ts';
import type { Context } from './run-program.ts';
import { serverSettings } from './settings.ts';

/** The state that owners see. `recovering`: the server died after it was `ready`, and is being restarted. */
export type State = 'preparing' | 'ready' | 'recovering';

type Watchdog = Context & {
  readonly isThrowaway: boolean;
  /** The restart delay is reset for a server that ran this long. */
  readonly healthyMs: number;
  readonly signal: AbortSignal;
  readonly onState: (state: State) => void;
};

/** A server that keeps dying is restarted with increasing delays, and given up only if it was never ready. */
const FIRST_TRIES = 3;
const BACKOFF_MS = [100, 300, 1000, 3000, 10_000, 30_000] as const;
const FOREVER_MS = Number.POSITIVE_INFINITY;

/**
 * Keeps one server running on the folder until `signal` is aborted, then stops it. Adopts a running server.
 * @throws with a message for the operator if the cluster cannot be created or the server never starts
 */
export async function keepRunning(watchdog: Watchdog): Promise<void> {
  const binaries = prepareBinaries(watchdog.folder);
  let { connection, postmaster } = await prepareCluster(watchdog, binaries);
  try {
    await loop(watchdog, async () => {
      connection = await keepFreePort(watchdog, connection);
      postmaster = await adoptOrStart(watchdog, binaries, connection);
      return postmaster;
    });
  } finally {
    const last = findPostmaster(watchdog.folder.cluster) ?? postmaster;
    if (last) await stopPostmaster(last);
  }
}

async function loop(
  { log, healthyMs, signal, onState }: Watchdog,
  start: () => Promise<ProcessIdentity>,
): Promise<void> {
  let failures = 0;
  let hasRun = false;
  while (!signal.aborted) {
    try {
      const postmaster = await start();
      hasRun = true;
      onState('ready');
      const readyAt = performance.now();
      if (!(await waitForEnd(postmaster, FOREVER_MS, signal))) return;
      log.note(`PostgreSQL (process ${postmaster.pid}) has died; restarting it`);
      failures = performance.now() - readyAt > healthyMs ? 1 : failures + 1;
    } catch (error) {
      failures += 1;
      if (!hasRun && failures >= FIRST_TRIES) throw error;
      log.note(String(error));
    }
    if (hasRun) onState('recovering');
    await wait(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1], undefined, { signal }).catch(() => undefined);
  }
}

type Prepared = { readonly connection: Connection; readonly postmaster: ProcessIdentity | null };

/** Creates the cluster and its passwords where missing; finds a running server. */
async function prepareCluster(watchdog: Watchdog, binaries: Binaries): Promise<Prepared> {
  const { folder, log, isThrowaway } = watchdog;
  const postmaster = findPostmaster(folder.cluster);
  const known = readConnection(folder.connectionFile);
  if (postmaster && known && !isThrowaway) {
    log.note(`adopting PostgreSQL (process ${postmaster.pid})`);
    return { connection: known, postmaster };
  }
  if (postmaster) await stopPostmaster(postmaster);
  // Without fsync, the files after a crash cannot be trusted.
  if (isThrowaway && diedUncleanly(folder.cluster)) rmSync(folder.cluster, { recursive: true, force: true });

  removeHalves(folder);
  const connection = known ?? (await newConnection());
  const exists = hasCluster(folder, binaries);
  if (exists && !known) await resetPasswords(watchdog, binaries, connection);
  writePrivate(folder.connectionFile, connection);
  if (!exists) await initialize(watchdog, binaries, connection, !isThrowaway);
  return { connection, postmaster: null };
}

/** The previous port, unless another program has taken it. */
async function keepFreePort({ folder }: Watchdog, last: Connection): Promise<Connection> {
  if (findPostmaster(folder.cluster)) return last;
  const connection = await atFreePort(last);
  if (connection !== last) writePrivate(folder.connectionFile, connection);
  return connection;
}

async function adoptOrStart(
  watchdog: Watchdog,
  { postgres }: Binaries,
  { port }: Connection,
): Promise<ProcessIdentity> {
  const { folder, log, signal, isThrowaway } = watchdog;
  const running = findPostmaster(folder.cluster);
  if (running) return waitUntilReady(watchdog, running, signal);
  const started = await startPostmaster(watchdog, postgres, serverSettings(port, isThrowaway), signal);
  log.note(`PostgreSQL runs (process ${started.pid}, port ${port})`);
  return started;
}
