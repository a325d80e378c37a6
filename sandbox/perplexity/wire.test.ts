import Perplexity from '@perplexity-ai/perplexity_ai';
import { expect, test } from 'vitest';

import type { Sandbox } from '../sandbox.ts';
import { haveContracts, readContract } from '../testing/contracts.ts';
import { control, startTestSandbox } from '../testing/start.ts';

/** The product's request: search required, nothing stored. */
const settings = {
  model: 'perplexity/sonar',
  instructions: 'Plain text, 4 short sentences.',
  max_output_tokens: 280,
  temperature: 0.2,
  top_p: 0.7,
  store: false,
  tools: [{ type: 'web_search' as const, search_context_size: 'medium' as const, user_location: { country: 'US' } }],
};
const forced = { tool_choice: { type: 'web_search' } };

function clientOf({ url }: Sandbox, apiKey = 'sandbox_perplexity_key') {
  return new Perplexity({ apiKey, baseURL: url, maxRetries: 0, timeout: 5_000, logLevel: 'off' });
}

async function post(sandbox: Sandbox, body: unknown) {
  const response = await fetch(`${sandbox.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox_perplexity_key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('the official client gets a completed run with a search, a message, usage and cost', async () => {
  await using sandbox = await startTestSandbox({ env: { SANDBOX_PERPLEXITY_MODE: 'echo' } });
  const request = { ...settings, ...forced, input: 'Today is Friday.\nQuestion: who won the cubs game' };
  const response = await clientOf(sandbox).responses.create(request);
  expect(response).toMatchObject({
    status: 'completed',
    store: false,
    output_text: 'You asked: who won the cubs game',
  });
  expect(response.output.map(({ type }) => type)).toEqual(['search_results', 'message']);
  expect(response.usage?.cost?.tool_calls_cost).toBe(0.0025);
  expect(response.usage?.total_tokens).toBeGreaterThan(10);
});

test.runIf(haveContracts)('requests and answers fit the contract derived from the official client', async () => {
  const contract = readContract('perplexity_ai-0.38.5.schema.json');
  await using sandbox = await startTestSandbox({ env: { SANDBOX_PERPLEXITY_MODE: 'rough' } });
  for (let i = 0; i < 50; i += 1) {
    const turn = (role: 'user' | 'assistant', content: string) => ({ type: 'message' as const, role, content });
    const turns = [turn('user', 'capital of peru'), turn('assistant', 'It is Lima.'), turn('user', `and ${i}?`)];
    const input = i % 2 === 0 ? `question ${i}` : turns;
    const request = { ...settings, input, max_output_tokens: 5_000 };
    expect(() => contract('/roots/Req_ResponseCreate')(request)).not.toThrow();
    const response = await clientOf(sandbox).responses.create(request);
    expect(() => contract('/roots/Res_ResponseCreate')(response)).not.toThrow();
  }
});

test('search is not automatic: a tool that is offered but not required is not used', async () => {
  await using sandbox = await startTestSandbox();
  const offered = await post(sandbox, { ...settings, input: 'hi' });
  expect(offered.body['output']).toMatchObject([{ type: 'message' }]);
  const required = await post(sandbox, { ...settings, tool_choice: 'required', input: 'hi' });
  expect(required.body['output']).toMatchObject([{ type: 'search_results', queries: ['hi'] }, { type: 'message' }]);
});

test.each([
  [{ input: 'x', model: 'perplexity/sonar', max_tokens: 280 }, 'max_tokens'],
  [{ input: 'x', model: 'perplexity/sonar', messages: [] }, 'messages'],
  [{ input: 'x', model: 'perplexity/sonar', web_search_options: {} }, 'web_search_options'],
  [{ input: 'x', model: 'perplexity/sonar', tools: [{ type: 'web_search', depth: 1 }] }, 'tools'],
  [{ input: 'x' }, 'model'],
  [{ model: 'perplexity/sonar' }, 'input'],
  [{ input: 'x', model: 'perplexity/sonar', max_output_tokens: 0 }, 'max_output_tokens'],
  [{ input: 'x', model: 'perplexity/sonar', tool_choice: { type: 'web_search' } }, 'tool_choice'],
])('a request with a wrong, old or unknown field is 400: %o', async (body, param) => {
  await using sandbox = await startTestSandbox();
  const refused = await post(sandbox, body);
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_request', code: 400, param: expect.stringContaining(param) } },
  });
});

test('an unknown model is 400 by its own name, and no field is named', async () => {
  await using sandbox = await startTestSandbox();
  const { status, body } = await post(sandbox, { input: 'x', model: 'sonar' });
  expect(status).toBe(400);
  expect(body['error']).toEqual({ message: expect.any(String), type: 'invalid_model', code: 400 });
});

test('a wrong key is 401 in JSON, or in HTML when the edge refuses', async () => {
  await using sandbox = await startTestSandbox();
  const request = { ...settings, input: 'x' };
  await expect(clientOf(sandbox, 'wrong').responses.create(request)).rejects.toMatchObject({
    status: 401,
    error: { error: { type: 'authentication_error' } },
  });
  await control(sandbox, 'PUT', '/faults', { perplexity: { htmlEdge: true } });
  await expect(clientOf(sandbox).responses.create(request)).rejects.toThrow('401 Authorization Required');
});

test('an answer longer than max_output_tokens is cut off and marked incomplete', async () => {
  await using sandbox = await startTestSandbox({ env: { SANDBOX_PERPLEXITY_MODE: 'echo' } });
  const { status, body } = await post(sandbox, { ...settings, input: 'word '.repeat(500) });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    usage: { output_tokens: 280 },
    output: [{ content: [{ text: expect.stringMatching(/^You asked: .{900,1500}$/) }] }],
  });
});

test('failed, empty and searchless runs come with HTTP 200', async () => {
  await using sandbox = await startTestSandbox();
  const run = async (faults: object) => {
    await control(sandbox, 'PUT', '/faults', { perplexity: faults });
    return post(sandbox, { ...settings, ...forced, input: 'x' });
  };
  expect(await run({ failedRun: true })).toMatchObject({
    status: 200,
    body: { status: 'failed', output: [], error: {} },
  });
  expect(await run({ emptyAnswer: true })).toMatchObject({
    status: 200,
    body: { status: 'completed', output: [{}, { content: [{ text: '' }] }] },
  });
  expect(await run({ searchSkipped: true })).toMatchObject({ status: 200, body: { output: [{ type: 'message' }] } });
});

test('a rate limit has the shape that the official client expects, with its Retry-After', async () => {
  await using sandbox = await startTestSandbox();
  await control(sandbox, 'PUT', '/faults', { perplexity: { status: 429, retryAfterS: 2 } });
  const refused = clientOf(sandbox).responses.create({ ...settings, input: 'x' });
  await expect(refused).rejects.toMatchObject({
    status: 429,
    error: { error: { type: 'request_rate_limit_exceeded', code: 429 } },
  });
});

test('requests to the model can be listed, and only accepted ones are', async () => {
  await using sandbox = await startTestSandbox();
  await post(sandbox, { ...settings, input: 'capital of peru' });
  await post(sandbox, { input: 'refused' });
  expect(await control(sandbox, 'GET', '/perplexity/runs')).toMatchObject([
    { input: 'capital of peru', instructions: settings.instructions },
  ]);
  await control(sandbox, 'DELETE', '/perplexity/runs');
  expect(await control(sandbox, 'GET', '/perplexity/runs')).toEqual([]);
});

test('rough answers are many, the same for the same question, and some are very long or not English', async () => {
  const { roughAnswer } = await import('../model/rough-answers.ts');
  const answers = Array.from({ length: 1_000 }, (_, i) => roughAnswer(`question ${i}`));
  expect(new Set(answers).size).toBeGreaterThan(800);
  expect(roughAnswer('question 7')).toBe(answers[7]);
  expect(answers.some((text) => text.length > 1_000)).toBe(true);
  const marks = ['[1]', '**', '###', '- ', '| --- |', 'https://', '°', '’', '½', '→', '今天', '```'];
  expect(marks.filter((mark) => !answers.some((text) => text.includes(mark)))).toEqual([]);
});
