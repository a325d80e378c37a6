import { expect } from 'vitest';

import { question as questionOf } from '#server/answers/testing/providers.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { withFaults } from '#server/testing/payer.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { replies } from '../rules/replies.ts';

/** The first provider knows capitals; the second one repeats the question. */
const sandbox = { SANDBOX_OPENAI_MODE: 'echo' };
const both = { OPENAI_API_KEY: 'sandbox_openai_key' };
const question = 'capital of ohio';
const answers = { first: expect.stringContaining('Columbus'), second: `You asked: ${question}` };

const test = testsOfOne(() => startTestApp({ settings: both, sandbox }));

type Run = { readonly input: string };

/** Texts the question from a new phone. @returns its replies, once the text is done */
async function asked(app: TestApp): Promise<string[]> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, question);
  return app.finalReplies(phone, 1);
}

async function runsOf(app: TestApp, provider: 'perplexity' | 'openai'): Promise<number> {
  return (await app.sandbox<Run[]>('GET', `/sandbox/${provider}/runs`)).length;
}

async function counted(app: TestApp, name: string): Promise<number> {
  await app.product.deps.bufferedCounters.flush();
  const { rows } = await app.product.deps.pool.query<{ total: number }>(
    'select coalesce(sum(value), 0)::float8 as total from counter_values where name = $1',
    [name],
  );
  return rows[0]?.total ?? -1;
}

/** Asks the model of a process as its texts do. @returns who answered */
async function answererOf({ deps }: TestApp['product']): Promise<string> {
  const asking = questionOf(20_000, 'once', question);
  return (await deps.answerQuery(asking, new AbortController().signal)).provider;
}

test('while the first provider answers, the second one is not asked', async ({ app }) => {
  const before = await runsOf(app, 'openai');
  expect(await asked(app)).toEqual([answers.first]);
  expect(await runsOf(app, 'openai')).toBe(before);
});

test.for([
  ['is unavailable', { status: 503 }],
  ['refuses our key', { status: 401 }],
  ['refuses for quota', { status: 429 }],
  ['breaks off', { dropAfterAccept: true }],
  ['fails its runs', { failedRun: true }],
])('when the first provider %s, the second one answers, with one text', async ([, faults], { app }) => {
  const before = await counted(app, 'providers.answers.openai');
  await withFaults(app, { perplexity: faults }, async () => {
    expect(await asked(app)).toEqual([answers.second]);
  });
  expect((await counted(app, 'providers.answers.openai')) - before).toBe(1);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test('a slow first provider is overtaken by the second one, and its call is aborted', async () => {
  await using app = await startTestApp({ settings: { ...both, ANSWER_ATTEMPT_MS: '8000' }, sandbox });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { latencyMs: 600_000 } });
  expect(await asked(app)).toEqual([answers.second]);
  await until('the call of the first to be closed', async () => {
    return (await app.sandbox<{ underWay: number }>('GET', '/sandbox/perplexity/calls')).underWay === 0;
  });
  expect(await counted(app, 'providers.overtaken.perplexity')).toBe(1);
  expect(await counted(app, 'questions.answered')).toBe(1);
  expect(await runsOf(app, 'openai')).toBe(1);
});

test('with both providers unavailable there is one apology', async () => {
  const settings = { ...both, ANSWER_DEADLINE_MS: '3000', ANSWER_ATTEMPT_MS: '500' };
  await using app = await startTestApp({ settings, sandbox });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 503 }, openai: { status: 503 } });
  expect(await asked(app)).toEqual([replies.failed.en]);
  expect(await counted(app, 'providers.failed.openai')).toBeGreaterThan(0);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test('words that the first provider rejects are not given to the second one', async () => {
  await using app = await startTestApp({ settings: both, sandbox });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 400 } });
  expect(await asked(app)).toEqual([replies.failed.en]);
  expect(await runsOf(app, 'openai')).toBe(0);
  expect(await counted(app, 'providers.failed.perplexity')).toBe(2);
});

test('a provider whose budget of the day is used up is not asked, in no process', async () => {
  const settings = { ...both, PERPLEXITY_DOLLARS_PER_DAY: '0.001' };
  await using app = await startTestApp({ settings, sandbox });
  expect(await asked(app)).toEqual([answers.first]);
  expect(await asked(app)).toEqual([answers.second]);
  await app.product.deps.bufferedCounters.flush();
  await using other = await app.another();
  await until('the other process to know of it', async () => (await answererOf(other.product)) === 'openai');
  // No more than one answer of the other process may have been the first provider's before it knew.
  expect(await runsOf(app, 'perplexity')).toBeLessThanOrEqual(2);
});

test('when the budgets of both are used up there is one apology, without a call', async () => {
  // A demo that can pay for no search would be refused at the start.
  const free = { COST_PER_MODEL_CALL: '0' };
  const spent = { PERPLEXITY_DOLLARS_PER_DAY: '0.000001', OPENAI_DOLLARS_PER_DAY: '0.000001', ...free };
  await using app = await startTestApp({ settings: { ...both, ...spent }, sandbox });
  expect([await asked(app), await asked(app)]).toEqual([[answers.first], [answers.second]]);
  expect(await asked(app)).toEqual([replies.failed.en]);
  expect([await runsOf(app, 'perplexity'), await runsOf(app, 'openai')]).toEqual([1, 1]);
});
