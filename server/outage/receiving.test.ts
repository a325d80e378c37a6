import { expect, test } from 'vitest';

import { runReceiving } from '#server/testing/receiving/run-receiving.ts';
import { seed } from '#server/testing/seed.ts';

test('through outages, deaths and repeated webhooks in any order, a text is answered once and none is lost', async () => {
  expect(await runReceiving({ seed, runs: 50, stepsMax: 16 })).toBeGreaterThan(0);
});
