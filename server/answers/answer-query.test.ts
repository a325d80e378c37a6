import { once } from 'node:events';

import { expect, test } from 'vitest';

import { createLog } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import { type AnswerModel, ProviderError } from '#server/providers/ports.ts';

import { type AnswerQuery, createAnswerQuery, NoAnswer } from './answer-query.flow.ts';
import { Circuit } from './circuit.ts';

function engine(ask: AnswerModel['ask']): AnswerQuery {
  const circuit = new Circuit({ failuresMax: 10, windowMs: 30_000, probeEveryMs: 5000 }, () => performance.now());
  const { log } = createLog('silent');
  return createAnswerQuery({ model: { ask }, circuit, attemptMs: 25_000, log, tally: { add: () => undefined } });
}

function question(budgetMs: number) {
  return { words: new Secret('how high is mont blanc'), timeZone: null, budgetMs, purse: 'model' as const };
}

test('a question is asked with whatever fraction of its time is left', async () => {
  const cost = { inputTokens: 9, outputTokens: 5, microdollars: null };
  const answerQuery = engine(() => Promise.resolve({ text: new Secret('4,808 meters.'), isCutOff: false, cost }));
  for (const budgetMs of [12_345.678, 0.4]) {
    const answer = await answerQuery(question(budgetMs), new AbortController().signal);
    expect(answer.body.reveal()).toBe('4,808 meters.');
  }
});

test('a model that hangs is given up when the time is over', async () => {
  const answerQuery = engine(async (_prompt, signal) => {
    await once(signal, 'abort');
    throw new ProviderError('model', 'unavailable', { code: 'timeout' });
  });
  const asked = answerQuery(question(20.5), new AbortController().signal);
  await expect(asked).rejects.toEqual(new NoAnswer('timeout'));
});
