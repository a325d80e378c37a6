import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Identifies a process, so that a later one with the same id is not taken for it. */
export type ProcessIdentity = { readonly pid: number; readonly startedAt: string; readonly commandLine: string };

/**
 * The process with this id, or null if it is gone. A zombie counts as gone: in a container whose first process reaps no
 * children, a killed server stays in the process table.
 */
export function identifyProcess(pid: number): ProcessIdentity | null {
  return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);
}

/** Whether exactly this process, not a later one with its id, is still running. */
export function isAlive(process: ProcessIdentity): boolean {
  return identifyProcess(process.pid)?.startedAt === process.startedAt;
}

/** Waits until the process is gone. @returns false if `timeoutMs` passed or `signal` was aborted first */
export async function waitForEnd(process: ProcessIdentity, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  // Not by the date, which may be set back.
  const began = performance.now();
  while (isAlive(process)) {
    const waited = performance.now() - began;
    if (signal?.aborted || waited >= timeoutMs) return false;
    // Polls often at first, rarely over days.
    await wait(Math.min(20 + waited / 20, 200), undefined, signal ? { signal } : {}).catch(() => undefined);
  }
  return true;
}

/** Sends a signal unless the process is gone or its id has been reused. */
export function sendSignal(target: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isAlive(target)) return;
  try {
    process.kill(target.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** proc(5): fields 3 (state) and 22 (start time) of `stat`; the name in field 2 may hold spaces and brackets. */
function fromProc(pid: number): ProcessIdentity | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startedAt] = [fields[0], fields[19]];
    if (state === undefined || startedAt === undefined || state === 'Z' || state === 'X') return null;
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, startedAt, commandLine };
  } catch {
    return null;
  }
}

function fromPs(pid: number): ProcessIdentity | null {
  try {
    const columns = ['-ww', '-o', 'stat=', '-o', 'lstart=', '-o', 'args=', '-p', String(pid)];
    const row = execFileSync('ps', columns, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    // "Ss   Sat Nov 21 01:00:00 2026 /path/postgres -D …": state, five words of time, the rest.
    const [, state, startedAt, commandLine] = /^(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/.exec(row.trim()) ?? [];
    if (!state || !startedAt || commandLine === undefined || state.startsWith('Z')) return null;
    return { pid, startedAt, commandLine };
  } catch {
    return null;
  }
}
