import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SystemUser } from '#embedded/system-user.ts';
import { childrenOf } from '#server/testing/chaos/crashable-database.ts';

import { systemPath } from './spawn-service.ts';

/** One machine of the cluster: Patroni and its PostgreSQL, as processes that can be killed and frozen. */
export type ClusterNode = {
  readonly name: string;
  readonly address: string;
  /** Starts Patroni, which starts PostgreSQL, as systemd would after a crash. Does nothing while it runs. */
  start(): void;
  /** Signals Patroni alone: its PostgreSQL keeps running without supervision. */
  signalPatroni(signal: NodeJS.Signals): void;
  /** Signals Patroni and every process of its PostgreSQL. */
  signalAll(signal: NodeJS.Signals): void;
};

export type ClusterNodeOptions = {
  readonly name: string;
  readonly address: string;
  /** The adapted `patroni.yml`. */
  readonly config: string;
  /** The adapted contents of `node.env`, with the path of the data. */
  readonly env: Record<string, string>;
  /** An existing folder of `user`, for the data, the sockets and the log of this node. */
  readonly folder: string;
  /** The account that runs PostgreSQL; null: our own. */
  readonly user: SystemUser | null;
};

/** Describes a node; nothing runs before `start`. */
export function clusterNode({ name, address, config, env, folder, user }: ClusterNodeOptions): ClusterNode {
  const data = join(folder, 'data');
  let patroni: ChildProcess | null = null;
  const isRunning = (): boolean => patroni !== null && patroni.exitCode === null && patroni.signalCode === null;
  return {
    name,
    address,
    start() {
      if (isRunning()) return;
      const log = openSync(join(folder, 'log'), 'a');
      patroni = spawn('patroni', [config], {
        env: { PATH: systemPath, LANG: 'C.UTF-8', HOME: folder, PATRONI_POSTGRESQL_DATA_DIR: data, ...env },
        stdio: ['ignore', log, log],
        cwd: folder,
        ...user,
      });
      closeSync(log);
    },
    signalPatroni(signal) {
      patroni?.kill(signal);
    },
    signalAll(signal) {
      // Patroni first, so that it sees nothing of what happens to its server; the postmaster before its children, so that
      // it forks no new one.
      patroni?.kill(signal);
      const postmaster = postmasterOf(data);
      if (postmaster === null) return;
      for (const pid of [postmaster, ...childrenOf(postmaster)]) send(pid, signal);
    },
  };
}

/** The first line of the lock file is the process id; it may be a leftover of a killed server. */
function postmasterOf(data: string): number | null {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(data) ? pid : null;
  } catch {
    return null;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
