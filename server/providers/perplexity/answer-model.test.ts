import { expect } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { startFixedAnswer } from '#server/testing/fixed-answer.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type Sandbox, test } from '#server/testing/shared-sandbox.ts';

import { perplexityModel } from './answer-model.ts';

async function ask(baseUrl: string, model = 'perplexity/sonar') {
  const first = perplexityModel({ apiKey: 'sandbox_perplexity_key', baseUrl, model, attemptMs: 20_000 });
  const place = { city: null, region: null, timeZone: null };
  try {
    const input = new Secret('a secret word');
    return await first.ask({ instructions: 'Answer.', earlier: [], input, place }, AbortSignal.timeout(20_000));
  } finally {
    first.close();
  }
}

/** The error of a call under these faults, or with these settings. */
async function errorOf(sandbox: Sandbox, faults: object, model?: string): Promise<unknown> {
  sandbox.context.faults.set({ perplexity: faults });
  try {
    return await ask(sandbox.url, model).then(
      () => 'no error',
      (error: unknown) => error,
    );
  } finally {
    sandbox.context.faults.clear();
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

test.for([
  ['a parameter of ours', 400, { error: { message: '', type: 'invalid_request', code: 400, param: 'tools' } }, 'auth'],
  ['the words', 400, { error: { message: '', type: 'invalid_request', code: 400, param: 'input' } }, 'rejected'],
  ['nothing that is named', 400, { error: { message: '', type: 'invalid_request', code: 400 } }, 'rejected'],
  ['a field of ours', 422, { detail: [{ loc: ['body', 'model'], msg: '', type: 'missing' }] }, 'auth'],
  ['a field that is the words', 422, { detail: [{ loc: ['body', 'input'], msg: '', type: 'string' }] }, 'rejected'],
  ['fields of another shape', 422, { detail: [null, 'model'] }, 'rejected'],
] as const)('a refusal of %s with status %i is judged by what it names', async ([, status, body, kind]) => {
  await using server = await startFixedAnswer({ status, body: JSON.stringify(body) });
  await expect(ask(server.url)).rejects.toMatchObject({ kind, code: String(status) });
});

test('where no connection was made, the error says that nothing was sent', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  await expect(ask(nowhere)).rejects.toMatchObject({ kind: 'unavailable', code: 'not_sent' });
});

const good = { type: 'message', content: [{ type: 'output_text', text: '4,808 meters.' }] };

test.for([
  ['a null item', [null, good]],
  ['a null part', [{ type: 'message', content: [null, ...good.content] }]],
  ['a part of an unknown kind', [{ type: 'message', content: [{ type: 'thought', text: 5 }, ...good.content] }]],
  ['a null list', [{ type: 'search_results', results: null }, { type: 'message', content: null }, good]],
  ['a null result', [{ type: 'search_results', results: [null, { title: null, snippet: 'High.' }] }, good]],
] as const)('%s in an answer costs no answer, and a price of null is none', async ([, output]) => {
  const usage = { input_tokens: null, output_tokens: null, cost: { total_cost: null } };
  await using server = await startFixedAnswer({ body: JSON.stringify({ status: 'completed', output, usage }) });
  const { text, cost } = await ask(server.url);
  expect(text.reveal()).toBe('4,808 meters.');
  expect(cost).toEqual({ inputTokens: 0, outputTokens: 0, microdollars: null });
});

test.for([{}, 'text', [{ type: 'message', content: {} }]])(
  'an answer of the shape %o is a failure of the provider',
  async (output) => {
    await using server = await startFixedAnswer({ body: JSON.stringify({ status: 'completed', output }) });
    await expect(ask(server.url)).rejects.toMatchObject({ kind: 'unavailable', code: 'unreadable' });
  },
);
