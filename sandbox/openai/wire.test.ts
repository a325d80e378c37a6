import OpenAI from 'openai';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { expect, test } from 'vitest';

import type { Sandbox } from '../sandbox.ts';
import { control, startTestSandbox } from '../testing/start.ts';

/** The product's request: search required, nothing stored. */
const settings = {
  model: 'gpt-5.4-mini',
  instructions: 'Plain text, 4 short sentences.',
  max_output_tokens: 280,
  reasoning: { effort: 'none' },
  temperature: 0.2,
  top_p: 0.7,
  store: false,
  tools: [{ type: 'web_search', search_context_size: 'medium', user_location: { type: 'approximate', country: 'US' } }],
  tool_choice: 'required',
} as const satisfies Omit<ResponseCreateParamsNonStreaming, 'input' | 'tools'> & { tools: readonly unknown[] };

function clientOf({ url }: Sandbox, apiKey = 'sandbox_openai_key') {
  return new OpenAI({ apiKey, baseURL: `${url}/openai/v1`, maxRetries: 0, timeout: 5_000, logLevel: 'off' });
}

function ask(sandbox: Sandbox, input: string, apiKey?: string) {
  return clientOf(sandbox, apiKey).responses.create({ ...settings, tools: [...settings.tools], input });
}

async function post(sandbox: Sandbox, body: unknown) {
  const response = await fetch(`${sandbox.url}/openai/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox_openai_key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('the official client gets a completed run with a search and a message with its citation', async () => {
  await using sandbox = await startTestSandbox({ env: { SANDBOX_OPENAI_MODE: 'echo' } });
  const response = await ask(sandbox, 'Today is Friday.\nQuestion: who won the cubs game');
  expect(response).toMatchObject({
    status: 'completed',
    store: false,
    output_text: 'You asked: who won the cubs game ([sandbox.example](https://sandbox.example/))',
  });
  expect(response.output.map(({ type }) => type)).toEqual(['web_search_call', 'message']);
  expect(response.usage?.total_tokens).toBeGreaterThan(8000);
});

test.each([
  [{ input: 'x', model: 'gpt-5.4-mini', max_tokens: 280 }, 'max_tokens'],
  [{ input: 'x', model: 'gpt-5.4-mini', messages: [] }, 'messages'],
  [{ input: 'x', model: 'gpt-5.4-mini', tools: [{ type: 'web_search', depth: 1 }] }, 'tools'],
  [{ input: 'x', model: 'gpt-5.4-mini', temperature: 0.2 }, 'temperature'],
  [{ input: 'x', model: 'gpt-0' }, 'model'],
  [{ input: 'x' }, 'model'],
  [{ model: 'gpt-5.4-mini' }, 'input'],
  [{ input: 'x', model: 'gpt-5.4-mini', max_output_tokens: 3 }, 'max_output_tokens'],
  [{ input: 'x', model: 'gpt-5.4-mini', tool_choice: 'required' }, 'tool_choice'],
])('a request with a wrong, unsupported or unknown field is 400: %o', async (body, param) => {
  await using sandbox = await startTestSandbox();
  const refused = await post(sandbox, body);
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_request_error', param: expect.stringContaining(param) } },
  });
});

test('the official client distinguishes a wrong key, a rate limit and spent credit', async () => {
  await using sandbox = await startTestSandbox();
  await expect(ask(sandbox, 'x', 'wrong')).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  await control(sandbox, 'PUT', '/faults', { openai: { status: 429, retryAfterS: 2 } });
  await expect(ask(sandbox, 'x')).rejects.toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  await control(sandbox, 'PUT', '/faults', { openai: { quotaSpent: true } });
  await expect(ask(sandbox, 'x')).rejects.toMatchObject({ status: 429, code: 'insufficient_quota' });
});

test('failed, filtered, declined and cut runs come with HTTP 200', async () => {
  await using sandbox = await startTestSandbox({ env: { SANDBOX_OPENAI_MODE: 'echo' } });
  const run = async (faults: object, input = 'x') => {
    await control(sandbox, 'PUT', '/faults', { openai: faults });
    return ask(sandbox, input);
  };
  expect(await run({ failedRun: true })).toMatchObject({
    status: 'failed',
    output: [],
    error: { code: 'server_error' },
  });
  const filtered = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  expect(await run({ filtered: true })).toMatchObject(filtered);
  expect(await run({ refusal: true })).toMatchObject({ output: [{}, { content: [{ type: 'refusal' }] }] });
  expect(await run({}, 'word '.repeat(500))).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    usage: { output_tokens: 280 },
  });
});

test('requests to the second model can be listed, with the place that they are asked from', async () => {
  await using sandbox = await startTestSandbox();
  await ask(sandbox, 'capital of peru');
  expect(await control(sandbox, 'GET', '/openai/runs')).toMatchObject([
    { input: 'capital of peru', instructions: settings.instructions, place: { country: 'US' } },
  ]);
  expect(await control(sandbox, 'GET', '/perplexity/runs')).toEqual([]);
});
