import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import type { AnswerProvider } from '#contract/answer-providers.ts';
import { createLog } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel, ModelAnswer } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { until } from '#server/testing/until.ts';

import { type AnswerQuery, createAnswerQuery, NoAnswer } from './answer-query.ts';
import { CallLimit } from './call-limit.ts';
import { Circuit } from './circuit.ts';
import { instructionsFor } from './prompt.ts';

type Engine = { readonly answerQuery: AnswerQuery; readonly circuit: Circuit };

const rules = { windowMs: 30_000, callsMax: 20, callsMin: 10, failedShare: 0.5, probeEveryMs: 20 };

const { log } = createLog('silent');
const common = { pausesMs: [1, 2], log, bufferedCounters: { add: () => undefined } };

function used(provider: AnswerProvider, ask: AnswerModel['ask'], callsAtOnce = 64) {
  const circuit = new Circuit(rules, () => performance.now());
  const calls = new CallLimit({ max: callsAtOnce, pauseMs: 20 });
  const budget = { isSpent: false, spend: () => undefined };
  return { model: { provider, ask }, circuit, calls, budget, callMicrodollars: null };
}

function engine(ask: AnswerModel['ask'], { attemptMs = 25, callsAtOnce = 64 } = {}): Engine {
  const only = used('perplexity', ask, callsAtOnce);
  return { answerQuery: createAnswerQuery({ ...common, providers: [only], attemptMs }), circuit: only.circuit };
}

/** Two providers; `asked` notes which of them was asked, in order. */
function pair(first: AnswerModel['ask'], second: AnswerModel['ask'], { attemptMs = 25 } = {}) {
  const asked: AnswerProvider[] = [];
  const noted =
    (provider: AnswerProvider, ask: AnswerModel['ask']): AnswerModel['ask'] =>
    (...args) => {
      asked.push(provider);
      return ask(...args);
    };
  const providers = [used('perplexity', noted('perplexity', first)), used('openai', noted('openai', second))] as const;
  return { answerQuery: createAnswerQuery({ ...common, providers, attemptMs }), asked, providers };
}

/** Never answers, until it is aborted. */
async function hangs(_prompt: unknown, ended: AbortSignal): Promise<never> {
  await once(ended, 'abort');
  throw new ProviderError('model', 'unavailable', { code: 'aborted' });
}

const fixed = { earlier: [], wantsMore: false, home: null, language: 'en', timeZone: null } as const;
function question(budgetMs: number, patience: 'whole_budget' | 'brief' = 'whole_budget') {
  return { ...fixed, costCenter: 'model' as const, body: new Secret('how high is mont blanc'), budgetMs, patience };
}

function said(text: string): ModelAnswer {
  return {
    text: new Secret(text),
    isCutOff: false,
    sources: { kind: 'quoted', texts: [] },
    cost: { inputTokens: 9, outputTokens: 5, microdollars: null },
  };
}

const signal = new AbortController().signal;
const away = new ProviderError('model', 'unavailable', { code: '503' });

test('a question is asked with the remaining fraction of its time', async () => {
  const { answerQuery } = engine(() => Promise.resolve(said('4,808 meters.')), { attemptMs: 25_000 });
  for (const budgetMs of [12_345.678, 0.4]) {
    const answer = await answerQuery(question(budgetMs), signal);
    expect(answer.body.reveal()).toBe('4,808 meters.');
  }
});

test('a model that hangs is given up at the time limit, which alone does not count against it', async () => {
  const { answerQuery, circuit } = engine(
    async (_prompt, ended) => {
      await once(ended, 'abort');
      throw new ProviderError('model', 'unavailable', { code: 'timeout' });
    },
    { attemptMs: 25_000 },
  );
  for (let count = 0; count < 12; count += 1) {
    await expect(answerQuery(question(5.5), signal)).rejects.toEqual(new NoAnswer('timeout'));
  }
  expect(circuit.isOpen).toBe(false);
});

test('a model that recovers within the budget causes no apology, however often it failed before', async () => {
  let calls = 0;
  const { answerQuery, circuit } = engine(() => {
    calls += 1;
    return calls <= 15 ? Promise.reject(away) : Promise.resolve(said('4,808 meters.'));
  });
  const answer = await answerQuery(question(30_000), signal);
  expect([answer.body.reveal(), calls, circuit.isOpen]).toEqual(['4,808 meters.', 16, false]);
});

test('an open circuit delays an answer and never refuses it', async () => {
  const { answerQuery, circuit } = engine(() => Promise.resolve(said('4,808 meters.')));
  for (let count = 0; count < 10; count += 1) circuit.failed();
  expect(circuit.isOpen).toBe(true);
  const answers = await Promise.all([1, 2, 3].map(() => answerQuery(question(30_000), signal)));
  expect(answers.map(({ body }) => body.reveal())).toEqual(Array.from({ length: 3 }, () => '4,808 meters.'));
  expect(circuit.isOpen).toBe(false);
});

test('an unavailable model is given up only when there is no time for another attempt', async () => {
  const { answerQuery } = engine(() => Promise.reject(away));
  const began = performance.now();
  await expect(answerQuery(question(400), signal)).rejects.toBeInstanceOf(NoAnswer);
  expect(performance.now() - began).toBeGreaterThan(300);
});

test('the retry-after of the model is respected, within the budget', async () => {
  const askedAt: number[] = [];
  const { answerQuery } = engine(() => {
    askedAt.push(performance.now());
    const busy = new ProviderError('model', 'rate_limited', { code: '429', retryAfterMs: 150 });
    return askedAt.length === 1 ? Promise.reject(busy) : Promise.resolve(said('4,808 meters.'));
  });
  await answerQuery(question(10_000), signal);
  const [first = 0, second = 0] = askedAt;
  expect(second - first).toBeGreaterThanOrEqual(149);
});

