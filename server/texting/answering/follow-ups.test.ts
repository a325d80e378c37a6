import { expect } from 'vitest';

import { withFaults } from '#server/testing/payer.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { replies } from '../rules/replies.ts';

const test = testsOfOne(() => startTestApp());

type Run = { readonly input: string; readonly before: string | null; readonly turns: number };

/** What the model was asked about these words: the question before them, as it came with them. */
async function askedAbout(app: TestApp, words: string, provider = 'perplexity'): Promise<(string | null)[]> {
  const runs = await app.sandbox<Run[]>('GET', `/sandbox/${provider}/runs`);
  return runs.filter(({ input }) => input.startsWith(words)).map(({ before }) => before);
}

/** A phone that was told the capital of a country. */
async function toldTheCapital(app: TestApp, place = 'france'): Promise<string> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, `capital of ${place}`);
  await app.finalReplies(phone, 1);
  return phone;
}

/** The answer to a follow-up. */
async function answerTo(app: TestApp, phone: string, words: string, nth = 2): Promise<string> {
  await app.text(phone, words);
  return (await app.finalReplies(phone, nth)).at(-1) ?? '';
}

const aloneIn = /PERPLEXITY_API_KEY/;

test('a follow-up is answered with the question before it and its answer', async ({ app }) => {
  const phone = await toldTheCapital(app);
  expect(await answerTo(app, phone, 'and germany?')).toMatch(/^The capital of Germany is Berlin\.$/);
  expect(await answerTo(app, phone, 'what about spain', 3)).toMatch(/^The capital of Spain is Madrid\.$/);
  expect(await askedAbout(app, 'what about spain')).toEqual(['and germany?']);
  const runs = await app.sandbox<Run[]>('GET', '/sandbox/perplexity/runs');
  expect(runs.find(({ input }) => input.startsWith('what about spain'))?.turns).toBe(3);
});

test('"wrong number" right after an answer is asked with what it corrects', async ({ app }) => {
  const phone = await toldTheCapital(app, 'norway');
  await answerTo(app, phone, 'Wrong number');
  expect(await askedAbout(app, 'Wrong number')).toEqual(['capital of norway']);
});

test('a place alone answers the question for it, and is no reply to an answer that asked for none', async ({ app }) => {
  const phone = app.phone();
  await app.subscriber(phone);
  expect(await answerTo(app, phone, 'pharmacy open near me', 1)).toBe('Which city or ZIP code is that near?');
  expect(await answerTo(app, phone, '60614')).toMatch(/^Sample answer for pharmacy open near 60614:/);
  const other = await toldTheCapital(app);
  expect(await answerTo(app, other, '60614')).toMatch(aloneIn);
});

test('a new question is asked alone, and nothing is fetched for it', async () => {
  await using app = await startTestApp();
  const phone = await toldTheCapital(app);
  await withFaults(app, { twilio: { status: 503, operations: ['fetch'] } }, async () => {
    expect(await answerTo(app, phone, 'capital of peru')).toBe('The capital of Peru is Lima.');
  });
  expect(await askedAbout(app, 'capital of peru')).toEqual([null]);
});

test('another process knows what a follow-up refers to, also after the first one is gone', async () => {
  await using app = await startTestApp();
  const phone = await toldTheCapital(app);
  const port = new URL(app.url).port;
  await app.product.stop();
  await using next = await app.another({ PORT: port });
  const words = { to: serviceNumbers[0], body: 'and germany?' };
  await app.sandbox('POST', `/sandbox/phones/${encodeURIComponent(phone)}/messages`, words);
  await until('the answer', async () => (await app.replies(phone)).length === 2);
  expect(next.product.texting.plaintextCache.count).toBeLessThanOrEqual(1);
  expect((await app.replies(phone)).at(-1)).toMatch(/of Germany is Berlin/);
});

test('a follow-up to a question that is still being answered waits for its answer', async () => {
  await using app = await startTestApp();
  const phone = await toldTheCapital(app, 'peru');
  await withFaults(app, { perplexity: { latencyMs: 600_000 } }, async () => {
    await app.text(phone, 'capital of france');
    await until('the question to be asked', async () => {
      return (await app.sandbox<{ underWay: number }>('GET', '/sandbox/perplexity/calls')).underWay === 1;
    });
    await app.text(phone, 'and germany?');
    await until('both to be worked on', () => app.product.texting.loop.workingOn === 2);
  });
  expect((await app.finalReplies(phone, 3)).at(-1)).toMatch(/of Germany is Berlin/);
  expect(await askedAbout(app, 'and germany')).toEqual(['capital of france']);
});

