import { expect, test } from 'vitest';

import { runFuzz } from './testing/fuzz/run-fuzz.ts';
import { seed } from './testing/seed.ts';
import { startTestApp } from './testing/test-app.ts';

/** The short form of bench/fuzz.bench.ts. */
test('no request and no signed webhook, however odd, gets a 5xx, no answer, or its own words back in a refusal', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: 'loopback' } });
  const scale = { seed, requests: 300, webhooks: 80, atOnce: 8, people: 3, hangMs: 40_000 };
  const operatorToken = app.product.deps.config.secrets.adminPassword ?? '';
  const { faults } = await runFuzz(scale, { place: app, operatorToken });
  expect({ seed, faults }).toEqual({ seed, faults: [] });
}, 240_000);
