import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { answerPath } from '#server/testing/chaos/answer-path.ts';
import { type MortalDatabase, startMortalDatabase } from '#server/testing/chaos/mortal-database.ts';
import type { Scale } from '#server/testing/chaos/plan.ts';
import { type ChaosReport, runChaos } from '#server/testing/chaos/run-chaos.ts';

import type { Bench, Measure } from './measure.ts';

/** For 2,000 texts; another length has its share of each. */
const per2000 = { kills: 145, freezes: 41, restarts: 6, deploys: 10, troubles: 30 };
/**
 * By how much the protocol's times are shrunk. A settled doubt must still be old enough for every request that rests in
 * the busy processes of this machine: six seconds at ten.
 */
const speed = 10;
const part = process.env['CHAOS_PART'] === 'texting' ? 'texting' : 'product';

type Outcome = Partial<ChaosReport> & { readonly faults: readonly string[]; readonly restarts: number };

/**
 * Two processes of the whole product and a real PostgreSQL, all of which keep dying, between a carrier and a model that
 * lose, repeat, delay, refuse and cut, over a database whose commits are slow and whose rows are locked. The carrier's
 * ledger is the judge: nothing lost, nothing twice, every counter exact.
 *
 * `CHAOS_TEXTS` (2000) is the length of a run and `CHAOS_RUNS` (1) how many there are, with `CHAOS_SEED` (by chance) and
 * the numbers after it as their seeds: the same seed, the same plan. With `CHAOS_PART=texting` the processes are only the
 * path of a text, which start in half the time. A run with a fault leaves its logs, its database and `evidence.json`.
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
  console.log(`seed ${seed}, logs in ${folder} until it ends well`);
  let restarts = 0;
  const outcome = await play(scaleOf(seed, texts), folder, (toll) => {
    restarts = Object.values(toll).reduce((sum, count) => sum + count);
  }).catch((error: unknown): Omit<Outcome, 'restarts'> => ({ faults: [String(error)] }));
  if (outcome.faults.length === 0) rmSync(folder, { recursive: true, force: true });
  for (const fault of outcome.faults) console.log(`FAULT: ${fault}`);
  if (outcome.faults.length > 0) {
    console.log(`The evidence is in ${folder}. Once more:`);
    console.log(`  CHAOS_SEED=${seed} CHAOS_TEXTS=${texts} CHAOS_PART=${part} npm run bench -- chaos`);
  }
  return { ...outcome, restarts };
}

async function play(
  scale: Scale,
  folder: string,
  count: (toll: MortalDatabase['toll']) => void,
): Promise<Omit<Outcome, 'restarts'>> {
  const began = performance.now();
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await startMortalDatabase(join(folder, 'postgres')));
  stack.defer(() => count(database.toll));
  const report = await runChaos(scale, {
    databaseUrl: database.url,
    restartDatabase: (how) => database.stop(how),
    folder,
    part,
    crashPoints: answerPath,
    // A machine that is too slow for so many deaths is not to turn answers into apologies for coming late.
    settings: { ANSWER_DEADLINE_MS: '600000' },
    paceMs: 40,
    restMaxMs: 300_000,
    tell: (line) => console.log(`${Math.round((performance.now() - began) / 1000)} s: ${line}`),
  });
  return { ...report, faults: [...report.judgement.violations, ...report.toll.unexpected] };
}

function measuresOf(outcomes: readonly Outcome[]): Measure[] {
  const sum = (of: (outcome: Outcome) => number | undefined): number =>
    outcomes.reduce((total, outcome) => total + (of(outcome) ?? 0), 0);
  return [
    { what: 'texts', value: sum(({ judgement }) => judgement?.texts), unit: 'texts' },
    { what: 'lost', value: sum(({ judgement }) => judgement?.lost), unit: 'texts', atMost: 0 },
    { what: 'answered twice', value: sum(({ judgement }) => judgement?.duplicates), unit: 'texts', atMost: 0 },
    {
      what: 'faults in books, counters and processes',
      value: sum(({ faults }) => faults.length),
      unit: 'faults',
      atMost: 0,
    },
    { what: 'answered', value: sum(({ judgement }) => judgement?.answered), unit: 'texts' },
    { what: 'apologized', value: sum(({ judgement }) => judgement?.apologised), unit: 'texts' },
    {
      what: 'given up after three sends that never left',
      value: sum(({ judgement }) => judgement?.givenUp),
      unit: 'texts',
    },
    { what: 'kill -9', value: sum(({ toll }) => (toll?.killed ?? 0) + (toll?.diedAtPoints ?? 0)), unit: 'kills' },
    { what: 'of these at named points', value: sum(({ toll }) => toll?.diedAtPoints), unit: 'kills' },
    { what: 'freezes', value: sum(({ toll }) => toll?.frozen), unit: 'freezes' },
    { what: 'orderly restarts', value: sum(({ toll }) => toll?.deployed), unit: 'restarts' },
    { what: 'database restarts', value: sum(({ restarts }) => restarts), unit: 'restarts' },
    { what: 'slow commits and locked rows', value: sum(({ troubles }) => troubles), unit: 'spells' },
  ];
}
