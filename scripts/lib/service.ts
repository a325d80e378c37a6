import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

import { startMaxMs } from '#server/db/start-limits.ts';

import { home, inCache } from './project.ts';
import { aborted, STOP_NOW } from './stopping.ts';

export type ServiceOptions = {
  /** Name in messages: "The server". */
  readonly name: string;
  /** The TypeScript file to run, and its arguments. */
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Called at each start. The process loads meanwhile, and gets the outcome by its IPC channel. */
  readonly message?: () => Promise<object>;
  /** Limit of an orderly shutdown; then it is killed. */
  readonly stopMs: number;
};

/** A process that is restarted until it is stopped. */
export type Service = {
  /** Shuts it down in order and starts it again; returns immediately. */
  readonly restart: () => void;
  /** Stops it: in order, or immediately when `insisted` is aborted. */
  readonly stop: (insisted: AbortSignal) => Promise<void>;
};

const KILL_AFTER_MS = 2000;
const BACKOFF_MS = [500, 1000, 2000, 5000, 10_000, 30_000] as const;
/** The restart delay is reset for a service that ran this long. */
const HEALTHY_MS = 60_000;

/**
 * Starts a service and waits until it sends 'ready' over its IPC channel. Restarts it whenever it dies, with increasing
 * delays. It runs in its own session, so that Ctrl-C does not bypass the order of stopping, and exits when the channel
 * closes, that is, when this process dies.
 * @throws if it exits or times out before its first 'ready' (it has printed the reason to standard error), or if its message
 * fails
 */
export async function startService(options: ServiceOptions, signal: AbortSignal): Promise<Service> {
  const ending = new AbortController();
  let child = start(options);
  const first = await Promise.race([
    ready(child),
    ended(child),
    aborted(signal),
    wait(startMaxMs, 'silent', { ref: false }),
    failed(tell(child, options)),
  ]).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  if (first === 'ended') throw new Error(`${options.name} could not start.`);
  if (first === 'silent') {
    child.kill('SIGKILL');
    throw new Error(`${options.name} was not ready within ${startMaxMs / 60_000} minutes.`);
  }

  let isRestart = false;
  async function keep(): Promise<void> {
    let failures = 0;
    for (let startedAt = Date.now(); ; startedAt = Date.now()) {
      await ended(child);
      if (!isRestart && !ending.signal.aborted) {
        console.error(`${options.name} has died (${child.signalCode ?? child.exitCode}); restarting it.`);
        failures = Date.now() - startedAt > HEALTHY_MS ? 1 : failures + 1;
        const pause = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1];
        await wait(pause, undefined, { signal: ending.signal }).catch(() => undefined);
      }
      if (ending.signal.aborted) return;
      isRestart = false;
      child = start(options);
      tell(child, options).catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
    }
  }
  const keeping = keep();

  return {
    restart() {
      isRestart = true;
      child.kill('SIGTERM');
    },
    async stop(insisted) {
      ending.abort();
      await endProcess(child, options.stopMs, insisted);
      await keeping;
    },
  };
}

function start({ command, env }: ServiceOptions): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  return spawn(process.execPath, [...command], {
    cwd: home,
    env: { NODE_COMPILE_CACHE: inCache('compile'), ...env },
    detached: true,
    stdio: [...stdio],
  });
}

async function tell(child: ChildProcess, { message }: ServiceOptions): Promise<void> {
  const words = await message?.();
  if (words !== undefined && child.connected) child.send(words, () => undefined); // it may have exited meanwhile
}

/** Never resolves. @throws what `work` throws */
async function failed(work: Promise<void>): Promise<never> {
  await work;
  return new Promise(() => undefined);
}

function ready(child: ChildProcess): Promise<'ready'> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve('ready');
    });
  });
}

function ended(child: ChildProcess): Promise<'ended'> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve('ended');
  return new Promise((resolve) => {
    child.once('exit', () => resolve('ended'));
    child.once('error', () => resolve('ended'));
  });
}

/** SIGTERM lets it finish its work; a message, when `insisted` is aborted, ends it immediately; then it is killed. */
async function endProcess(child: ChildProcess, stopMs: number, insisted: AbortSignal): Promise<void> {
  const end = ended(child);
  child.kill('SIGTERM');
  const outcome = await Promise.race([end, aborted(insisted), wait(stopMs, undefined, { ref: false })]);
  if (outcome === 'ended') return;
  if (child.connected) child.send(STOP_NOW, () => undefined); // it may have exited meanwhile
  if ((await Promise.race([end, wait(KILL_AFTER_MS, undefined, { ref: false })])) === 'ended') return;
  child.kill('SIGKILL');
  await end;
}
