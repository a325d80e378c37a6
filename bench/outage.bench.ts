import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type MortalDatabase, startMortalDatabase } from '#server/testing/chaos/mortal-database.ts';
import { runOutages, type OutageReport } from '#server/testing/chaos/run-outages.ts';
import { type DatabaseGate, gateBefore } from '#server/testing/database-gate.ts';

import type { Bench, Measure } from './measure.ts';

const cycles = Number(process.env['OUTAGE_CYCLES'] ?? 100);
const deaths = Number(process.env['OUTAGE_DEATHS'] ?? 100);
const minutes = Number(process.env['OUTAGE_MINUTES'] ?? 10);
/** Texts a second. */
const rate = Number(process.env['OUTAGE_RATE'] ?? 20);
const stops = ['fast', 'immediate', 'kill', 'freeze'] as const;
const inTime = 15_000;

/**
 * The database goes and comes under load, in three ways: a hundred times stopped, killed and frozen for 20 s; with the
 * processes killed in the middle of carrying their journals out; and away for ten minutes. The carrier's ledger is the
 * judge of each. `OUTAGE_CYCLES`, `OUTAGE_DEATHS`, `OUTAGE_MINUTES` and `OUTAGE_RATE` make it shorter; 0
 * leaves that part out.
 */
export const bench: Bench = async () => [
  ...(cycles > 0 ? await comeAndGo() : []),
  ...(deaths > 0 ? await dieInReplay() : []),
  ...(minutes > 0 ? await stayAway() : []),
];

const tell = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

type Play = { readonly database: MortalDatabase; readonly gate: DatabaseGate };
type Scene = Parameters<typeof runOutages>[0];

/** One play: a PostgreSQL of its own, behind a gate, with 400 people and two processes unless told otherwise. */
async function play(
  what: string,
  outages: number,
  act: (play: Play) => Pick<Scene, 'takeAway'> & Partial<Scene>,
): Promise<OutageReport> {
  const folder = mkdtempSync(join(tmpdir(), `askline-outage-${what}-`));
  chmodSync(folder, 0o755);
  tell(`${what}: logs in ${folder} until it ends well`);
  let isWell = false;
  await using stack = new AsyncDisposableStack();
  stack.defer(() => {
    if (isWell) rmSync(folder, { recursive: true, force: true });
  });
  const database = stack.use(await startMortalDatabase(join(folder, 'postgres')));
  const gate = stack.use(await gateBefore(database.url));
  const report = await runOutages({
    databaseUrl: gate.url,
    processes: 2,
    outages,
    rate,
    people: 400,
    speed: 1,
    folder,
    restMaxMs: 600_000,
    tell,
    ...act({ database, gate }),
  });
  const { lost, duplicates, violations } = report.judgement;
  isWell = lost + duplicates + violations.length + report.toll.unexpected.length === 0;
  return report;
}

async function comeAndGo(): Promise<Measure[]> {
  const report = await play('cycles', cycles, ({ database }) => ({
    databaseUrl: database.url, // a server that is down refuses; a gate before it would not
    waitsForReturn: true,
    people: 2000,
    takeAway: (nth) => database.stop(stops[nth % stops.length] ?? 'fast'),
  }));
  return [...verdict('cycles', report), { what: 'cycles: outages', value: report.outages, unit: 'outages' }];
}

async function dieInReplay(): Promise<Measure[]> {
  const report = await play('replay', 1, ({ gate }) => ({
    takeAway: () => shutFor(gate, 2000),
    deathsMin: deaths,
    crashPoints: ['spool.appended', 'spool.applied', 'spool.deleted'],
    rate: Math.min(rate, 10),
    // Between two outages, which come every few seconds here, there must be time to find everyone's journal empty.
    speed: 10,
  }));
  return [
    ...verdict('replay', report),
    { what: 'replay: kill -9 in the journal', value: report.toll.diedAtPoints, unit: 'kills', atLeast: deaths },
  ];
}

async function stayAway(): Promise<Measure[]> {
  const report = await play('long', 1, ({ gate }) => ({
    takeAway: () => shutFor(gate, minutes * 60_000),
    processes: 1,
  }));
  const share = report.answerMs.filter((ms) => ms <= inTime).length / report.judgement.texts;
  return [
    ...verdict('long', report),
    { what: 'long: answered within 15 s', value: share * 100, unit: '%', atLeast: 99 },
    {
      what: 'long: journal carried out after the return',
      value: (report.replayMs ?? Infinity) / 1000,
      unit: 's',
      atMost: 60,
    },
    { what: 'long: nothing open any more after the return', value: report.restMs / 1000, unit: 's' },
  ];
}

async function shutFor(gate: DatabaseGate, ms: number): Promise<void> {
  await gate.shut();
  await wait(ms);
  await gate.open();
}

function verdict(part: string, { judgement, toll }: OutageReport): Measure[] {
  const { texts, lost, duplicates, violations } = judgement;
  for (const fault of [...violations, ...toll.unexpected]) console.log(`FAULT in ${part}: ${fault}`);
  return [
    { what: `${part}: texts`, value: texts, unit: 'texts' },
    { what: `${part}: lost`, value: lost, unit: 'texts', atMost: 0 },
    { what: `${part}: answered twice`, value: duplicates, unit: 'texts', atMost: 0 },
    { what: `${part}: faults in books and counters`, value: violations.length, unit: 'faults', atMost: 0 },
    { what: `${part}: processes that ended by themselves`, value: toll.unexpected.length, unit: 'ends', atMost: 0 },
  ];
}
