import { expect } from 'vitest';

import { demoCopy } from '#contract/demo-copy.ts';
import { test } from '#server/testing/shared-app.ts';
import { startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { randomAddress } from '#server/testing/visitor.ts';
import { replies } from '#server/texting/rules/replies.ts';

import { question } from './testing/providers.ts';

async function search(
  app: TestApp,
  query: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${app.url}/api/demo/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Brief, so that an open circuit would show immediately. */
const texted = (words: string) => question(20_000, 'once', words);

test('the demo answers as a text would', async ({ app }) => {
  const { status, body } = await search(app, 'what is 15% of 86.40');
  expect([status, body]).toEqual([200, { response: expect.stringContaining('12.96') }]);
});

test('a visitor in danger gets the words of a text in their language, before every limit and without the model', async () => {
  await using app = await startGatedApp({ settings: { DEMO_PER_IP_PER_DAY: '1', DEMO_PER_DAY: '1' } });
  await app.gate.shut();
  for (const [query, language] of [
    ['i want to kill myself', 'en'],
    ['I want to kill myself!', 'en'],
    ['me quiero morir', 'es'],
    ['hay humo en la casa', 'es'],
  ] as const) {
    expect(await search(app, query)).toEqual({
      status: 200,
      body: { response: replies.crisis[language], isFree: true },
    });
  }
  await app.gate.open();
  expect((await search(app, 'suicide squad showtimes')).body['response']).not.toBe(replies.crisis.en);
});

test.for(['', '   ', 'x'.repeat(501), 7, null])('the demo refuses %j', async (query, { app }) => {
  expect((await search(app, query)).status).toBe(400);
});

test('an address gets exactly its daily searches under concurrency, and one at a time', async () => {
  await using app = await startTestApp({ settings: { DEMO_PER_IP_PER_DAY: '4' } });
  // The model holds the first until the others have come.
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { latencyMs: 600_000 } });
  const refused: number[] = [];
  const together = Array.from({ length: 10 }, async () => {
    const { status } = await search(app, 'capital of ohio');
    if (status !== 200) refused.push(status);
    return status;
  });
  await until('all others to be refused', () => refused.length === 9);
  await app.sandbox('DELETE', '/sandbox/faults');
  expect((await Promise.all(together)).filter((status) => status === 200)).toHaveLength(1);
  const oneByOne: number[] = [];
  for (let count = 0; count < 5; count += 1) oneByOne.push((await search(app, 'capital of ohio')).status);
  expect(oneByOne).toEqual([200, 200, 200, 429, 429]);
  expect((await search(app, 'capital of ohio')).body['message']).toBe(demoCopy.limitAfterLast);
});

test('the shared budget of all visitors closes the demo, with its message', async () => {
  await using app = await startTestApp({ settings: { DEMO_PER_DAY: '1' } });
  expect((await search(app, 'capital of ohio')).status).toBe(200);
  expect(await search(app, 'capital of ohio')).toEqual({
    status: 503,
    body: { code: 'temporarily_unavailable', message: demoCopy.unavailable },
  });
});

test("the demo's money is reserved before each call: what concurrent searches may cost closes it, and only it", async () => {
  const settings = { TRUST_PROXY: '127.0.0.1', DEMO_DOLLARS_PER_DAY: '0.05', COST_PER_MODEL_CALL: '0.005' };
  await using app = await startTestApp({ settings });
  const anyone = () => search(app, 'capital of ohio', { 'x-forwarded-for': randomAddress() });
  // The model holds all that are asked until the others have come. Each may cost 0.015 dollars.
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { latencyMs: 600_000 } });
  const refused: unknown[] = [];
  const together = Array.from({ length: 8 }, async () => {
    const answer = await anyone();
    if (answer.status !== 200) refused.push(answer);
    return answer.status;
  });
  await until('all others to be refused', () => refused.length === 5);
  // What costs nothing is still answered, and so is a text.
  expect((await search(app, 'what is 15% of 86.40', { 'x-forwarded-for': randomAddress() })).status).toBe(200);
  const text = app.product.deps.answerQuery(texted('capital of ohio'), new AbortController().signal);
  await app.sandbox('DELETE', '/sandbox/faults');
  expect((await Promise.all(together)).filter((status) => status === 200)).toHaveLength(3);
  expect(refused).toEqual(
    Array.from({ length: 5 }, () => ({
      status: 503,
      body: { code: 'temporarily_unavailable', message: demoCopy.unavailable },
    })),
  );
  // The calls cost 0.0025 each, and the rest was given back.
  expect((await anyone()).status).toBe(200);
  expect((await text).body.reveal()).toContain('Columbus');
});

