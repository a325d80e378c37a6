import { readFileSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { filesOf } from '#embedded/folder.ts';
import { openDatabase } from '#embedded/open-database.ts';
import { findPostmaster } from '#embedded/postmaster.ts';
import { sendSignal } from '#embedded/processes.ts';
import { until } from '#server/testing/until.ts';

import type { DatabaseStop } from './plan.ts';

/** A PostgreSQL of its own, as durable as in production, that can be made to die; its supervisor brings it back. */
export type MortalDatabase = AsyncDisposable & {
  readonly url: string;
  readonly toll: Record<DatabaseStop, number>;
  /** Ends the server, and waits until another runs in its place; or freezes it, and waits until it goes on. */
  stop(how: DatabaseStop): Promise<void>;
};

/** PostgreSQL manual, "Shutting Down the Server"; `kill` is what the kernel does when memory runs out. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;
const backMaxMs = 180_000;

/** Starts it in `folder`, which it makes. A freeze lasts for `freezeMs`. */
export async function startMortalDatabase(folder: string, { freezeMs = 20_000 } = {}): Promise<MortalDatabase> {
  const toll = { fast: 0, immediate: 0, kill: 0, freeze: 0 };
  // It dies again and again, and each time is to be the first.
  const database = await openDatabase({ folder, lingerMs: 5000, healthyMs: 0 });
  const url = database.url();
  const postmaster = () => findPostmaster(filesOf(realpathSync(folder)).cluster);

  async function freeze(pid: number): Promise<void> {
    // Its parent first, so that no one new is born meanwhile.
    const all = [pid, ...childrenOf(pid)];
    for (const one of all) process.kill(one, 'SIGSTOP');
    await wait(freezeMs);
    for (const one of all) process.kill(one, 'SIGCONT');
  }
  return {
    url,
    toll,
    async stop(how) {
      // It may still be coming back from the stop before this one.
      const before = await until('a database server to stop', postmaster, { timeoutMs: backMaxMs });
      toll[how] += 1;
      if (how === 'freeze') return freeze(before.pid);
      sendSignal(before, signals[how]);
      await until('another database server', () => (postmaster()?.pid ?? before.pid) !== before.pid, {
        timeoutMs: backMaxMs,
      });
      if (database.url() !== url) throw new Error('the database has moved to another port: run this again');
    },
    async [Symbol.asyncDispose]() {
      await database.close();
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
}
