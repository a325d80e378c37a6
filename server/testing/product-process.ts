import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { nodeFlags } from '#server/platform/node-flags.ts';

import { processBundle } from './process-bundle.ts';

const mains = {
  product: 'server/main.ts',
  texting: 'server/testing/texting-main.ts',
} as const;
/** Node's compile cache: saves half of the start-up time. */
const compileCache = join(import.meta.dirname, '../../.cache/compile');

/** How a process ended: its exit code, or the signal that killed it. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** The product as a separate process that tests can kill, freeze and restart. */
export type ProductProcess = AsyncDisposable & {
  readonly child: ChildProcess;
  /** Resolves once it is ready for traffic, or has exited. */
  readonly ready: Promise<void>;
  /** Standard output and error so far: the log. */
  readonly output: () => string;
  readonly isAlive: () => boolean;
  /** Whether it is stopped by a signal, such as at a crash point; Linux only. */
  readonly isFrozen: () => boolean;
  /** Waits for the exit, whatever its cause. */
  died(): Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
};

export type ProductProcessOptions = {
  /** The whole product (`server/main.ts`), or only the path of a text, which starts in two thirds of the time. */
  readonly part?: keyof typeof mains;
  /** File to append the output to; unset, the output is kept in memory. */
  readonly logFile?: string;
};

/** Starts the whole product with these settings and waits until it is ready or has exited. */
export async function startProductProcess(settings: Record<string, string>): Promise<ProductProcess> {
  const product = spawnProductProcess(settings);
  await product.ready;
  return product;
}

/** Starts it with these settings without waiting for it to be ready. */
export function spawnProductProcess(
  settings: Record<string, string>,
  { part = 'product', logFile }: ProductProcessOptions = {},
): ProductProcess {
  const fd = logFile === undefined ? null : openSync(logFile, 'a');
  const child = spawn(process.execPath, [...nodeFlags, processBundle(mains[part])], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', NODE_COMPILE_CACHE: compileCache, ...settings },
    stdio: ['ignore', fd ?? 'pipe', fd ?? 'pipe', 'ipc'],
  });
  if (fd !== null) closeSync(fd);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[Exit['code'], Exit['signal']]>;
  const ready = Promise.race([once(child, 'message'), exited]).then(() => undefined);

  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    child,
    ready,
    output: () => (logFile === undefined ? output : readFileSync(logFile, 'utf8')),
    isAlive,
    // proc(5): the state follows the command, which is in brackets; T is "stopped on a signal".
    isFrozen: () => isAlive() && / T /.test(readFileSync(`/proc/${child.pid}/stat`, 'latin1')),
    async died() {
      const [code, signal] = await exited;
      return { code, signal };
    },
    kill: (signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      if (isAlive()) child.kill('SIGKILL');
      await exited;
    },
  };
}
