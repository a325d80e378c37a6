import { expect, test } from 'vitest';

import { runReceiving } from '#server/testing/receiving/run-receiving.ts';

test('through outages, deaths and repeated webhooks in any order, a text is answered once and none is lost', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  expect(await runReceiving({ seed, runs: 50, stepsMax: 16 })).toBeGreaterThan(0);
});
