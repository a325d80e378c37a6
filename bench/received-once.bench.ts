import { runReceiving } from '#server/testing/receiving/run-receiving.ts';

import type { Bench } from './measure.ts';

/**
 * Runs random sequences of webhooks, outages, deaths and replays of two processes on one machine: no text may be answered
 * twice or lost. A fault is shrunk to the shortest sequence that shows it. `RECEIVED_RUNS` (1000), `RECEIVED_STEPS` (at
 * most 16 per run) and `RECEIVED_SEED` (random).
 */
export const bench: Bench = async ({ postgresUrl }) => {
  const seed = Number(process.env['RECEIVED_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const runs = Number(process.env['RECEIVED_RUNS'] ?? 1000);
  const stepsMax = Number(process.env['RECEIVED_STEPS'] ?? 16);
  console.log(`RECEIVED_SEED=${seed} RECEIVED_RUNS=${runs} RECEIVED_STEPS=${stepsMax} npm run bench -- received-once`);
  const acknowledged = await runReceiving({ seed, runs, stepsMax, postgresUrl });
  return [
    { what: 'runs', value: runs, unit: 'runs' },
    { what: 'texts acknowledged, each answered once', value: acknowledged, unit: 'texts' },
  ];
};
