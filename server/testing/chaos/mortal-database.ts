import { realpathSync } from 'node:fs';

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
  /** Ends the server, and waits until another runs in its place. */
  stop(how: DatabaseStop): Promise<void>;
};

/** PostgreSQL manual, "Shutting Down the Server"; `kill` is what the kernel does when memory runs out. */
const signals: Record<DatabaseStop, NodeJS.Signals> = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' };
const backMaxMs = 180_000;

/** Starts it in `folder`, which it makes. */
export async function startMortalDatabase(folder: string): Promise<MortalDatabase> {
  const toll = { fast: 0, immediate: 0, kill: 0 };
  const database = await openDatabase({ folder, lingerMs: 5000 });
  const url = database.url();
  const postmaster = () => findPostmaster(filesOf(realpathSync(folder)).cluster);
  return {
    url,
    toll,
    async stop(how) {
      const before = postmaster();
      if (before === null) throw new Error('there is no database to stop');
      sendSignal(before, signals[how]);
      toll[how] += 1;
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
