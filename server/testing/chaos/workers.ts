import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from '../free-port.ts';
import { type Exit, type ProductProcess, type ProductProcessOptions, spawnProductProcess } from '../product-process.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { until } from '../until.ts';

/** What was done to the processes, and how they ended. */
export type KillCounts = {
  killed: number;
  /** Crashed at a named point (platform/crash-points.ts). */
  diedAtPoints: number;
  frozen: number;
  deployed: number;
  /** Exits that the test did not cause: each is a fault of the product. */
  readonly unexpected: string[];
};

export type WorkersOptions = {
  readonly ports: readonly number[];
  /** Called at each start. */
  readonly settings: () => Record<string, string>;
  readonly logFile: (index: number) => string;
  /** Points at which an armed process may crash. */
  readonly crashPoints: readonly string[];
  /** The share of processes that are armed. */
  readonly armedShare: number;
  readonly random: SeededRandom;
  readonly part?: ProductProcessOptions['part'];
};

/** The processes of the product; each is restarted as soon as it exits. */
export type Workers = AsyncDisposable & {
  readonly killCounts: KillCounts;
  /** Resolves when each has been ready once, or has exited. */
  ready(): Promise<void>;
  /** Waits for the process to be ready, then for `afterMs`; resolves once it is killed. */
  kill(index: number, afterMs: number): Promise<void>;
  /** Waits for the process to be ready, then stops it (SIGSTOP) for `forMs`. */
  freeze(index: number, forMs: number): Promise<void>;
  /** Waits for the process to be ready, then shuts it down in order; a new one replaces it. */
  deploy(index: number): Promise<void>;
  /** Resumes frozen processes, shuts all down in order and restarts none. */
  stop(): Promise<void>;
};

type Worker = {
  readonly process: ProductProcess;
  readonly isArmed: boolean;
  isUp: boolean;
  disruption: 'kill' | 'deploy' | null;
};

/** A process that takes longer than this to be ready has a fault of its own. */
const upMaxMs = 180_000;
/** Limit of an orderly shutdown: the drain takes up to 30 s (server/main.ts), and the machine may be slow. */
const orderlyEndMs = 90_000;

/** @returns `count` free ports */
export async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** Starts one process per port without waiting for them to be ready. */
export function startWorkers(options: WorkersOptions): Workers {
  const { ports, random } = options;
  const killCounts: KillCounts = { killed: 0, diedAtPoints: 0, frozen: 0, deployed: 0, unexpected: [] };
  const stopping = new AbortController();
  const workers = ports.map((_, index) => start(options, index));

  function workerAt(index: number): Worker {
    const worker = workers[index];
    if (worker === undefined) throw new Error(`no process ${index}`);
    return worker;
  }
  async function restart(index: number): Promise<void> {
    for (;;) {
      const worker = workerAt(index);
      const death = await worker.process.died();
      recordExit(killCounts, worker, death);
      // A process that fails to start must not keep the machine busy.
      await wait(random.between(0, 100));
      if (stopping.signal.aborted) return;
      workers[index] = start(options, index);
    }
  }
  const restarting = ports.map((_, index) => restart(index));

  /** Waits for a live, ready worker with no disruption pending: a second disruption would not count. */
  function whenUp(index: number): Promise<Worker> {
    return until(
      `process ${index} to be up`,
      () => {
        const worker = workerAt(index);
        return worker.isUp && worker.process.isAlive() && worker.disruption === null ? worker : null;
      },
      { timeoutMs: upMaxMs },
    );
  }

  return {
    killCounts,
    async ready() {
      await Promise.all(workers.map(({ process }) => process.ready));
    },
    async kill(index, afterMs) {
      await whenUp(index);
      await wait(afterMs);
      const worker = await whenUp(index);
      worker.disruption = 'kill';
      killCounts.killed += 1;
      worker.process.kill('SIGKILL');
    },
    async freeze(index, forMs) {
      const { process } = await whenUp(index);
      process.kill('SIGSTOP');
      killCounts.frozen += 1;
      await wait(forMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      process.kill('SIGCONT');
    },
    async deploy(index) {
      const worker = await whenUp(index);
      worker.disruption = 'deploy';
      killCounts.deployed += 1;
      worker.process.kill('SIGTERM');
    },
    async stop() {
      stopping.abort();
      await Promise.all(workers.map((worker) => end(worker, killCounts)));
      await Promise.all(restarting);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const { process } of workers) process.kill('SIGKILL');
      await Promise.all(restarting);
    },
  };
}

/** An armed process crashes at a random point on the path of a text. */
function start(
  { settings, ports, logFile, crashPoints, armedShare, random, part = 'product' }: WorkersOptions,
  index: number,
): Worker {
  const isArmed = crashPoints.length > 0 && random.chance(armedShare);
  const crashAt = isArmed ? { CRASH_AT: `${random.pick(crashPoints)}:${1 + random.below(5)}` } : {};
  const own = { ...settings(), PORT: String(ports[index]), ...crashAt };
  const process = spawnProductProcess(own, { part, logFile: logFile(index) });
  const worker: Worker = { process, isArmed, isUp: false, disruption: null };
  process.ready.then(
    () => (worker.isUp = true),
    () => undefined,
  );
  return worker;
}

function recordExit(killCounts: KillCounts, worker: Worker, { code, signal }: Exit): void {
  if (worker.disruption === 'kill') return;
  if (worker.disruption === 'deploy' && code === 0) return;
  if (worker.isArmed && signal === 'SIGKILL') killCounts.diedAtPoints += 1;
  else
    killCounts.unexpected.push(
      `a process exited unexpectedly: code ${code}, signal ${signal}, after ${worker.disruption}`,
    );
}

async function end(worker: Worker, killCounts: KillCounts): Promise<void> {
  const { process } = worker;
  process.kill('SIGCONT');
  await process.ready;
  if (!process.isAlive()) return;
  worker.disruption ??= 'deploy';
  process.kill('SIGTERM');
  const tooLong = new AbortController();
  const isLate = wait(orderlyEndMs, true, { signal: tooLong.signal }).catch(() => false);
  if (await Promise.race([process.died().then(() => false), isLate])) {
    killCounts.unexpected.push(`a process did not end within ${orderlyEndMs / 1000} s of SIGTERM`);
    process.kill('SIGKILL');
  }
  tooLong.abort();
}
