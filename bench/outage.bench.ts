import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type CrashableDatabase, startCrashableDatabase } from '#server/testing/chaos/crashable-database.ts';
import { runOutages, type OutageReport } from '#server/testing/chaos/run-outages.ts';
import { type DatabaseGate, gateBefore } from '#server/testing/database-gate.ts';

import type { Bench, Measure } from './measure.ts';

const cycles = Number(process.env['OUTAGE_CYCLES'] ?? 100);
const deaths = Number(process.env['OUTAGE_DEATHS'] ?? 100);
const minutes = Number(process.env['OUTAGE_MINUTES'] ?? 10);
/** Texts per second. */
const rate = Number(process.env['OUTAGE_RATE'] ?? 20);
const stops = ['fast', 'immediate', 'kill', 'freeze'] as const;
const inTime = 15_000;

/**
 * Database outages under load, in three parts: a hundred stops, kills and freezes of 20 s; processes killed while they
 * replay their journals; and an outage of ten minutes. The carrier's ledger is the ground truth of each. `OUTAGE_CYCLES`,
 * `OUTAGE_DEATHS`, `OUTAGE_MINUTES` and `OUTAGE_RATE` make it shorter; 0 skips a part.
 */
export const bench: Bench = async () => [
  ...(cycles > 0 ? await measureCycles() : []),
  ...(deaths > 0 ? await measureReplay() : []),
  ...(minutes > 0 ? await measureLongOutage() : []),
];

const log = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

type Databases = { readonly database: CrashableDatabase; readonly gate: DatabaseGate };
type Scenario = Parameters<typeof runOutages>[0];

/** One run: a separate PostgreSQL behind a gate; by default 400 people and two processes. */
async function runOutagePlan(
  what: string,
  outages: number,
  configure: (databases: Databases) => Pick<Scenario, 'takeAway'> & Partial<Scenario>,
): Promise<OutageReport> {
  const folder = mkdtempSync(join(tmpdir(), `askline-outage-${what}-`));
  chmodSync(folder, 0o755);
  log(`${what}: logs in ${folder}, removed on success`);
  let isWell = false;
  await using stack = new AsyncDisposableStack();
  stack.defer(() => {
    if (isWell) rmSync(folder, { recursive: true, force: true });
  });
  const database = stack.use(await startCrashableDatabase(join(folder, 'postgres')));
  const gate = stack.use(await gateBefore(database.url));
  const report = await runOutages({
    databaseUrl: gate.url,
    processes: 2,
    outages,
    rate,
    people: 400,
    speed: 1,
    folder,
    doneMaxMs: 600_000,
    log,
    ...configure({ database, gate }),
  });
  const { lost, duplicates, violations } = report.verdict;
  isWell = lost + duplicates + violations.length + report.killCounts.unexpected.length === 0;
  return report;
}

async function measureCycles(): Promise<Measure[]> {
  const report = await runOutagePlan('cycles', cycles, ({ database }) => ({
    databaseUrl: database.url, // a stopped server refuses connections; the gate would not
    waitsForReturn: true,
    people: 2000,
    takeAway: (nth) => database.stop(stops[nth % stops.length] ?? 'fast'),
  }));
  return [...verdict('cycles', report), { what: 'cycles: outages', value: report.outages, unit: 'outages' }];
}

async function measureReplay(): Promise<Measure[]> {
  const report = await runOutagePlan('replay', 1, ({ gate }) => ({
    takeAway: () => shutFor(gate, 2000),
    deathsMin: deaths,
    crashPoints: ['spool.appended', 'spool.applied', 'spool.deleted'],
    rate: Math.min(rate, 10),
    // Outages are a few seconds apart here: the time between two must suffice to find all journals empty.
    speed: 10,
  }));
  return [
    ...verdict('replay', report),
    { what: 'replay: kill -9 in the journal', value: report.killCounts.diedAtPoints, unit: 'kills', atLeast: deaths },
  ];
}

async function measureLongOutage(): Promise<Measure[]> {
  const report = await runOutagePlan('long', 1, ({ gate }) => ({
    takeAway: () => shutFor(gate, minutes * 60_000),
    processes: 1,
  }));
  const share = report.answerMs.filter((ms) => ms <= inTime).length / report.verdict.texts;
  return [
    ...verdict('long', report),
    { what: 'long: answered within 15 s', value: share * 100, unit: '%', atLeast: 99 },
    {
      what: 'long: journal replayed after the return',
      value: (report.replayMs ?? Infinity) / 1000,
      unit: 's',
      atMost: 60,
    },
    { what: 'long: no text open after the return', value: report.doneMs / 1000, unit: 's' },
  ];
}

async function shutFor(gate: DatabaseGate, ms: number): Promise<void> {
  await gate.shut();
  await wait(ms);
  await gate.open();
}

function verdict(part: string, { verdict, killCounts }: OutageReport): Measure[] {
  const { texts, lost, duplicates, violations, recalled } = verdict;
  for (const fault of [...violations, ...killCounts.unexpected]) console.log(`FAULT in ${part}: ${fault}`);
  return [
    { what: `${part}: texts`, value: texts, unit: 'texts' },
    { what: `${part}: follow-ups and MORE answered with the question before them`, value: recalled, unit: 'texts' },
    { what: `${part}: lost`, value: lost, unit: 'texts', atMost: 0 },
    { what: `${part}: answered twice`, value: duplicates, unit: 'texts', atMost: 0 },
    { what: `${part}: faults in records and counters`, value: violations.length, unit: 'faults', atMost: 0 },
    {
      what: `${part}: processes that exited unexpectedly`,
      value: killCounts.unexpected.length,
      unit: 'ends',
      atMost: 0,
    },
  ];
}
