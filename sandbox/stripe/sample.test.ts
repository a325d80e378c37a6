import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startTestSandbox } from '../testing/start.ts';
import { customersOf, stripeClient } from '../testing/stripe-client.ts';

test('a sandbox with a sample has one paying customer, once, and one without has none', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'askline-sample-'));
  try {
    for (let start = 1; start <= 2; start += 1) {
      await using sandbox = await startTestSandbox({ stateDir, env: { SANDBOX_SAMPLE: 'on' } });
      const stripe = stripeClient(sandbox);
      const { data } = await stripe.subscriptions.list({ customer: 'cus_SandboxSample' });
      expect(data.map(({ status, metadata }) => [status, metadata])).toEqual([['active', { plan: 'monthly' }]]);
      expect(await customersOf(sandbox)).toHaveLength(1);
    }
  } finally {
    rmSync(stateDir, { recursive: true });
  }
  await using plain = await startTestSandbox();
  expect(await customersOf(plain)).toEqual([]);
});
