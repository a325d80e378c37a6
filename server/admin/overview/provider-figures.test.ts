import { expect, test } from 'vitest';

import { providerTotals } from './provider-figures.ts';

const prices = { modelCall: 5200 };

test('share, mean time and cost of each provider follow from its counts', () => {
  const counts = {
    'providers.answers.perplexity': 3,
    'providers.answer_ms.perplexity': 9000,
    'providers.microdollars.perplexity': 10_000,
    'providers.unpriced.perplexity': 1,
    'providers.failed.perplexity': 4,
    'providers.answers.openai': 1,
    'providers.answer_ms.openai': 2500,
    'providers.microdollars.openai': 17_000,
    'providers.overtaken.openai': 2,
  };
  expect(providerTotals(counts, prices)).toEqual([
    { provider: 'perplexity', answers: 3, share: 0.75, meanMs: 3000, cost: 15_200, failed: 4, overtaken: 0 },
    { provider: 'openai', answers: 1, share: 0.25, meanMs: 2500, cost: 17_000, failed: 0, overtaken: 2 },
  ]);
});

test('a provider that was not asked is not listed, and one without answers has no share and no time', () => {
  expect(providerTotals({}, prices)).toEqual([]);
  expect(providerTotals({ 'providers.failed.perplexity': 1 }, prices)).toEqual([
    { provider: 'perplexity', answers: 0, share: null, meanMs: null, cost: 0, failed: 1, overtaken: 0 },
  ]);
});
