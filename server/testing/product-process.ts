import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../main.ts');

/** The product as a process of its own, to be killed, frozen and started again. */
export type ProductProcess = AsyncDisposable & {
  readonly child: ChildProcess;
  /** What it wrote, standard output and error together: the log. */
  readonly output: () => string;
  readonly isAlive: () => boolean;
  /** Waits until it is dead, by whatever hand. @returns the signal that killed it, or null */
  died(): Promise<NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
};

/** Starts `server/main.ts` with these settings and waits until it is ready, or dead. */
export async function startProductProcess(settings: Record<string, string>): Promise<ProductProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await Promise.race([once(child, 'message'), exited]);

  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    child,
    output: () => output,
    isAlive,
    async died() {
      const [, signal] = await exited;
      return signal;
    },
    kill: (signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      if (isAlive()) child.kill('SIGKILL');
      await exited;
    },
  };
}