const change = (app: TestApp, phone: string, set: string): Promise<unknown> =>
  app.product.deps.pool.query(`update inbound_texts set ${set} where sender = $1`, [phone]);

test.for([
  [
    'ten minutes have passed',
    (app: TestApp, phone: string) => change(app, phone, `closed_at = now() - interval '11 minutes'`),
  ],
  ['the question got an apology', (app: TestApp, phone: string) => change(app, phone, `outcome = 'apologised'`)],
  ['the phone had another owner', (app: TestApp, phone: string) => change(app, phone, 'phone_id = gen_random_uuid()')],
  ['the account had memory turned off', (app: TestApp, phone: string) => change(app, phone, 'memory_seconds = 0')],
  [
    'it was asked on another number',
    (app: TestApp, phone: string) => change(app, phone, `service_number = '${serviceNumbers[1]}'`),
  ],
] as const)('nothing is recalled when %s', async ([, before], { app }) => {
  const phone = await toldTheCapital(app);
  await before(app, phone);
  expect(await answerTo(app, phone, 'and germany?')).toMatch(aloneIn);
});

const minutesPass = (app: TestApp, phone: string, minutes: number): Promise<unknown> =>
  change(app, phone, `received_at = received_at - interval '${minutes} minutes'`);

test('six minutes after an answer, and two after MORE, "is it raining there" is a follow-up', async ({ app }) => {
  const phone = await toldTheCapital(app, 'italy');
  await minutesPass(app, phone, 6);
  await answerTo(app, phone, 'is it raining there');
  const other = await toldTheCapital(app, 'greece');
  await minutesPass(app, other, 4);
  await answerTo(app, other, 'MORE');
  await minutesPass(app, other, 2);
  await answerTo(app, other, 'is it raining there', 3);
  expect(await askedAbout(app, 'is it raining there')).toEqual(['capital of italy', 'capital of greece']);
});

test('a phone recalls nothing of another one', async ({ app }) => {
  await toldTheCapital(app);
  const phone = app.phone();
  await app.subscriber(phone);
  expect(await answerTo(app, phone, 'and germany?', 1)).toMatch(aloneIn);
});

test('once the copies at the carrier are gone, a follow-up is answered alone', async ({ app }) => {
  const phone = await toldTheCapital(app);
  const { rows } = await app.product.deps.pool.query<{ sid: string }>(
    'select sid from inbound_texts where sender = $1',
    [phone],
  );
  const { carrier } = app.product.deps;
  await until('the copy to be removed', async () => (await carrier.redact(rows[0]?.sid ?? '')) !== 'too_early');
  expect(await answerTo(app, phone, 'and germany?')).toMatch(aloneIn);
});

test.for([
  ['refuses', { status: 503, operations: ['fetch'] }],
  ['hangs', { hang: true, operations: ['fetch'] }],
] as const)('while the carrier %s, a follow-up is answered alone', async ([, twilio]) => {
  await using app = await startTestApp();
  const phone = await toldTheCapital(app);
  await withFaults(app, { twilio }, async () => {
    expect(await answerTo(app, phone, 'and germany?')).toMatch(aloneIn);
  });
});

/** In how many seconds the copies of a phone's texts are due for removal, and for how long they are remembered. */
async function copiesOf(app: TestApp, phone: string, kind: string): Promise<{ isDue: boolean; memory: number }[]> {
  const { rows } = await app.product.deps.pool.query<{ isDue: boolean; memory: number }>(
    `select redact_at is null or redact_at <= now() or redact_tries > 0 as "isDue", memory_seconds as memory
       from inbound_texts where sender = $1 and kind = $2
      union all
     select o.redact_at is null or o.redact_at <= now() or o.redact_tries > 0, i.memory_seconds
       from outbound_texts o join inbound_texts i on i.sid = o.inbound_sid where i.sender = $1 and i.kind = $2`,
    [phone, kind],
  );
  return rows;
}

