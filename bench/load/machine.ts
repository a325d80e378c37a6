import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** Clock ticks a second in /proc (proc(5), `sysconf(_SC_CLK_TCK)`): 100 on every Linux that Node supports. */
const ticksPerSecond = 100;

/** Whose core a process gets: that of the product, or that of everything that is not measured. */
export type CpuShare = 'product' | 'load';

const canPin = process.platform === 'linux' && availableParallelism() >= 2 && hasTaskset();

/**
 * Gives a process and its threads one core: the product the first, the load and the sandbox the second, so that the load
 * does not measure itself. PostgreSQL stays free. Does nothing where `taskset` or a second core is missing.
 */
export function pin(pid: number | undefined, share: CpuShare): void {
  if (!canPin || pid === undefined) return;
  execFileSync('taskset', ['-acp', share === 'product' ? '0' : '1', String(pid)], { stdio: 'ignore' });
}

/** What to print next to figures: whether processes were pinned, and what else ran (load average of a minute). */
export function describeMachine(): string {
  const [minute = 0] = loadavg();
  return `${availableParallelism()} cores, ${canPin ? 'product and load pinned' : 'not pinned'}, load before ${minute.toFixed(1)}`;
}

/** Processor time of a process so far, user and system, in ms; Linux only. */
export function processorMs(pid: number): number {
  const { own } = processorTicks(pid);
  return (own * 1000) / ticksPerSecond;
}

/** The same with that of its children that have ended, and of theirs. */
export function processorMsWithEnded(pid: number): number {
  const { own, ended } = processorTicks(pid);
  return ((own + ended) * 1000) / ticksPerSecond;
}

/** `utime` and `stime`, and `cutime` and `cstime` (proc(5)). */
function processorTicks(pid: number): { own: number; ended: number } {
  // The second field is the name in parentheses, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return { own: Number(user) + Number(system), ended: Number(endedUser) + Number(endedSystem) };
}

/** Resident memory of a process in MB (10^6 bytes); Linux only. */
export function residentMB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return (Number(kib) * 1024) / 1e6;
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