test('a model that takes fewer calls than there are questions is not taken for a failing one, and answers them all', async () => {
  let [held, most] = [0, 0];
  const { answerQuery, circuit } = engine(
    async () => {
      if (held >= 5) throw new ProviderError('model', 'rate_limited', { code: '429' });
      held += 1;
      most = Math.max(most, held);
      await wait(5);
      held -= 1;
      return said('4,808 meters.');
    },
    { attemptMs: 5000 },
  );
  const answers = await Promise.all(Array.from({ length: 60 }, () => answerQuery(question(60_000), signal)));
  expect([answers.length, most, circuit.isOpen]).toEqual([60, 5, false]);
});

test('the time of an attempt begins when its turn comes', async () => {
  const calls: AbortSignal[] = [];
  const first = Promise.withResolvers<ModelAnswer>();
  const { answerQuery } = engine(
    (_prompt, ended) => {
      calls.push(ended);
      return calls.length === 1 ? first.promise : Promise.resolve(said('4,808 meters.'));
    },
    { callsAtOnce: 1, attemptMs: 300 },
  );
  const both = [answerQuery(question(30_000), signal), answerQuery(question(30_000), signal)];
  await until('the time of the first attempt to be over', () => calls[0]?.aborted === true);
  expect(calls).toHaveLength(1);
  first.resolve(said('4,807 meters.'));
  await Promise.all(both);
  expect(calls.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test.each<[string, () => Promise<ModelAnswer>]>([
  ['refuses the words', () => Promise.reject(new ProviderError('model', 'rejected', { code: '400' }))],
  ['says nothing', () => Promise.resolve(said(''))],
  ['says nothing that can be sent', () => Promise.resolve(said('![](https://pictures.example/a.png)'))],
])('a model that %s is asked again once with a hint, and it does not count against it', async (_, ask) => {
  const asked: string[] = [];
  const { answerQuery, circuit } = engine((prompt) => {
    asked.push(prompt.instructions);
    return asked.length % 2 === 1 ? ask() : Promise.resolve(said('4,808 meters.'));
  });
  for (let count = 0; count < 12; count += 1) {
    const answer = await answerQuery(question(10_000), signal);
    expect(answer.body.reveal()).toBe('4,808 meters.');
  }
  expect(asked.slice(0, 2)).toEqual([1, 2].map((nth) => instructionsFor('alone', nth > 1 ? 'unsayable' : null)));
  const twice = engine(ask);
  for (let count = 0; count < 12; count += 1) {
    await expect(twice.answerQuery(question(10_000), signal)).rejects.toBeInstanceOf(NoAnswer);
  }
  expect([circuit.isOpen, twice.circuit.isOpen]).toEqual([false, false]);
});

test('a brief question gets two tries, and none while the circuit is open', async () => {
  let calls = 0;
  const { answerQuery, circuit } = engine(() => {
    calls += 1;
    return Promise.reject(away);
  });
  await expect(answerQuery(question(30_000, 'brief'), signal)).rejects.toEqual(new NoAnswer('503'));
  expect(calls).toBe(2);
  for (let count = 0; count < 10; count += 1) circuit.failed(60_000);
  await expect(answerQuery(question(30_000, 'brief'), signal)).rejects.toEqual(new NoAnswer('circuit_open'));
  expect(calls).toBe(2);
});

test('a try that never got a slot does not count against the model', async () => {
  const first = Promise.withResolvers<ModelAnswer>();
  const { answerQuery, circuit } = engine(() => first.promise, { callsAtOnce: 1, attemptMs: 5 });
  const holding = answerQuery(question(30_000), signal);
  for (let count = 0; count < 12; count += 1) {
    await expect(answerQuery(question(5), signal)).rejects.toEqual(new NoAnswer('no_turn'));
  }
  first.resolve(said('4,808 meters.'));
  expect((await holding).body.reveal()).toBe('4,808 meters.');
  expect(circuit.isOpen).toBe(false);
});

test('waiting for an answer ends with its signal', async () => {
  const { answerQuery } = engine(() => Promise.reject(away));
  const stopping = new AbortController();
  const asked = answerQuery(question(30_000), stopping.signal);
  stopping.abort(new Error('draining'));
  await expect(asked).rejects.not.toBeInstanceOf(NoAnswer);
});

test('while the circuit of the first provider is open, the second one is asked in its place', async () => {
  const { answerQuery, asked, providers } = pair(
    () => Promise.reject(away),
    () => Promise.resolve(said('4,808 meters.')),
  );
  for (let count = 0; count < 10; count += 1) providers[0].circuit.failed(60_000);
  const { provider } = await answerQuery(question(30_000, 'brief'), signal);
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
  // Every look at the clock takes a part of the wait.
  for (const lookMs of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    let [calls, now] = [0, performance.now()];
    const { answerQuery, providers } = pair(
      () => (calls++ === 0 ? Promise.reject(away) : Promise.resolve(said('4,808 meters.'))),
      () => Promise.reject(away),
    );
    for (let count = 0; count < 10; count += 1) providers[1].circuit.failed(600_000);
    using clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += lookMs));
    expect(await answerQuery(question(30_000, 'brief'), signal)).toMatchObject({ provider: 'perplexity' });
    expect(clock).toHaveBeenCalled();
  }
});