test.for([
  ['FORGET', replies.forgot.en],
  ['Olvídalo', replies.forgot.es],
  ['STOP', replies.stop.en],
] as const)(
  'after %s nothing is recalled, and the copies at the carrier are due for removal',
  async ([words, reply]) => {
    await using app = await startTestApp({
      settings: { TWILIO_OPT_OUT_REPLIES: 'app' },
      sandbox: { TWILIO_OPT_OUT_REPLIES: 'app' },
    });
    const phone = await toldTheCapital(app);
    expect(await copiesOf(app, phone, 'question')).toEqual([
      { isDue: false, memory: 600 },
      { isDue: false, memory: 600 },
    ]);
    expect(await answerTo(app, phone, words)).toBe(reply);
    expect(await copiesOf(app, phone, 'question')).toEqual([
      { isDue: true, memory: 0 },
      { isDue: true, memory: 0 },
    ]);
    type Ledger = { messages: { body: string; redactedAt: string | null }[] };
    await until('the carrier to have removed them, without waiting for the schedule', async () => {
      const { messages } = await app.sandbox<Ledger>('GET', '/sandbox/twilio/ledger');
      return messages.filter(({ redactedAt }) => redactedAt !== null).length >= 2;
    });
    if (words === 'STOP') await app.text(phone, 'START');
    const before = (await app.finalReplies(phone, words === 'STOP' ? 3 : 2)).length;
    expect(await answerTo(app, phone, 'and germany?', before + 1)).toMatch(aloneIn);
  },
);

test('FORGET while the question is still being answered: the answer comes, and is not recalled', async () => {
  await using app = await startTestApp();
  const phone = app.phone();
  await app.subscriber(phone);
  await withFaults(app, { perplexity: { latencyMs: 600_000 } }, async () => {
    await app.text(phone, 'capital of france');
    await app.text(phone, 'forget');
  });
  expect(await app.finalReplies(phone, 2)).toEqual([expect.stringContaining('Paris'), replies.forgot.en]);
  expect((await copiesOf(app, phone, 'question')).map(({ memory }) => memory)).toEqual([0, 0]);
  expect(await answerTo(app, phone, 'and germany?', 3)).toMatch(aloneIn);
});

test('FORGET leaves the copy of a question that is still being answered until its end', async () => {
  await using app = await startTestApp();
  const phone = app.phone();
  await app.subscriber(phone);
  const open = async (): Promise<unknown> => {
    const { rows } = await app.product.deps.pool.query(
      `select state <> 'done' as "isOpen", redact_at as "redactAt", memory_seconds as memory
         from inbound_texts where sender = $1 and kind = 'question'`,
      [phone],
    );
    return rows;
  };
  await withFaults(app, { perplexity: { latencyMs: 600_000 } }, async () => {
    await app.text(phone, 'capital of france');
    await app.text(phone, 'forget');
    expect(await open()).toEqual([{ isOpen: true, redactAt: null, memory: 0 }]);
  });
  await app.finalReplies(phone, 2);
  expect(await open()).toEqual([{ isOpen: false, redactAt: expect.any(Date), memory: 0 }]);
});

test('FORGET of someone without a plan is obeyed, and says what any text of theirs says', async ({ app }) => {
  const phone = await toldTheCapital(app);
  await app.product.deps.pool.query(
    `update subscriptions set status = 'canceled' where user_id = (select user_id from phone_numbers where number = $1)`,
    [phone],
  );
  expect(await answerTo(app, phone, 'forget')).toBe(replies.inactive.en);
  expect((await copiesOf(app, phone, 'question')).map(({ memory }) => memory)).toEqual([0, 0]);
});

test('with MEMORY_MINUTES=0 nothing is recalled', async () => {
  await using app = await startTestApp({ settings: { MEMORY_MINUTES: '0' } });
  const phone = await toldTheCapital(app);
  expect(await answerTo(app, phone, 'and germany?')).toMatch(aloneIn);
});

test('the second provider gets the turns too', async () => {
  await using app = await startTestApp({
    settings: { OPENAI_API_KEY: 'sandbox_openai_key' },
  });
  const phone = await toldTheCapital(app);
  await withFaults(app, { perplexity: { status: 503 } }, async () => {
    expect(await answerTo(app, phone, 'and germany?')).toMatch(/of Germany is Berlin/);
  });
  expect(await askedAbout(app, 'and germany', 'openai')).toEqual(['capital of france']);
});
