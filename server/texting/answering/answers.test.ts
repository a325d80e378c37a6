import { expect } from 'vitest';

import { brokenInvariants } from '#server/testing/invariants.ts';
import { withFaults } from '#server/testing/payer.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { replies } from '../rules/replies.ts';

/** A model that repeats the question. */
const echo = { SANDBOX_PERPLEXITY_MODE: 'echo' };
/**
 * One product for all tests that do not affect each other and leave nothing in progress. Of the others those that wait most
 * of the time run side by side.
 */
const test = testsOfOne(() => startTestApp({ sandbox: echo }));
const sideBySide = { concurrent: true } as const;

/** The model does not answer until the faults are removed. */
const slowModel = { perplexity: { latencyMs: 600_000 } };

async function counter(app: TestApp, name: string): Promise<number> {
  const { rows } = await app.product.deps.pool.query<{ total: number }>(
    'select coalesce(sum(value), 0)::float8 as total from counter_values where name = $1',
    [name],
  );
  return rows[0]?.total ?? -1;
}

test('a subscriber texts a question and gets one answer, which is counted once', async () => {
  await using app = await startTestApp();
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'what is 15% of 86.40');
  const [answer] = await app.finalReplies(phone, 1);
  expect(answer).toContain('12.96');
  expect(await counter(app, 'questions.answered')).toBe(1);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test('four questions at the same time from one phone are answered in the order in which they arrived', async ({
  app,
}) => {
  const phone = app.phone();
  await app.subscriber(phone);
  for (const word of ['one', 'two', 'three', 'four']) await app.text(phone, `who sang number ${word}`);
  const answers = await app.finalReplies(phone, 4);
  expect(answers.map((answer) => /number (\w+)/.exec(answer)?.[1])).toEqual(['one', 'two', 'three', 'four']);
});

test(
  'questions of one phone are asked concurrently and answered in order, however long the first one takes',
  sideBySide,
  async () => {
    // The first hangs for this long: a busy machine needs some of it to have the later answers ready.
    await using app = await startTestApp({ settings: { ANSWER_ATTEMPT_MS: '15000' }, sandbox: echo });
    const phone = app.phone();
    await app.subscriber(phone);
    await withFaults(app, { perplexity: { hang: true } }, async () => {
      await app.text(phone, 'who sang number one');
      await until('the first to be asked', async () => {
        return (await app.sandbox<{ underWay: number }>('GET', '/sandbox/perplexity/calls')).underWay === 1;
      });
    });
    const later: string[] = [];
    for (const word of ['two', 'three']) later.push(await app.text(phone, `who sang number ${word}`));
    await until('the later answers to be ready', () => {
      return later.every((sid) => app.product.texting.plaintextCache.reply(sid) !== null);
    });
    const answers = await app.finalReplies(phone, 3);
    expect(answers.map((answer) => /number (\w+)/.exec(answer)?.[1])).toEqual(['one', 'two', 'three']);
  },
);

test(
  'fifteen questions at the same time are all answered in order, though the last are paced',
  sideBySide,
  async () => {
    // The last is to wait for 22 s: for longer than the deadline.
    const settings = { TEST_SPEED: '4', ANSWER_DEADLINE_MS: '20000' };
    await using app = await startTestApp({ settings, sandbox: echo });
    const phone = app.phone();
    await app.subscriber(phone);
    const years = Array.from({ length: 15 }, (_, index) => String(1990 + index));
    for (const year of years) await app.text(phone, `who won the cup in ${year}`);
    const answers = await app.finalReplies(phone, 15);
    expect(answers.map((answer) => /\d{4}/.exec(answer)?.[0])).toEqual(years);
  },
);

test('an answer that is ready while another text to the phone is being sent follows it immediately', async ({
  app,
}) => {
  const { pool } = app.product.deps;
  const phone = app.phone();
  await app.subscriber(phone);
  const { sid, rows } = await withFaults(app, slowModel, async () => {
    const sid = await app.text(phone, 'who sang this');
    await until('the question to be worked on', async () => {
      const { rows } = await pool.query('select 1 from inbound_texts where sender = $1 and fence = 1', [phone]);
      return rows.length === 1;
    });
    const { rows } = await pool.query<{ id: string }>(
      `insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at)
       values (gen_random_uuid(), 'account', $1, $2, 1, 'intent', now()) returning id`,
      [serviceNumbers[0], phone],
    );
    return { sid, rows };
  });
  await until('the answer to have come up against it', () => app.product.texting.plaintextCache.reply(sid) !== null);
  await pool.query('delete from outbound_texts where id = $1', [rows[0]?.id]);
  expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining('who sang this')]);
  const runs = await app.sandbox<{ input: unknown }[]>('GET', '/sandbox/perplexity/runs');
  expect(runs.filter(({ input }) => JSON.stringify(input).includes('who sang this'))).toHaveLength(1);
});

