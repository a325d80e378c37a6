import { expect } from 'vitest';

import { brokenInvariants } from '#server/testing/invariants.ts';
import { withFaults } from '#server/testing/payer.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { moreHint, replies } from '../rules/replies.ts';

const test = testsOfOne(() => startTestApp());

type Run = { readonly input: string; readonly turns: number };

/** How many turns each request about these words had. */
async function turnsAbout(app: TestApp, words: string): Promise<number[]> {
  const runs = await app.sandbox<Run[]>('GET', '/sandbox/perplexity/runs');
  return runs.filter(({ input }) => input.startsWith(words)).map(({ turns }) => turns);
}

async function answered(app: TestApp, words = 'capital of france'): Promise<string> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, words);
  await app.finalReplies(phone, 1);
  return phone;
}

/** Texts MORE so many times, one after the other. @returns the replies to it */
async function more(app: TestApp, phone: string, times: number): Promise<string[]> {
  const before = (await app.replies(phone)).length;
  for (let nth = 1; nth <= times; nth += 1) {
    await app.text(phone, nth % 2 === 1 ? 'MORE' : 'more please');
    await app.finalReplies(phone, before + nth);
  }
  return (await app.replies(phone)).slice(before);
}

test('MORE brings more about the last answer, twice, and is not counted as a question', async () => {
  await using app = await startTestApp();
  const phone = await answered(app);
  const told = await more(app, phone, 3);
  expect(told.slice(0, 2)).toEqual([
    expect.stringContaining('next useful facts'),
    expect.stringContaining('next useful'),
  ]);
  expect(told[2]).toBe(replies.nothing_more.en);
  // The question comes again, after its answer and what was told before.
  expect(await turnsAbout(app, 'capital of france')).toEqual([1, 3, 5]);
  const { pool } = app.product.deps;
  const { rows } = await pool.query('select kind, accepted, counted, outcome from inbound_texts order by received_at');
  expect(rows.map(({ kind, accepted, counted, outcome }) => [kind, accepted, counted, outcome])).toEqual([
    ['question', true, true, 'answered'],
    ['more', false, false, 'replied'],
    ['more', false, false, 'replied'],
    ['more', false, false, 'replied'],
  ]);
  expect(await brokenInvariants(pool)).toEqual([]);
  // A new question has its own.
  await app.text(phone, 'capital of peru');
  await app.finalReplies(phone, 5);
  expect(await more(app, phone, 1)).toEqual([expect.stringContaining('next useful facts')]);
});

test('a follow-up after MORE refers to the same question', async ({ app }) => {
  const phone = await answered(app);
  await more(app, phone, 1);
  await app.text(phone, 'and germany?');
  expect((await app.finalReplies(phone, 3)).at(-1)).toMatch(/of Germany is Berlin/);
});

test('an answer that was cut offers more, and what is told then offers it once more', async () => {
  await using app = await startTestApp({ sandbox: { SANDBOX_PERPLEXITY_MODE: 'rough' } });
  const phone = app.phone();
  await app.subscriber(phone);
  // Some of the model's answers are cut, and leave room for the hint in their last segment.
  let offers = 0;
  for (let nth = 0; nth < 14 && offers === 0; nth += 1) {
    await app.text(phone, `question number ${nth} about the weather`);
    const answers = await app.finalReplies(phone, nth + 1);
    if (answers.at(-1)?.endsWith(moreHint.en) === true) offers += 1;
  }
  expect(offers).toBe(1);
});

async function change(app: TestApp, phone: string, set: string): Promise<void> {
  await app.product.deps.pool.query(`update inbound_texts set ${set} where sender = $1`, [phone]);
}

test.for([
  ['there was no question', () => Promise.resolve()],
  ['FORGET came', (app: TestApp, phone: string): Promise<unknown> => app.text(phone, 'forget')],
  [
    'ten minutes have passed',
    (app: TestApp, phone: string): Promise<unknown> => change(app, phone, `closed_at = now() - interval '11 minutes'`),
  ],
  [
    'the account has no memory',
    (app: TestApp, phone: string): Promise<unknown> => change(app, phone, 'memory_seconds = 0'),
  ],
] as const)('MORE says that there is none when %s', async ([what, before], { app }) => {
  const phone = what === 'there was no question' ? app.phone() : await answered(app);
  if (what === 'there was no question') await app.subscriber(phone);
  await before(app, phone);
  await app.untilTextsDone();
  expect((await more(app, phone, 1)).at(-1)).toBe(replies.nothing_more.en);
});

test('while the carrier does not have the words, MORE says that there is nothing to add, once', async () => {
  await using app = await startTestApp();
  const phone = await answered(app);
  await withFaults(app, { twilio: { status: 503, operations: ['fetch'] } }, async () => {
    expect(await more(app, phone, 1)).toEqual([replies.nothing_more.en]);
  });
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test('MORE to a process that did not answer the question', async () => {
  await using app = await startTestApp();
  const phone = await answered(app);
  await app.product.stop();
  await using next = await app.another({ PORT: new URL(app.url).port });
  const text = { to: serviceNumbers[0], body: 'MORE' };
  await app.sandbox('POST', `/sandbox/phones/${encodeURIComponent(phone)}/messages`, text);
  await until('more', async () => (await app.replies(phone)).length === 2);
  await until('it to be done', () => next.product.texting.loop.workingOn === 0);
  expect((await app.replies(phone)).at(-1)).toContain('next useful facts');
});