test('the alert that the money of the demo is gone waits until no provider is left for it', async () => {
  // Of the first provider's budget the demo has 0.0175 dollars, of which a call reserves 0.0156.
  const first = { PERPLEXITY_DOLLARS_PER_DAY: '0.07' };
  const second = { OPENAI_API_KEY: 'sandbox_openai_key', OPENAI_DOLLARS_PER_CALL: '0.03' };
  const settings = { TRUST_PROXY: '127.0.0.1', DEMO_DOLLARS_PER_DAY: '0.05', ...first, ...second };
  await using app = await startTestApp({ settings });
  const outcomes: [status: number, signals: number][] = [];
  for (let count = 0; count < 4; count += 1) {
    const { status } = await search(app, 'capital of ohio', { 'x-forwarded-for': randomAddress() });
    const scraped = await app.product.deps.metrics.registry.metrics();
    outcomes.push([status, Number(/^askline_signal_demo_budget_spent_total (\d+)$/m.exec(scraped)?.[1])]);
  }
  // The first provider answers, then the second one, and then none.
  expect(outcomes).toEqual([
    [200, 0],
    [200, 0],
    [503, 1],
    [503, 1],
  ]);
});

test('a call that failed gives its money back', async () => {
  const settings = { TRUST_PROXY: '127.0.0.1', DEMO_DOLLARS_PER_DAY: '0.05' };
  await using app = await startTestApp({ settings });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 500 } });
  const anyone = () => search(app, 'capital of ohio', { 'x-forwarded-for': randomAddress() });
  for (let count = 0; count < 3; count += 1) expect((await anyone()).status).toBe(502);
  await app.sandbox('DELETE', '/sandbox/faults');
  expect((await anyone()).status).toBe(200);
});

test('a failing model, or an unavailable database, uses up no free answer', async () => {
  await using app = await startGatedApp({ settings: { ANSWER_ATTEMPT_MS: '300' } });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 500 } });
  expect(await search(app, 'capital of ohio')).toMatchObject({ status: 502, body: { message: demoCopy.unavailable } });
  await app.sandbox('DELETE', '/sandbox/faults');
  await app.gate.shut();
  expect(await search(app, 'capital of ohio')).toMatchObject({ status: 503, body: { message: demoCopy.unavailable } });
  await app.gate.open();
});

test('another website cannot use the demo through its visitors', async ({ app }) => {
  const foreign = await search(app, 'capital of ohio', {
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
  });
  expect(foreign.status).toBe(403);
});

test('a demo that fails repeatedly does not keep a subscriber from an answer', async () => {
  const settings = { TRUST_PROXY: '127.0.0.1', ANSWER_ATTEMPT_MS: '300' };
  await using app = await startTestApp({ settings });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 500 } });
  const searches = Array.from({ length: 12 }, () =>
    search(app, 'capital of ohio', { 'x-forwarded-for': randomAddress() }),
  );
  expect((await Promise.all(searches)).map(({ status }) => status)).not.toContain(200);
  await app.sandbox('DELETE', '/sandbox/faults');
  const answer = await app.product.deps.answerQuery(texted('capital of ohio'), new AbortController().signal);
  expect(answer.body.reveal()).toContain('Columbus');
});
