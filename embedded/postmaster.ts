import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type ProcessIdentity, identifyProcess, isAlive, sendSignal, waitForEnd } from './processes.ts';
import { type Context, startProgram } from './run-program.ts';
import { type Settings, toArguments } from './settings.ts';

/** Crash recovery replays at most max_wal_size, which can still take minutes on a slow disk. */
const READY_MS = 15 * 60_000;
const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 10_000;

/** The running server of a cluster, regardless of which process started it; null if there is none. */
export function findPostmaster(cluster: string): ProcessIdentity | null {
  const { pid } = readPidFile(cluster) ?? {};
  const found = pid === undefined ? null : identifyProcess(pid);
  return found && `${found.commandLine} `.includes(` -D ${cluster} `) ? found : null;
}

/** Whether the last server of this cluster died and left its pid file. Call only when no server is running. */
export function diedUncleanly(cluster: string): boolean {
  return readPidFile(cluster) !== null;
}

/** Starts a server and waits until it accepts connections. @throws with the log's last lines if it exits first */
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
  if (child.pid === undefined) return failed;
  const started = identifyProcess(child.pid);
  // It may be gone before it can be identified, for example while a killed predecessor's children hold the memory.
  if (!started) throw exitedWhileStarting(context);
  return Promise.race([failed, waitUntilReady(context, started, signal)]);
}

/** Waits for a server that may still be starting or recovering. @throws if it exits first */
export async function waitUntilReady(
  { folder, log }: Context,
  postmaster: ProcessIdentity,
  signal: AbortSignal,
): Promise<ProcessIdentity> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    const file = readPidFile(folder.cluster);
    if (file?.pid === postmaster.pid && file.status === 'ready') return postmaster;
    if (!isAlive(postmaster)) throw exitedWhileStarting({ log });
    if (signal.aborted) return postmaster;
    await wait(20);
  }
  throw new Error(`PostgreSQL was not ready within ${READY_MS / 60_000} minutes:\n${log.tail()}`);
}

function exitedWhileStarting({ log }: Pick<Context, 'log'>): Error {
  return new Error(`PostgreSQL exited while starting:\n${log.tail()}`);
}

/** Stops a server and confirms its exit: a fast shutdown first, then harder ones if that takes too long. */
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
 * Removes a stale pid file: after a crash of the machine or in a new container, another program may have the process id,
 * and PostgreSQL would refuse to start. Its shared memory still prevents a second server on the same files.
 */
function discardMisleadingPidFile(cluster: string): void {
  const { pid } = readPidFile(cluster) ?? {};
  if (pid === undefined || findPostmaster(cluster) || !identifyProcess(pid)) return;
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Line 1 is the process id, line 8 its state (PostgreSQL source, src/include/utils/pidfile.h). */
function readPidFile(cluster: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : null;
  } catch {
    return null;
  }
}