test('thirty phones are answered concurrently, each its own question', async ({ app }) => {
  const phones = Array.from({ length: 30 }, () => app.phone());
  const before = await counter(app, 'questions.answered');
  await Promise.all(phones.map((phone) => app.subscriber(phone)));
  await Promise.all(phones.map((phone) => app.text(phone, `what does ${phone.slice(-6)} mean`)));
  for (const phone of phones) {
    expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining(phone.slice(-6))]);
  }
  expect((await counter(app, 'questions.answered')) - before).toBe(30);
});

test('a picture gets the text-only reply, and nothing is fetched', async ({ app }) => {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, '', { mediaUrls: ['https://pictures.example/cat.jpg'] });
  expect(await app.finalReplies(phone, 1)).toEqual([replies.media.en]);
});

test('a person in danger is answered immediately, without plan or model', async ({ app }) => {
  const stranger = app.phone();
  const sent = await withFaults(app, { perplexity: { status: 500 } }, async () => {
    await app.text(stranger, 'i want to kill myself');
    return app.finalReplies(stranger, 1);
  });
  expect(sent).toEqual([replies.crisis.en]);
});

test(
  'a temporary outage of the model causes no apology: every text is answered when it is back',
  sideBySide,
  async () => {
    await using app = await startTestApp({ settings: { TEST_SPEED: '10' }, sandbox: echo });
    const phones = Array.from({ length: 16 }, () => app.phone());
    await Promise.all(phones.map((phone) => app.subscriber(phone)));
    const failures = async (): Promise<number> => {
      const metrics = await (await fetch(`${app.url}/metrics`)).text();
      return Number(
        /askline_model_seconds_count\{outcome="failed",provider="perplexity"\} (\d+)/.exec(metrics)?.[1] ?? 0,
      );
    };
    await withFaults(app, { perplexity: { status: 503 } }, async () => {
      await Promise.all(phones.map((phone) => app.text(phone, 'who wrote moby dick')));
      await until('the model to have failed for each text, and the circuit to be open', async () => {
        return (await failures()) > phones.length;
      });
    });
    for (const phone of phones)
      expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining('moby dick')]);
    expect(await counter(app, 'questions.failed')).toBe(0);
  },
);

test('a person in danger is answered immediately while every question waits for the model', sideBySide, async () => {
  const settings = { TEST_SPEED: '10', ANSWER_ATTEMPT_MS: '60000', TEXTS_IN_FLIGHT_MAX: '16' };
  await using app = await startTestApp({ settings, sandbox: echo });
  const [stranger, ...phones] = Array.from({ length: 25 }, () => app.phone());
  await Promise.all(phones.map((phone) => app.subscriber(phone)));
  const danger = await withFaults(app, { perplexity: { hang: true } }, async () => {
    await Promise.all(phones.map((phone) => app.text(phone, 'who wrote moby dick')));
    await until('every slot to be taken', () => app.product.texting.loop.workingOn >= 16);
    await app.text(stranger ?? '', 'i want to kill myself');
    await until('the reply', async () => (await app.replies(stranger ?? '')).length === 1);
    return app.replies(stranger ?? '');
  });
  expect(danger).toEqual([replies.crisis.en]);
});

// Failures in a row open the model's circuit.
test.for([
  ['fails', { status: 500 }],
  ['says nothing', { emptyAnswer: true }],
  ['reports a failed run with status 200', { failedRun: true }],
  ['refuses our key', { status: 401 }],
  ['drops the connection', { dropAfterAccept: true }],
  ['cuts its answer short', { cutResponse: true }],
  ['hangs', { hang: true }],
] as const)('a model that %s costs one apology, counted as failed', sideBySide, async ([, fault]) => {
  await using app = await startTestApp({ settings: { ANSWER_ATTEMPT_MS: '300', ANSWER_DEADLINE_MS: '2000' } });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: fault });
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'what is the capital of ohio');
  expect(await app.finalReplies(phone, 1)).toEqual([replies.failed.en]);
  expect([await counter(app, 'questions.answered'), await counter(app, 'questions.failed')]).toEqual([0, 1]);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test('a model that fails once is asked again', async ({ app }) => {
  const phone = app.phone();
  await app.subscriber(phone);
  await withFaults(app, { perplexity: { status: 503 } }, () => app.text(phone, 'what is the capital of ohio'));
  expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining('ohio')]);
});

