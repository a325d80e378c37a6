import { readFileSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { filesOf } from '#embedded/folder.ts';
import { openDatabase } from '#embedded/open-database.ts';
import { findPostmaster } from '#embedded/postmaster.ts';
import { identifyProcess, type ProcessIdentity, sendSignal } from '#embedded/processes.ts';

import { until } from '../until.ts';
import type { DatabaseStop } from './plan.ts';

/** A separate PostgreSQL, as durable as in production, that can be crashed; its supervisor restarts it. */
export type CrashableDatabase = AsyncDisposable & {
  readonly url: string;
  readonly killCounts: Record<DatabaseStop, number>;
  /** Stops the server and waits for its replacement, or freezes it and waits until it resumes. */
  stop(how: DatabaseStop): Promise<void>;
};

/** PostgreSQL manual, "Shutting Down the Server"; `kill` is what the kernel does when memory runs out. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;
const backMaxMs = 180_000;

/** Starts a database in `folder`, which it creates. A freeze lasts for `freezeMs`. */
export async function startCrashableDatabase(folder: string, { freezeMs = 20_000 } = {}): Promise<CrashableDatabase> {
  const killCounts = { fast: 0, immediate: 0, kill: 0, freeze: 0 };
  // No crash counts as a repetition of the previous one, so that restarts are never delayed.
  const database = await openDatabase({ folder, lingerMs: 5000, healthyMs: 0 });
  const url = database.url();
  const postmaster = () => findPostmaster(filesOf(realpathSync(folder)).cluster);

  async function freeze(server: ProcessIdentity): Promise<void> {
    // The parent first, so that it forks no new process meanwhile.
    sendSignal(server, 'SIGSTOP');
    const children = childrenOf(server.pid).flatMap((pid) => identifyProcess(pid) ?? []);
    for (const child of children) sendSignal(child, 'SIGSTOP');
    await wait(freezeMs);
    for (const one of [server, ...children]) sendSignal(one, 'SIGCONT');
  }
  return {
    url,
    killCounts,
    async stop(how) {
      // It may still be restarting after the previous stop.
      const before = await until('a database server to stop', postmaster, { timeoutMs: backMaxMs });
      killCounts[how] += 1;
      if (how === 'freeze') return freeze(before);
      sendSignal(before, signals[how]);
      await until('another database server', () => (postmaster()?.pid ?? before.pid) !== before.pid, {
        timeoutMs: backMaxMs,
      });
      if (database.url() !== url) throw new Error('the database moved to another port: run this again');
    },
    async [Symbol.asyncDispose]() {
      await database.close();
    },
  };
}

/** The process ids of the children of a process. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
}
