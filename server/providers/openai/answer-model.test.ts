import { afterEach, expect, vi } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { startFixedAnswer } from '#server/testing/fixed-answer.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type Sandbox, test } from '#server/testing/shared-sandbox.ts';

import { openAiModel } from './answer-model.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

type Asked = { readonly input?: string; readonly model?: string; readonly signal?: AbortSignal };

/** Asks the sandbox's second model, which repeats the question. */
async function ask(sandbox: Sandbox, asked: Asked = {}) {
  const { input = 'who won', model = 'gpt-5.4-mini', signal = AbortSignal.timeout(20_000) } = asked;
  const body = JSON.stringify({ mode: 'echo' });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${sandbox.url}/sandbox/openai/settings`, { method: 'PUT', headers, body });
  const baseUrl = `${sandbox.url}/openai/v1`;
  const second = openAiModel({ apiKey: 'sandbox_openai_key', baseUrl, model, attemptMs: 20_000 });
  const place = { city: 'Chicago', region: 'IL', timeZone: 'America/Chicago' };
  try {
    return await second.ask({ instructions: 'Answer.', earlier: [], input: new Secret(input), place }, signal);
  } finally {
    second.close();
  }
}

test('the second model searches from the place, stores nothing, and reports no price', async ({ sandbox }) => {
  const { text, isCutOff, cost } = await ask(sandbox);
  expect(text.reveal()).toBe('You asked: who won ([sandbox.example](https://sandbox.example/))');
  expect([isCutOff, cost.microdollars]).toEqual([false, null]);
  const runs = (await (await fetch(`${sandbox.url}/sandbox/openai/runs`)).json()) as unknown[];
  const place = { type: 'approximate', country: 'US', city: 'Chicago', region: 'IL', timezone: 'America/Chicago' };
  expect(runs.at(-1)).toMatchObject({ instructions: 'Answer.', place });
});

test.for([
  ['a rate limit', { status: 429, retryAfterS: 2 }, { kind: 'rate_limited', code: '429', retryAfterMs: 2000 }],
  ['spent credit', { quotaSpent: true }, { kind: 'auth', code: 'insufficient_quota' }],
  ['a refused key', { status: 401 }, { kind: 'auth', code: '401' }],
  ['a failing server', { status: 503 }, { kind: 'unavailable', code: '503' }],
  ['a lost connection', { dropAfterAccept: true }, { kind: 'unavailable', code: 'connection' }],
  ['half an answer', { cutResponse: true }, { kind: 'unavailable', code: 'connection' }],
  ['a failed run', { failedRun: true }, { kind: 'unavailable', code: 'server_error' }],
  ['filtered words', { filtered: true }, { kind: 'rejected', code: 'content_filter' }],
] as const)('%s is told by kind and code, once and without the words', async ([, faults, expected], { sandbox }) => {
  sandbox.context.faults.set({ openai: faults as object });
  const error: unknown = await ask(sandbox, { input: 'a secret word' }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ProviderError', ...expected });
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('secret word');
});

test('an unknown model is a fault of the settings, and not of the words', async ({ sandbox }) => {
  await expect(ask(sandbox, { model: 'gpt-0' })).rejects.toMatchObject({ kind: 'auth', code: '400' });
});

test('a model that declines says so, and a long answer is marked as cut off', async ({ sandbox }) => {
  sandbox.context.faults.set({ openai: { refusal: 1 } });
  expect((await ask(sandbox)).text.reveal()).toBe('I can’t help with that.');
  sandbox.context.faults.clear();
  expect((await ask(sandbox, { input: 'word '.repeat(500) })).isCutOff).toBe(true);
});

test('a call ends with its signal', async ({ sandbox }) => {
  sandbox.context.faults.set({ openai: { hang: 1 } });
  const ending = new AbortController();
  const asked = ask(sandbox, { signal: ending.signal });
  ending.abort(new Error('draining'));
  await expect(asked).rejects.toMatchObject({ kind: 'unavailable', code: 'aborted' });
});

/** Asks the server at this address. */
async function askAt(url: string) {
  const baseUrl = `${url}/v1`;
  const second = openAiModel({ apiKey: 'sandbox_openai_key', baseUrl, model: 'gpt-5.4-mini', attemptMs: 20_000 });
  const place = { city: null, region: null, timeZone: null };
  const prompt = { instructions: 'Answer.', earlier: [], input: new Secret('capital of ohio'), place };
  try {
    return await second.ask(prompt, AbortSignal.timeout(20_000));
  } finally {
    second.close();
  }
}

test('where no connection was made, the error says that nothing was sent', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  await expect(askAt(nowhere)).rejects.toMatchObject({ kind: 'unavailable', code: 'not_sent' });
});

/** Asks a server that gives this answer to everything. */
async function askOther(status: number, body: unknown) {
  await using server = await startFixedAnswer({ status, body: JSON.stringify(body) });
  const answer = await askAt(server.url);
  return { ...answer, headers: server.headers() };
}

test.for(['model_not_found', 'model_decommissioned'])(
  'a model that another server calls %s is a fault of the settings',
  async (code) => {
    const error = { message: '', type: 'invalid_request_error', param: null, code };
    await expect(askOther(400, { error })).rejects.toMatchObject({ kind: 'auth', code: '400' });
  },
);

const good = { type: 'output_text', text: 'Columbus.' };
const message = (...content: unknown[]) => [{ type: 'message', content }];

test.for([
  ['without annotations', message(good), 'Columbus.'],
  ['with null for its annotations', message({ ...good, annotations: null }), 'Columbus.'],
  ['with a null annotation', message({ ...good, annotations: [null] }), 'Columbus.'],
  ['with a part of an unknown kind', message({ type: 'reasoning_text' }, good), 'Columbus.'],
  ['with a part without its text', message({ type: 'output_text' }, null, good), 'Columbus.'],
  ['with a null item', [null, { type: 'message', content: null }, ...message(good)], 'Columbus.'],
  ['without output', undefined, ''],
  ['with null for its output', null, ''],
] as const)('a run of another server %s is read as far as it goes', async ([, output, expected]) => {
  const { text } = await askOther(200, { id: 'resp_1', status: 'completed', output });
  expect(text.reveal()).toBe(expected);
});

test.for([{}, [{ type: 'message', content: {} }], message({ ...good, annotations: {} })])(
  'a run of another server of the shape %o is a failure of the provider',
  async (output) => {
    const asked = askOther(200, { id: 'resp_1', status: 'completed', output });
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable', code: 'unreadable' });
  },
);

test('a request takes nothing from the environment, where another program may have left its own account', async () => {
  vi.stubEnv('OPENAI_ORG_ID', 'org-other');
  vi.stubEnv('OPENAI_PROJECT_ID', 'proj_other');
  vi.stubEnv('OPENAI_API_KEY', 'sk-other');
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1');
  const { headers } = await askOther(200, { id: 'resp_1', status: 'completed', output: [] });
  expect(headers.authorization).toBe('Bearer sandbox_openai_key');
  expect(headers).not.toHaveProperty('openai-organization');
  expect(headers).not.toHaveProperty('openai-project');
});
