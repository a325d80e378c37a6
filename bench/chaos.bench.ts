import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { answerPath } from '#server/testing/chaos/answer-path.ts';
import { type CrashableDatabase, startCrashableDatabase } from '#server/testing/chaos/crashable-database.ts';
import type { Scale } from '#server/testing/chaos/plan.ts';
import { type ChaosReport, runChaos } from '#server/testing/chaos/run-chaos.ts';

import type { Bench, Measure } from './measure.ts';

/** The disruptions of 2,000 texts; scaled for other lengths. */
const per2000 = { kills: 145, freezes: 41, restarts: 6, deploys: 10, databaseFaults: 30 };
/**
 * The factor by which the protocol's times are shortened. An unknown send that is resolved must still be older than any
 * request that waits in a busy process: six seconds at a factor of ten.
 */
const speed = 10;
const part = process.env['CHAOS_PART'] === 'texting' ? 'texting' : 'product';

type Outcome = Partial<ChaosReport> & { readonly faults: readonly string[]; readonly restarts: number };

/**
 * Two processes of the whole product and a real PostgreSQL, all of which keep crashing; a carrier and two answer providers
 * that lose, repeat, delay, refuse and cut; slow commits and locked rows. People ask, follow up, and text MORE, FORGET,
 * HOME and weather, in English and in Spanish. The carrier's ledger is the ground truth: no text lost,
 * none answered twice, every counter exact.
 *
 * `CHAOS_TEXTS` (2000) is the length of a run, `CHAOS_RUNS` (1) the number of runs and `CHAOS_SEED` (random) the first
 * seed; each later run takes the next number. The same seed gives the same plan. `CHAOS_PART=texting` starts only the
 * path of a text, in half the time. A run with a fault keeps its logs, its database and `evidence.json`.
 */
export const bench: Bench = async () => {
  const firstSeed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  const runs = Number(process.env['CHAOS_RUNS'] ?? 1);
  const texts = Number(process.env['CHAOS_TEXTS'] ?? 2000);
  const began = performance.now();
  const outcomes: Outcome[] = [];
  for (let run = 0; run < runs; run += 1) outcomes.push(await runOnce(firstSeed + run, texts));
  return [...measuresOf(outcomes), { what: 'time', value: (performance.now() - began) / 1000, unit: 's' }];
};

function scaleOf(seed: number, texts: number): Scale {
  const shares = Object.entries(per2000).map(([what, count]) => [what, Math.ceil((count * texts) / 2000)]);
  return { seed, speed, texts, ...(Object.fromEntries(shares) as typeof per2000) };
}

async function runOnce(seed: number, texts: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'askline-chaos-'));
  chmodSync(folder, 0o755);
  console.log(`seed ${seed}, logs in ${folder}, removed on success`);
  let restarts = 0;
  const outcome = await runPlan(scaleOf(seed, texts), folder, (killCounts) => {
    restarts = Object.values(killCounts).reduce((sum, count) => sum + count);
  }).catch((error: unknown): Omit<Outcome, 'restarts'> => ({ faults: [String(error)] }));
  if (outcome.faults.length === 0) rmSync(folder, { recursive: true, force: true });
  for (const fault of outcome.faults) console.log(`FAULT: ${fault}`);
  if (outcome.faults.length > 0) {
    console.log(`The evidence is in ${folder}. To repeat:`);
    console.log(`  CHAOS_SEED=${seed} CHAOS_TEXTS=${texts} CHAOS_PART=${part} npm run bench -- chaos`);
  }
  return { ...outcome, restarts };
}

async function runPlan(
  scale: Scale,
  folder: string,
  count: (killCounts: CrashableDatabase['killCounts']) => void,
): Promise<Omit<Outcome, 'restarts'>> {
  const began = performance.now();
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await startCrashableDatabase(join(folder, 'postgres')));
  stack.defer(() => count(database.killCounts));
  const report = await runChaos(scale, {
    databaseUrl: database.url,
    restartDatabase: (how) => database.stop(how),
    folder,
    part,
    crashPoints: answerPath,
    // On a slow machine, late answers must not become apologies.
    settings: { ANSWER_DEADLINE_MS: '600000' },
    paceMs: 40,
    doneMaxMs: 300_000,
    log: (line) => console.log(`${Math.round((performance.now() - began) / 1000)} s: ${line}`),
  });
  return { ...report, faults: [...report.verdict.violations, ...report.killCounts.unexpected] };
}

function measuresOf(outcomes: readonly Outcome[]): Measure[] {
  const sum = (of: (outcome: Outcome) => number | undefined): number =>
    outcomes.reduce((total, outcome) => total + (of(outcome) ?? 0), 0);
  return [
    { what: 'texts', value: sum(({ verdict }) => verdict?.texts), unit: 'texts' },
    { what: 'lost', value: sum(({ verdict }) => verdict?.lost), unit: 'texts', atMost: 0 },
    { what: 'answered twice', value: sum(({ verdict }) => verdict?.duplicates), unit: 'texts', atMost: 0 },
    {
      what: 'faults in records, counters and processes',
      value: sum(({ faults }) => faults.length),
      unit: 'faults',
      atMost: 0,
    },
    { what: 'answered', value: sum(({ verdict }) => verdict?.answered), unit: 'texts' },
    {
      what: 'follow-ups and MORE answered with the question before them',
      value: sum(({ verdict }) => verdict?.recalled),
      unit: 'texts',
    },
    { what: 'apologized', value: sum(({ verdict }) => verdict?.apologized), unit: 'texts' },
    { what: 'silent by rule: fixed replies too late', value: sum(({ verdict }) => verdict?.tooLate), unit: 'texts' },
    {
      what: 'given up after three sends that never left',
      value: sum(({ verdict }) => verdict?.givenUp),
      unit: 'texts',
    },
    {
      what: 'kill -9',
      value: sum(({ killCounts }) => (killCounts?.killed ?? 0) + (killCounts?.diedAtPoints ?? 0)),
      unit: 'kills',
    },
    { what: 'of these at named points', value: sum(({ killCounts }) => killCounts?.diedAtPoints), unit: 'kills' },
    { what: 'freezes', value: sum(({ killCounts }) => killCounts?.frozen), unit: 'freezes' },
    { what: 'orderly restarts', value: sum(({ killCounts }) => killCounts?.deployed), unit: 'restarts' },
    { what: 'database restarts', value: sum(({ restarts }) => restarts), unit: 'restarts' },
    { what: 'slow commits and locked rows', value: sum(({ databaseFaults }) => databaseFaults), unit: 'periods' },
  ];
}
