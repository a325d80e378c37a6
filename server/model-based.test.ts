import { expect, test } from 'vitest';

import { runModel } from './testing/model/run-model.ts';
import { seed } from './testing/seed.ts';

/** The short form of bench/model-based.bench.ts, which also looks for the shortest sequence that fails. */
test('whatever a customer does and whatever dies meanwhile, each text gets the reply that a simple model foretells', async () => {
  const { lives } = await runModel({ seed, runs: 3, commandsMax: 12, endOnFailure: true });
  expect(lives).toBe(3);
}, 480_000);