test(
  'a model that is slower than the deadline costs one apology in time, and its late answer is discarded',
  sideBySide,
  async () => {
    await using app = await startTestApp({ settings: { ANSWER_ATTEMPT_MS: '60000' } });
    const { pool } = app.product.deps;
    await app.sandbox('PUT', '/sandbox/faults', slowModel);
    const phone = app.phone();
    await app.subscriber(phone);
    await app.product.texting.drain();
    await app.text(phone, 'what is the capital of ohio');
    await pool.query(`update inbound_texts set not_before = now() + interval '1 hour'`);
    await using heir = await app.another();
    // It ages once a process is there that works on it: two seconds are left for the model, and ten for the apology.
    await pool.query(
      `update inbound_texts
          set received_at = now() - interval '108 s', answer_by = now() + interval '12 s', not_before = now()`,
    );
    expect(await app.finalReplies(phone, 1)).toEqual([replies.failed.en]);
    await app.sandbox('DELETE', '/sandbox/faults');
    await heir.product.texting.drain();
    expect(await app.replies(phone)).toEqual([replies.failed.en]);
    const { rows } = await pool.query(
      'select accepted_at < answer_by as in_time from outbound_texts join inbound_texts on sid = inbound_sid',
    );
    expect(rows).toEqual([{ in_time: true }]);
  },
);

test(
  'of twenty questions at the same time exactly fifteen are accepted, and one notice says why',
  sideBySide,
  async () => {
    // The product stops while most are paced, and gives them 20 s to end: two here.
    await using app = await startTestApp({ settings: { TEST_SPEED: '10' }, sandbox: echo });
    const phone = app.phone();
    await app.subscriber(phone);
    await Promise.all(Array.from({ length: 20 }, (_, index) => app.text(phone, `who won the cup in ${1990 + index}`)));
    const { rows } = await app.product.deps.pool.query(
      `select reply, count(*)::int as count from inbound_texts
      where sender = $1 and (accepted or reply is not null) group by reply order by reply`,
      [phone],
    );
    expect(rows).toEqual([
      { reply: 'answer', count: 15 },
      { reply: 'too_fast', count: 1 },
    ]);
  },
);

test('a plan that lapses while the answer is being made does not cancel it; a STOP does', async ({ app }) => {
  const { pool } = app.product.deps;
  const [lapsing, leaving, deleted] = [app.phone(), app.phone(), app.phone()];
  await withFaults(app, slowModel, async () => {
    for (const phone of [lapsing, leaving, deleted]) {
      await app.subscriber(phone);
      await app.text(phone, 'who wrote moby dick');
    }
    await pool.query(
      `update subscriptions set status = 'canceled', answers_until = now()
        where user_id in (select user_id from phone_numbers where number = any($1))`,
      [[lapsing, leaving, deleted]],
    );
    await app.text(leaving, 'stop please');
    await pool.query('delete from users where id = (select user_id from phone_numbers where number = $1)', [deleted]);
  });
  await app.untilTextsDone();
  expect(await app.replies(lapsing)).toEqual([expect.stringContaining('moby dick')]);
  expect(await app.replies(leaving)).toEqual([replies.stop.en]);
  expect(await app.replies(deleted)).toEqual([]);
  const { rows } = await pool.query(
    `select outcome from inbound_texts where kind = 'question' and sender = any($1) order by received_at`,
    [[lapsing, leaving, deleted]],
  );
  expect(rows.map(({ outcome }) => outcome as string)).toEqual(['answered', 'suppressed', 'suppressed']);
});

test('thirty texts at the same time from one unknown sender cause one promo', async ({ app }) => {
  const stranger = app.phone();
  await Promise.all(Array.from({ length: 30 }, (_, index) => app.text(stranger, `question ${index}`)));
  expect(await app.finalReplies(stranger, 1)).toEqual([replies.promo.en]);
  const { rows } = await app.product.deps.pool.query(
    'select promo_sent from unsubscribed_senders where phone_number = $1',
    [stranger],
  );
  expect(rows).toEqual([{ promo_sent: true }]);
});
