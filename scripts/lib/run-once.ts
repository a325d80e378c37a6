import { spawn } from 'node:child_process';

import { root } from './project.ts';

export type RunOptions = {
  /** Aborting it terminates the program and its process group. */
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
  /** Print the output immediately instead of collecting it. Default false. */
  readonly show?: boolean;
  /** The folder it runs in. Default the project's. */
  readonly cwd?: string;
  /** Whether the program may read from the terminal. Default false. */
  readonly mayAsk?: boolean;
};

/** The result of a program; `output` has both streams in order of arrival, empty if they were printed. */
export type Outcome = { readonly code: number; readonly output: string; readonly seconds: number };

const KILL_AFTER_MS = 5000;

/** Runs a program to its end in a new process group, so that its children can be terminated with it. Never throws. */
export function runOnce(
  command: readonly string[],
  { signal, env = process.env, show = false, cwd = root, mayAsk = false }: RunOptions,
): Promise<Outcome> {
  const began = performance.now();
  const [program = '', ...args] = command;
  const stream = show ? 'inherit' : 'pipe';
  const input = mayAsk ? 'inherit' : 'ignore';
  const child = spawn(program, args, { cwd, env, detached: true, stdio: [input, stream, stream] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));

  function endGroup(): void {
    signalGroup(child.pid, 'SIGTERM');
    setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS).unref();
  }
  if (signal.aborted) endGroup();
  signal.addEventListener('abort', endGroup, { once: true });
  return new Promise((resolve) => {
    function settle(code: number): void {
      signal.removeEventListener('abort', endGroup);
      resolve({ code, output, seconds: (performance.now() - began) / 1000 });
    }
    child.once('error', (error) => ((output += error.message), settle(127)));
    child.once('close', (code) => settle(code ?? 1));
  });
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has exited meanwhile.
  }
}
