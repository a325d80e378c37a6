import { until } from '#server/testing/until.ts';

import type { Cluster } from './cluster.ts';
import { commitTo } from './direct-commits.ts';

/**
 * How the leader fails. `kill`: Patroni and PostgreSQL get kill -9, as if the machine lost power. `freeze`: both are
 * stopped, and resume when another node leads. `orphan`: only Patroni is killed, and its PostgreSQL runs without it.
 */
export const failures = ['kill', 'freeze', 'orphan'] as const;
export type Failure = (typeof failures)[number];

export type LeaderChange = {
  readonly from: string;
  readonly to: string;
  /** From the failure until another node accepted commits. */
  readonly gapMs: number;
  /** Commits that the old leader acknowledged, from before the failure until it followed the new one. */
  readonly acknowledged: readonly string[];
};

/** A leader's lock ends after `ttl` (20 s); a candidate may be slow on a busy machine. */
const changeMaxMs = 120_000;

/**
 * Makes the leader fail, waits for another one, and has the old one follow it. Resolves when all three nodes work
 * again.
 */
export async function changeLeader(cluster: Cluster, failure: Failure): Promise<LeaderChange> {
  const old = await cluster.untilWhole();
  const commits = commitTo(cluster.urlAt(old));
  const struckAtMs = performance.now();
  if (failure === 'kill') old.signalAll('SIGKILL');
  if (failure === 'freeze') old.signalAll('SIGSTOP');
  if (failure === 'orphan') old.signalPatroni('SIGKILL');
  const next = await until('another leader', () => cluster.leaderInsteadOf(old), { timeoutMs: changeMaxMs });
  const gapMs = performance.now() - struckAtMs;
  if (failure === 'freeze') old.signalAll('SIGCONT');
  old.start();
  await cluster.untilWhole();
  return { from: old.name, to: next.name, gapMs, acknowledged: await commits.stop() };
}
