import { setImmediate, setTimeout as wait } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import type { AnswerModel, ModelAnswer } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { until } from '#server/testing/until.ts';

import { createAnswerQuery, NoAnswer } from './answer-query.ts';
import { CallLimit } from './call-limit.ts';
import { away, common, hangs, pair, question, said, used } from './testing/providers.ts';

const signal = new AbortController().signal;

/** A provider that takes no call until then, and keeps none waiting. */
function fullUntil(freed: Promise<void>, provider: 'perplexity' | 'openai') {
  const one = used(provider, () => Promise.resolve(said('4,807 meters.')));
  const calls = new CallLimit({ max: 1, waitingMax: 0 });
  void calls.run(() => freed, { withinMs: 60_000, signal });
  return { ...one, calls };
}

test('while the circuit of the first provider is open, the second one is asked in its place', async () => {
  const { answerQuery, asked, providers } = pair(
    () => Promise.reject(away),
    () => Promise.resolve(said('4,808 meters.')),
  );
  for (let count = 0; count < 10; count += 1) providers[0].circuit.failed(60_000);
  const { provider } = await answerQuery(question(30_000, 'once'), signal);
  expect([provider, asked]).toEqual(['openai', ['openai']]);
});

test('a first provider that always hangs is soon no longer asked first', async () => {
  // A call counts as slow from 100 ms on: however late a busy machine begins it, the first one has run for longer.
  const second: AnswerModel['ask'] = () => wait(110, said('4,808 meters.'));
  const { answerQuery, providers } = pair(hangs, second, { attemptMs: 200 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => answerQuery(question(30_000), signal)));
  expect(new Set(answers.map(({ provider }) => provider))).toEqual(new Set(['openai']));
  expect(providers[0].circuit.isOpen).toBe(true);
  expect(providers[1].circuit.isOpen).toBe(false);
});

test('while the first provider is paused by a refusal, the next question goes to the second one immediately', async () => {
  const refusal = new ProviderError('model', 'rate_limited', { code: '429', retryAfterMs: 60_000 });
  const { answerQuery, asked } = pair(
    () => Promise.reject(refusal),
    () => Promise.resolve(said('4,808 meters.')),
    { attemptMs: 100_000 },
  );
  for (const expected of [['perplexity', 'openai'], ['openai'], ['openai']]) {
    asked.length = 0;
    expect(await answerQuery(question(120_000), signal)).toMatchObject({ provider: 'openai' });
    expect(asked).toEqual(expected);
  }
});

test('while the first provider is paused, a second one that fails once is asked again after its own pause', async () => {
  const waiting: number[] = [];
  const refusal = new ProviderError('model', 'rate_limited', { code: '429', retryAfterMs: 60_000 });
  const { answerQuery, asked, providers } = pair(
    () => Promise.reject(refusal),
    () => {
      waiting.push(providers[0].calls.waiting);
      return waiting.length === 1 ? Promise.reject(away) : Promise.resolve(said('4,808 meters.'));
    },
    { attemptMs: 10_000 },
  );
  expect(await answerQuery(question(120_000), signal)).toMatchObject({ provider: 'openai' });
  // Not as the hedge of a text that waits for the first one.
  expect([asked, waiting]).toEqual([
    ['perplexity', 'openai', 'openai'],
    [0, 0],
  ]);
});

test('a first provider that is paused is waited for where the second cannot be asked', async () => {
  let calls = 0;
  const refusal = new ProviderError('model', 'rate_limited', { code: '429', retryAfterMs: 50 });
  const { answerQuery, providers } = pair(
    () => (calls++ === 0 ? Promise.reject(refusal) : Promise.resolve(said('4,808 meters.'))),
    () => Promise.reject(away),
    { attemptMs: 10_000 },
  );
  for (let count = 0; count < 10; count += 1) providers[1].circuit.failed(600_000);
  expect(await answerQuery(question(30_000), signal)).toMatchObject({ provider: 'perplexity' });
});

test('the first answer ends the other call, and a slow second provider is not blamed for it', async () => {
  const first = Promise.withResolvers<ModelAnswer>();
  let ended: AbortSignal | undefined;
  const { answerQuery, asked, providers } = pair(
    () => first.promise,
    (prompt, signalOfCall) => {
      ended = signalOfCall;
      first.resolve(said('4,808 meters.'));
      return hangs(prompt, signalOfCall);
    },
    { attemptMs: 2000 },
  );
  const { provider } = await answerQuery(question(200), signal);
  await until('the call of the second to be aborted', () => ended?.aborted === true);
  expect([provider, asked, providers[1].circuit.isOpen]).toEqual(['perplexity', ['perplexity', 'openai'], false]);
});

