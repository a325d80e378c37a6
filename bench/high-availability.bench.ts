import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runOutages } from '#server/testing/chaos/run-outages.ts';

import { missingPrograms, startCluster } from './load/cluster.ts';
import { missingCommits } from './load/direct-commits.ts';
import { changeLeader, type Failure, failures } from './load/leader-change.ts';
import type { Bench, Measure } from './measure.ts';

const changes = Number(process.env['FAILOVERS'] ?? 10);
/** Texts per second. */
const rate = Number(process.env['FAILOVER_RATE'] ?? 20);
const wanted = process.env['FAILOVER_KINDS']?.split(',') ?? failures;

/**
 * The files of `deploy/high-availability/` at work: three PostgreSQL whose leader is killed, frozen, or left without
 * its Patroni, in turn, while texts keep coming. No text may be lost or answered twice, and no commit that the failed
 * leader acknowledged may be missing. `FAILOVERS` (10), `FAILOVER_RATE` (20) and `FAILOVER_KINDS` (kill,freeze,orphan)
 * set its size. Nothing is measured where a program is missing.
 */
export const bench: Bench = async () => {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(`Not installed: ${missing.join(', ')}. Debian: apt-get install patroni etcd-server haproxy postgresql`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'askline-high-availability-'));
  chmodSync(folder, 0o755);
  console.log(`The logs are in ${folder}, removed on success.`);
  const measures = await measure(folder);
  if (measures.every(({ value, atMost = Infinity }) => value <= atMost)) rmSync(folder, { recursive: true });
  return measures;
};

async function measure(folder: string): Promise<Measure[]> {
  await using cluster = await startCluster(folder);
  const gaps: number[] = [];
  const acknowledged: string[] = [];
  const order = failures.filter((one) => wanted.includes(one));
  const { verdict, killCounts, outages, answerMs, doneMs } = await runOutages({
    databaseUrl: cluster.url,
    processes: 2,
    outages: changes,
    rate,
    people: 400,
    speed: 1,
    folder,
    waitsForReturn: true,
    doneMaxMs: 600_000,
    log: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
    async takeAway(nth) {
      const failure: Failure = order[nth % order.length] ?? 'kill';
      const { from, to, gapMs, ...change } = await changeLeader(cluster, failure);
      console.log(`${failure}: ${from} to ${to}, ${(gapMs / 1000).toFixed(1)} s without a leader`);
      gaps.push(gapMs);
      acknowledged.push(...change.acknowledged);
    },
  });
  const missing = await missingCommits(cluster.url, acknowledged);
  for (const fault of [...verdict.violations, ...killCounts.unexpected]) console.log(`FAULT: ${fault}`);
  return [
    { what: 'changes of the leader', value: outages, unit: 'changes' },
    { what: 'until another leads, at most', value: Math.max(...gaps) / 1000, unit: 's' },
    { what: 'texts', value: verdict.texts, unit: 'texts' },
    { what: 'lost', value: verdict.lost, unit: 'texts', atMost: 0 },
    { what: 'answered twice', value: verdict.duplicates, unit: 'texts', atMost: 0 },
    { what: 'acknowledged by a struck leader', value: acknowledged.length, unit: 'commits' },
    { what: 'of these, missing', value: missing.length, unit: 'commits', atMost: 0 },
    { what: 'faults in records and counters', value: verdict.violations.length, unit: 'faults', atMost: 0 },
    { what: 'processes that exited unexpectedly', value: killCounts.unexpected.length, unit: 'ends', atMost: 0 },
    ...[50, 90, 99].map((share) => ({ what: `answered, ${share} %`, value: quantile(answerMs, share), unit: 's' })),
    { what: 'no text open after the last change', value: doneMs / 1000, unit: 's' },
  ];
}

function quantile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  return (sorted[Math.floor((sorted.length * percent) / 100)] ?? 0) / 1000;
}
