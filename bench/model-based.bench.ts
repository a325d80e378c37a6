import { runModel } from '#server/testing/model/run-model.ts';

import type { Bench } from './measure.ts';

/**
 * Runs random command sequences on the real server and on a small model of the expected replies: texts, follow-ups,
 * MORE, FORGET, HOME, weather, repeated webhooks, STOP, START, payments, failing cards, cancellations, phone changes,
 * closed accounts, kills, outages and time.
 * A difference is shrunk to the shortest sequence that shows it. `MODEL_RUNS` (200), `MODEL_COMMANDS` (at most 30 per
 * run), `MODEL_SEED` (random), and `MODEL_PATH`, which a failure prints, to repeat that sequence.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const runs = Number(process.env['MODEL_RUNS'] ?? 200);
  const commandsMax = Number(process.env['MODEL_COMMANDS'] ?? 30);
  const path = process.env['MODEL_PATH'];
  const began = performance.now();
  console.log(`MODEL_SEED=${seed} MODEL_RUNS=${runs} MODEL_COMMANDS=${commandsMax} npm run bench -- model-based`);
  const { lives, done } = await runModel({
    seed,
    runs,
    commandsMax,
    postgresUrl,
    ...(path === undefined ? {} : { path }),
    tell: (line) => console.log(`${Math.round((performance.now() - began) / 1000)} s: ${line}`),
  });
  return [
    { what: 'runs', value: lives, unit: 'runs' },
    ...Object.entries(done).map(([what, value]) => ({ what, value, unit: 'times' })),
    { what: 'time', value: (performance.now() - began) / 1000, unit: 's' },
  ];
};
