import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { answerPath } from '#server/testing/chaos/answer-path.ts';
import { startMortalDatabase } from '#server/testing/chaos/mortal-database.ts';
import { runChaos } from '#server/testing/chaos/run-chaos.ts';

import type { Bench } from './measure.ts';

const scale = { speed: 5, texts: 2000, kills: 110, freezes: 24, restarts: 6, deploys: 10 };

/**
 * Two processes of the whole product and a real PostgreSQL, all of which keep dying, between a carrier and a model that
 * lose, repeat, delay and cut. The carrier's ledger is the judge: nothing lost, nothing twice, every counter exact.
 * `CHAOS_SEED` repeats a run's plan; `CHAOS_TEXTS` changes its length; with `CHAOS_PART=texting` the processes are only the
 * path of a text, which start in half the time.
 */
export const bench: Bench = async () => {
  const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  const size = Number(process.env['CHAOS_TEXTS'] ?? scale.texts) / scale.texts;
  const base = mkdtempSync(join(tmpdir(), 'askline-chaos-'));
  chmodSync(base, 0o755);
  console.log(`seed ${seed}, logs in ${base} until it ends well`);
  const part = process.env['CHAOS_PART'] === 'texting' ? 'texting' : 'product';
  const began = performance.now();
  await using database = await startMortalDatabase(join(base, 'postgres'));
  const { judgement, toll } = await runChaos(
    {
      seed,
      speed: scale.speed,
      texts: Math.ceil(scale.texts * size),
      kills: Math.ceil(scale.kills * size),
      freezes: Math.ceil(scale.freezes * size),
      restarts: Math.ceil(scale.restarts * size),
      deploys: Math.ceil(scale.deploys * size),
    },
    {
      databaseUrl: database.url,
      restartDatabase: (how) => database.stop(how),
      folder: base,
      part,
      crashPoints: answerPath,
      // A machine that is too slow for so many deaths is not to turn answers into apologies for coming late.
      settings: { ANSWER_DEADLINE_MS: '600000' },
      paceMs: 120,
      restMaxMs: 300_000,
      tell: (line) => console.log(`${Math.round((performance.now() - began) / 1000)} s: ${line}`),
    },
  );
  const { violations, texts, answered, apologised, givenUp, lost, duplicates } = judgement;
  for (const fault of [...violations, ...toll.unexpected]) console.log(`FAULT: ${fault}`);
  const faults = violations.length + toll.unexpected.length;
  if (faults === 0) rmSync(base, { recursive: true, force: true });
  const restarts = Object.values(database.toll).reduce((sum, count) => sum + count);
  return [
    { what: 'texts', value: texts, unit: 'texts' },
    { what: 'lost', value: lost, unit: 'texts', atMost: 0 },
    { what: 'answered twice', value: duplicates, unit: 'texts', atMost: 0 },
    { what: 'faults in books, counters and processes', value: faults, unit: 'faults', atMost: 0 },
    { what: 'answered', value: answered, unit: 'texts' },
    { what: 'apologised', value: apologised, unit: 'texts' },
    { what: 'given up after three sends that never left', value: givenUp, unit: 'texts' },
    { what: 'kill -9', value: toll.killed + toll.diedAtPoints, unit: 'kills' },
    { what: 'of these at named points', value: toll.diedAtPoints, unit: 'kills' },
    { what: 'freezes', value: toll.frozen, unit: 'freezes' },
    { what: 'orderly restarts', value: toll.deployed, unit: 'restarts' },
    { what: 'database restarts', value: restarts, unit: 'restarts' },
    { what: 'time', value: (performance.now() - began) / 1000, unit: 's' },
  ];
};