test('words that the second provider rejects end the call of the first one too', async () => {
  const { answerQuery, asked } = pair(
    hangs,
    () => Promise.reject(new ProviderError('model', 'rejected', { code: '400' })),
    { attemptMs: 60 },
  );
  await expect(answerQuery(question(30_000), signal)).rejects.toEqual(new NoAnswer('400'));
  expect(asked).toEqual(['perplexity', 'openai', 'openai']);
});

test('a question is hedged once: later tries ask one provider after the other', async () => {
  let most = 0;
  let underWay = 0;
  const slowly: AnswerModel['ask'] = async (prompt, ended) => {
    underWay += 1;
    most = Math.max(most, underWay);
    return hangs(prompt, ended).finally(() => (underWay -= 1));
  };
  const { answerQuery, asked } = pair(slowly, slowly, { attemptMs: 20 });
  await expect(answerQuery(question(300), signal)).rejects.toBeInstanceOf(NoAnswer);
  expect(most).toBe(2);
  expect(asked.slice(0, 2)).toEqual(['perplexity', 'openai']);
});

test('a question waits for the first provider when the second has an open circuit, and is asked when the wait is over', async () => {
  // Every reading of the clock takes part of the wait.
  for (const lookMs of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    let [calls, now] = [0, performance.now()];
    const { answerQuery, providers } = pair(
      () => (calls++ === 0 ? Promise.reject(away) : Promise.resolve(said('4,808 meters.'))),
      () => Promise.reject(away),
    );
    for (let count = 0; count < 10; count += 1) providers[1].circuit.failed(600_000);
    using clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += lookMs));
    expect(await answerQuery(question(30_000, 'once'), signal)).toMatchObject({ provider: 'perplexity' });
    expect(clock).toHaveBeenCalled();
  }
});

test('a provider that takes no more calls leaves a question to the other one, and ends no call of it', async () => {
  const full = (provider: 'perplexity' | 'openai') => fullUntil(hangs(null, signal), provider);
  const free = used('openai', () => Promise.resolve(said('4,808 meters.')));
  const first = createAnswerQuery({ ...common, providers: [full('perplexity'), free], attemptMs: 10_000 });
  expect((await first(question(30_000, 'once'), signal)).provider).toBe('openai');
  const hedgeWith = full('openai');
  const isHedged = vi.spyOn(hedgeWith.calls, 'run');
  const slow = used('perplexity', async () => {
    await until('the hedge to be tried', () => isHedged.mock.calls.length > 0);
    return said('4,808 meters.');
  });
  const hedge = createAnswerQuery({ ...common, providers: [slow, hedgeWith], attemptMs: 1000 });
  expect(await hedge(question(30_000, 'once'), signal)).toMatchObject({ provider: 'perplexity' });
  const both = [full('perplexity'), full('openai')];
  const none = createAnswerQuery({ ...common, providers: both, attemptMs: 10_000 });
  await expect(none(question(30_000, 'once'), signal)).rejects.toMatchObject({ why: 'too_busy' });
});

test('two full providers let other work continue while a text waits', async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const providers = [fullUntil(freed, 'perplexity'), fullUntil(freed, 'openai')];
  const answerQuery = createAnswerQuery({ ...common, providers, attemptMs: 25 });
  // What frees them runs only if the wait leaves it room.
  void setImmediate().then(() => free());
  expect((await answerQuery(question(10_000), signal)).body.reveal()).toBe('4,807 meters.');
});

test('an answer without its uncited claims is kept while the other provider refuses the words twice', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const refused = new ProviderError('model', 'rejected', { code: '400' });
  const { answerQuery } = pair(
    async () => {
      await answered;
      // The other answer is known after microtasks alone.
      await setImmediate();
      throw refused;
    },
    () => {
      resolve();
      return Promise.resolve(said('The library is downtown. It is open until 8 PM.'));
    },
    { attemptMs: 2000 },
  );
  const { body } = await answerQuery(question(30_000, 'once'), signal);
  expect(body.reveal()).toMatch(/^I couldn't find the hours .* The library is downtown\.$/);
});
