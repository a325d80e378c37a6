import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

import type { Folder } from './folder.ts';
import type { LogFile } from './log-file.ts';

export type Context = { readonly folder: Folder; readonly log: LogFile };

/**
 * Starts one of PostgreSQL's programs under the cluster's account, in its own session (no terminal signals), without core
 * files (`ulimit -c 0`: memory contains rows) and without our environment, which may contain secrets.
 */
export function startProgram(
  { folder, log }: Context,
  command: readonly string[],
  stdin: 'ignore' | 'pipe',
): ChildProcess {
  const options: SpawnOptions = {
    ...folder.user,
    cwd: folder.dir,
    detached: true,
    stdio: [stdin, 'ignore', log.fd],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  };
  return spawn('/bin/sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', ...command], options);
}

/** Runs a program to its end. @throws with the log's last lines if it fails or takes longer than `timeoutMs` */
export async function runProgram(
  context: Context,
  command: readonly string[],
  { input, timeoutMs }: { input?: string; timeoutMs: number },
): Promise<void> {
  const child = startProgram(context, command, input === undefined ? 'ignore' : 'pipe');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.once('error', reject);
    child.once('close', resolve);
    child.stdin?.on('error', () => undefined); // the exit code is more informative than the broken pipe
    child.stdin?.end(input);
    const code = await promise;
    if (code !== 0) throw new Error(`${command[0]} failed (${code ?? 'killed'}):\n${context.log.tail()}`);
  } finally {
    clearTimeout(timer);
  }
}
