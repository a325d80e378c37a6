import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel, ModelAnswer } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { until } from '#server/testing/until.ts';

import { type AnswerQuery, createAnswerQuery, NoAnswer } from './answer-query.ts';
import { asksNothing } from './asks-for.ts';
import type { Circuit } from './circuit.ts';
import { instructionsFor } from './prompt.ts';
import { away, common, question, said, used } from './testing/providers.ts';

type Engine = { readonly answerQuery: AnswerQuery; readonly circuit: Circuit };

function engine(ask: AnswerModel['ask'], { attemptMs = 25, callsAtOnce = 64 } = {}): Engine {
  const only = used('perplexity', ask, callsAtOnce);
  return { answerQuery: createAnswerQuery({ ...common, providers: [only], attemptMs }), circuit: only.circuit };
}

const signal = new AbortController().signal;

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

test('an answer that was only contacts is asked again without them', async () => {
  const asked: string[] = [];
  const { answerQuery } = engine((prompt) => {
    asked.push(prompt.instructions);
    return Promise.resolve(said(asked.length === 1 ? 'Call (202) 555-0147.' : 'Call the visitor center in Chamonix.'));
  });
  expect((await answerQuery(question(10_000), signal)).body.reveal()).toBe('Call the visitor center in Chamonix.');
  expect(asked).toEqual([instructionsFor('alone', null), instructionsFor('alone', 'only_contacts')]);
  expect(asked[1]).toMatch(/leave them out, and say by name whom to call/i);
});

test('whom to call is named with a number that a source has, and with no other', async () => {
  const answer = 'Call Treasure Valley Cab at (208) 555-0147.';
  const prompts: string[] = [];
  const taxi = { ...question(10_000), body: new Secret('taxi in boise') };
  const askedWith = async (...pages: string[]): Promise<string> => {
    const { answerQuery } = engine(({ instructions }) => {
      prompts.push(instructions);
      return Promise.resolve({ ...said(answer), sources: quoted(...pages) });
    });
    return (await answerQuery(taxi, signal)).body.reveal();
  };
  const quoted = (...pages: string[]) => ({ kind: 'quoted', texts: pages.map((page) => new Secret(page)) }) as const;
  expect(await askedWith('Treasure Valley Cab, 208-555-0147')).toBe(answer);
  const unconfirmed = await askedWith('Treasure Valley Cab, 208-555-0199');
  expect(unconfirmed).toMatch(/^I couldn't find the phone number in a source that confirms it\./);
  expect(unconfirmed).not.toContain('0147');
  const asks = { ...asksNothing, phone: true };
  const expected = [null, null, 'uncited'] as const;
  expect(prompts).toEqual(expected.map((hint) => instructionsFor('alone', hint, asks)));
});

test('a brief question gets two tries, and none while the circuit is open', async () => {
  let calls = 0;
  const { answerQuery, circuit } = engine(() => {
    calls += 1;
    return Promise.reject(away);
  });
  await expect(answerQuery(question(30_000, 'once'), signal)).rejects.toEqual(new NoAnswer('503'));
  expect(calls).toBe(2);
  for (let count = 0; count < 10; count += 1) circuit.failed(60_000);
  await expect(answerQuery(question(30_000, 'once'), signal)).rejects.toEqual(new NoAnswer('circuit_open'));
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

test('an answer without its uncited claims does not wait until a pause of its provider is over', async () => {
  const refusal = new ProviderError('model', 'rate_limited', { code: '429', retryAfterMs: 600_000 });
  const first = Promise.withResolvers<ModelAnswer>();
  const calls = [first.promise, Promise.reject(refusal)];
  for (const call of calls) call.catch(() => undefined);
  const { answerQuery } = engine(() => calls.shift() ?? Promise.reject(away), { attemptMs: 100_000 });
  const answer = answerQuery(question(300_000), signal);
  await expect(answerQuery(question(1, 'once'), signal)).rejects.toBeInstanceOf(NoAnswer);
  first.resolve(said('It is 4,808 meters high. The library is open 9 AM to 8 PM.'));
  expect((await answer).body.reveal()).toContain("couldn't find");
});

test('waiting for an answer ends with its signal', async () => {
  const { answerQuery } = engine(() => Promise.reject(away));
  const stopping = new AbortController();
  const asked = answerQuery(question(30_000), stopping.signal);
  stopping.abort(new Error('draining'));
  await expect(asked).rejects.not.toBeInstanceOf(NoAnswer);
});
