import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mains = {
  product: join(import.meta.dirname, '../main.ts'),
  texting: join(import.meta.dirname, 'texting-main.ts'),
} as const;
/** Compiled code is kept from start to start: half of a start's work. */
const compileCache = join(import.meta.dirname, '../../.cache/compile');

/** How a process ended: its exit code, or the signal that killed it. */
export type Death = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** The product as a process of its own, to be killed, frozen and started again. */
export type ProductProcess = AsyncDisposable & {
  readonly child: ChildProcess;
  /** Resolves once it is ready for traffic, or dead. */
  readonly ready: Promise<void>;
  /** What it wrote, standard output and error together: the log. */
  readonly output: () => string;
  readonly isAlive: () => boolean;
  /** Waits until it is dead, by whatever hand. */
  died(): Promise<Death>;
  kill(signal: NodeJS.Signals): void;
};

export type ProductProcessOptions = {
  /** All of it (`server/main.ts`), or only the path of a text, which starts in half the time. */
  readonly part?: keyof typeof mains;
  /** Where its output goes (appended); unset, it is kept in memory. */
  readonly logFile?: string;
};

/** Starts all of it with these settings and waits until it is ready, or dead. */
export async function startProductProcess(settings: Record<string, string>): Promise<ProductProcess> {
  const product = spawnProductProcess(settings);
  await product.ready;
  return product;
}

/** Starts it with these settings; does not wait until it is ready. */
export function spawnProductProcess(
  settings: Record<string, string>,
  { part = 'product', logFile }: ProductProcessOptions = {},
): ProductProcess {
  const fd = logFile === undefined ? null : openSync(logFile, 'a');
  const child = spawn(process.execPath, [mains[part]], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', NODE_COMPILE_CACHE: compileCache, ...settings },
    stdio: ['ignore', fd ?? 'pipe', fd ?? 'pipe', 'ipc'],
  });
  if (fd !== null) closeSync(fd);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[Death['code'], Death['signal']]>;
  const ready = Promise.race([once(child, 'message'), exited]).then(() => undefined);

  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    child,
    ready,
    output: () => (logFile === undefined ? output : readFileSync(logFile, 'utf8')),
    isAlive,
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
