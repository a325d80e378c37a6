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
async function turnsAbout(it: TestApp, words: string): Promise<number[]> {
  const runs = await it.sandbox<Run[]>('GET', '/sandbox/perplexity/runs');
  return runs.filter(({ input }) => input.startsWith(words)).map(({ turns }) => turns);
}

async function answered(it: TestApp, words = 'capital of france'): Promise<string> {
  const phone = it.phone();
  await it.subscriber(phone);
  await it.text(phone, words);
  await it.finalReplies(phone, 1);
  return phone;
}

/** Texts MORE so many times, one after the other. @returns the replies to it */
async function more(it: TestApp, phone: string, times: number): Promise<string[]> {
  const before = (await it.replies(phone)).length;
  for (let nth = 1; nth <= times; nth += 1) {
    await it.text(phone, nth % 2 === 1 ? 'MORE' : 'more please');
    await it.finalReplies(phone, before + nth);
  }
  return (await it.replies(phone)).slice(before);
}

test('MORE brings more about the last answer, twice, and is not counted as a question', async () => {
  await using it = await startTestApp();
  const phone = await answered(it);
  const told = await more(it, phone, 3);
  expect(told.slice(0, 2)).toEqual([
    expect.stringContaining('next useful facts'),
    expect.stringContaining('next useful'),
  ]);
  expect(told[2]).toBe(replies.nothing_more.en);
  // The question comes again, after its answer and what was told before.
  expect(await turnsAbout(it, 'capital of france')).toEqual([1, 3, 5]);
  const { pool } = it.product.deps;
  const { rows } = await pool.query('select kind, accepted, counted, outcome from inbound_texts order by received_at');
  expect(rows.map(({ kind, accepted, counted, outcome }) => [kind, accepted, counted, outcome])).toEqual([
    ['question', true, true, 'answered'],
    ['more', false, false, 'replied'],
    ['more', false, false, 'replied'],
    ['more', false, false, 'replied'],
  ]);
  expect(await brokenInvariants(pool)).toEqual([]);
  // A new question has its own.
  await it.text(phone, 'capital of peru');
  await it.finalReplies(phone, 5);
  expect(await more(it, phone, 1)).toEqual([expect.stringContaining('next useful facts')]);
});

test('a follow-up after MORE refers to the same question', async ({ it }) => {
  const phone = await answered(it);
  await more(it, phone, 1);
  await it.text(phone, 'and germany?');
  expect((await it.finalReplies(phone, 3)).at(-1)).toMatch(/of Germany is Berlin/);
});

test('an answer that was cut offers more, and what is told then offers it once more', async () => {
  await using it = await startTestApp({ sandbox: { SANDBOX_PERPLEXITY_MODE: 'rough' } });
  const phone = it.phone();
  await it.subscriber(phone);
  // Some of the model's answers are cut, and leave room for the hint in their last segment.
  let offers = 0;
  for (let nth = 0; nth < 14 && offers === 0; nth += 1) {
    await it.text(phone, `question number ${nth} about the weather`);
    const answers = await it.finalReplies(phone, nth + 1);
    if (answers.at(-1)?.endsWith(moreHint.en) === true) offers += 1;
  }
  expect(offers).toBe(1);
});

async function change(it: TestApp, phone: string, set: string): Promise<void> {
  await it.product.deps.pool.query(`update inbound_texts set ${set} where sender = $1`, [phone]);
}

test.for([
  ['there was no question', () => Promise.resolve()],
  ['FORGET came', (it: TestApp, phone: string): Promise<unknown> => it.text(phone, 'forget')],
  [
    'ten minutes have passed',
    (it: TestApp, phone: string): Promise<unknown> => change(it, phone, `closed_at = now() - interval '11 minutes'`),
  ],
  [
    'the account has no memory',
    (it: TestApp, phone: string): Promise<unknown> => change(it, phone, 'memory_seconds = 0'),
  ],
] as const)('MORE says that there is none when %s', async ([what, before], { it }) => {
  const phone = what === 'there was no question' ? it.phone() : await answered(it);
  if (what === 'there was no question') await it.subscriber(phone);
  await before(it, phone);
  await it.untilTextsDone();
  expect((await more(it, phone, 1)).at(-1)).toBe(replies.nothing_more.en);
});

test('while the carrier does not have the words, MORE says that there is nothing to add, once', async () => {
  await using it = await startTestApp();
  const phone = await answered(it);
  await withFaults(it, { twilio: { status: 503, operations: ['fetch'] } }, async () => {
    expect(await more(it, phone, 1)).toEqual([replies.nothing_more.en]);
  });
  expect(await brokenInvariants(it.product.deps.pool)).toEqual([]);
});

test('MORE to a process that did not answer the question', async () => {
  await using it = await startTestApp();
  const phone = await answered(it);
  await it.product.stop();
  await using next = await it.another({ PORT: new URL(it.url).port });
  const text = { to: serviceNumbers[0], body: 'MORE' };
  await it.sandbox('POST', `/sandbox/phones/${encodeURIComponent(phone)}/messages`, text);
  await until('more', async () => (await it.replies(phone)).length === 2);
  await until('it to be done', () => next.product.texting.loop.workingOn === 0);
  expect((await it.replies(phone)).at(-1)).toContain('next useful facts');
});
