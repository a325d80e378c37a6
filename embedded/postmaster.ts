import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type ProcessIdentity, identifyProcess, isAlive, sendSignal, waitForEnd } from './processes.ts';
import { type Context, startProgram } from './run-program.ts';
import { type Settings, toArguments } from './settings.ts';

/** Crash recovery replays at most max_wal_size; a slow disk may still need minutes. */
const READY_MS = 15 * 60_000;
const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 10_000;

/** The running server of a cluster, whoever started it; null when there is none. */
export function findPostmaster(cluster: string): ProcessIdentity | null {
  const { pid } = readPidFile(cluster) ?? {};
  const found = pid === undefined ? null : identifyProcess(pid);
  return found && `${found.commandLine} `.includes(` -D ${cluster} `) ? found : null;
}

/** Whether the last server of this cluster died without taking its pid file along. Ask when none is running. */
export function diedUncleanly(cluster: string): boolean {
  return readPidFile(cluster) !== null;
}

/** Starts a server and waits until it takes connections. @throws with the log's last lines when it ends before that */
export async function startPostmaster(
  context: Context,
  postgres: string,
  settings: Settings,
  signal: AbortSignal,
): Promise<ProcessIdentity> {
  const { cluster } = context.folder;
  discardMisleadingPidFile(cluster);
  const child = startProgram(context, [postgres, '-D', cluster, ...toArguments(settings)], 'ignore');
  const failed = new Promise<never>((_resolve, reject) => void child.once('error', reject));
  const started = child.pid === undefined ? null : identifyProcess(child.pid);
  if (!started) return failed;
  return Promise.race([failed, waitUntilReady(context, started, signal)]);
}

/** Waits for a server that may still be starting or recovering. @throws when it ends first */
export async function waitUntilReady(
  { folder, log }: Context,
  postmaster: ProcessIdentity,
  signal: AbortSignal,
): Promise<ProcessIdentity> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    const file = readPidFile(folder.cluster);
    if (file?.pid === postmaster.pid && file.status === 'ready') return postmaster;
    if (!isAlive(postmaster)) throw new Error(`PostgreSQL ended while starting:\n${log.tail()}`);
    if (signal.aborted) return postmaster;
    await wait(20);
  }
  throw new Error(`PostgreSQL was not ready within ${READY_MS / 60_000} minutes:\n${log.tail()}`);
}

/** Stops a server and confirms that it is gone: fast shutdown first, harder when that takes too long. */
export async function stopPostmaster(postmaster: ProcessIdentity): Promise<void> {
  // Smart, fast, immediate: PostgreSQL manual, "Shutting Down the Server".
  sendSignal(postmaster, 'SIGINT');
  if (await waitForEnd(postmaster, FAST_STOP_MS)) return;
  sendSignal(postmaster, 'SIGQUIT');
  if (await waitForEnd(postmaster, IMMEDIATE_STOP_MS)) return;
  sendSignal(postmaster, 'SIGKILL');
  if (await waitForEnd(postmaster, IMMEDIATE_STOP_MS)) return;
  throw new Error(`PostgreSQL (process ${postmaster.pid}) cannot be stopped.`);
}

/**
 * After a crash of the machine, or in a new container, the number in the pid file can belong to another program by now,
 * and PostgreSQL would refuse to start. Its shared memory still guards against a second server on the same files.
 */
function discardMisleadingPidFile(cluster: string): void {
  const { pid } = readPidFile(cluster) ?? {};
  if (pid === undefined || findPostmaster(cluster) || !identifyProcess(pid)) return;
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Line 1 is the process, line 8 its state (PostgreSQL source, src/include/utils/pidfile.h). */
function readPidFile(cluster: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : null;
  } catch {
    return null;
  }
}
