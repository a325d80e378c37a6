import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { type Binaries, prepareBinaries } from './binaries.ts';
import { type Connection, atFreePort, newConnection, readConnection, writePrivate } from './connection.ts';
import { hasCluster, initialise, removeHalves, resetPasswords } from './initialise.ts';
import { diedUncleanly, findPostmaster, startPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts';
import { type ProcessIdentity, waitForEnd } from './processes.ts';
import type { Context } from './run-program.ts';
import { serverSettings } from './settings.ts';

/** What owners are told. `recovering`: the server died and is being restarted; it was `ready` before. */
export type State = 'preparing' | 'ready' | 'recovering';

type Keeper = Context & {
  readonly isThrowaway: boolean;
  /** A server that ran this long died of something new: the waits before starts begin anew. */
  readonly healthyMs: number;
  readonly signal: AbortSignal;
  readonly onState: (state: State) => void;
};

/** A server that keeps dying is tried again ever more slowly, and given up only if it never once ran. */
const FIRST_TRIES = 3;
const BACKOFF_MS = [100, 300, 1000, 3000, 10_000, 30_000] as const;
const FOREVER_MS = Number.POSITIVE_INFINITY;

/**
 * Keeps one server running on the folder until `signal` is aborted, then stops it. Never two: a running one is adopted.
 * @throws when the cluster cannot be made or the server never starts, with a sentence for the operator
 */
export async function keepRunning(keeper: Keeper): Promise<void> {
  const binaries = prepareBinaries(keeper.folder);
  let { connection, postmaster } = await prepareCluster(keeper, binaries);
  try {
    await loop(keeper, async () => {
      connection = await keepFreePort(keeper, connection);
      postmaster = await adoptOrStart(keeper, binaries, connection);
      return postmaster;
    });
  } finally {
    const last = findPostmaster(keeper.folder.cluster) ?? postmaster;
    if (last) await stopPostmaster(last);
  }
}

async function loop({ log, healthyMs, signal, onState }: Keeper, start: () => Promise<ProcessIdentity>): Promise<void> {
  let failures = 0;
  let hasRun = false;
  while (!signal.aborted) {
    try {
      const postmaster = await start();
      hasRun = true;
      onState('ready');
      const readyAt = Date.now();
      if (!(await waitForEnd(postmaster, FOREVER_MS, signal))) return;
      log.note(`PostgreSQL (process ${postmaster.pid}) has died; starting it again`);
      failures = Date.now() - readyAt > healthyMs ? 1 : failures + 1;
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

/** Brings the cluster and its passwords into being, each only where missing; finds the server that runs already. */
async function prepareCluster(keeper: Keeper, binaries: Binaries): Promise<Prepared> {
  const { folder, log, isThrowaway } = keeper;
  const postmaster = findPostmaster(folder.cluster);
  const known = readConnection(folder.connectionFile);
  if (postmaster && known && !isThrowaway) {
    log.note(`adopting PostgreSQL (process ${postmaster.pid})`);
    return { connection: known, postmaster };
  }
  if (postmaster) await stopPostmaster(postmaster);
  // Without fsync, what a crash left behind is not worth trusting.
  if (isThrowaway && diedUncleanly(folder.cluster)) rmSync(folder.cluster, { recursive: true, force: true });

  removeHalves(folder);
  const connection = known ?? (await newConnection());
  const exists = hasCluster(folder, binaries);
  if (exists && !known) await resetPasswords(keeper, binaries, connection);
  writePrivate(folder.connectionFile, connection);
  if (!exists) await initialise(keeper, binaries, connection, !isThrowaway);
  return { connection, postmaster: null };
}

/** The port of the last time, unless someone else has taken it meanwhile. */
async function keepFreePort({ folder }: Keeper, last: Connection): Promise<Connection> {
  if (findPostmaster(folder.cluster)) return last;
  const connection = await atFreePort(last);
  if (connection !== last) writePrivate(folder.connectionFile, connection);
  return connection;
}

async function adoptOrStart(keeper: Keeper, { postgres }: Binaries, { port }: Connection): Promise<ProcessIdentity> {
  const { folder, log, signal, isThrowaway } = keeper;
  const running = findPostmaster(folder.cluster);
  if (running) return waitUntilReady(keeper, running, signal);
  const started = await startPostmaster(keeper, postgres, serverSettings(port, isThrowaway), signal);
  log.note(`PostgreSQL runs (process ${started.pid}, port ${port})`);
  return started;
}
