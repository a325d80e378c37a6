import { expect } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { type Sandbox, test } from '#server/testing/shared-sandbox.ts';

import { perplexityModel } from './answer-model.ts';

/** The error of a call under these faults, or with these settings. */
async function errorOf(sandbox: Sandbox, faults: object, model = 'perplexity/sonar'): Promise<unknown> {
  sandbox.context.faults.set({ perplexity: faults });
  const baseUrl = sandbox.url;
  const first = perplexityModel({ apiKey: 'sandbox_perplexity_key', baseUrl, model, attemptMs: 20_000 });
  const place = { city: null, region: null, timeZone: null };
  try {
    const input = new Secret('a secret word');
    return await first.ask({ instructions: 'Answer.', earlier: [], input, place }, AbortSignal.timeout(20_000)).then(
      () => 'no error',
      (error: unknown) => error,
    );
  } finally {
    sandbox.context.faults.clear();
    first.close();
  }
}

// Only of words that are refused the second provider is not asked.
test.for([
  [400, 'rejected'],
  [401, 'auth'],
  [402, 'auth'],
  [403, 'auth'],
  [404, 'auth'],
  [405, 'auth'],
  [408, 'unavailable'],
  [409, 'unavailable'],
  [410, 'auth'],
  [413, 'rejected'],
  [422, 'rejected'],
  [424, 'unavailable'],
  [425, 'unavailable'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [503, 'unavailable'],
] as const)('status %i is told as %s, without the words', async ([status, kind], { sandbox }) => {
  const error = await errorOf(sandbox, { status });
  expect(error).toMatchObject({ name: 'ProviderError', kind, code: String(status) });
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('secret word');
});

test('an unknown model is a fault of the settings, and not of the words', async ({ sandbox }) => {
  expect(await errorOf(sandbox, {}, 'perplexity/retired')).toMatchObject({ kind: 'auth', code: '400' });
});
