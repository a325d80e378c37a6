import { expect, test } from 'vitest';

import { brokenInvariants } from '#server/testing/invariants.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { replies } from '../rules/replies.ts';

/** Quicker, the deadline of a send, two seconds here, would cut requests before a busy carrier has read them. */
const options = {
  settings: { TEST_SPEED: '5' },
  sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
};

async function stateOf(app: TestApp, kind: string): Promise<string | undefined> {
  const { rows } = await app.product.deps.pool.query<{ state: string }>(
    `select o.state from outbound_texts o join inbound_texts i on i.sid = o.inbound_sid where i.kind = $1
      -- One that a busy machine began too late never left.
      order by o.state = 'absent', o.intent_at limit 1`,
    [kind],
  );
  return rows[0]?.state;
}

/** As if the time of a phone's first unanswered text were over, and its unknown send had outlived it. */
async function letItsTimePass(app: TestApp, phone: string): Promise<void> {
  await app.product.deps.pool.query(
    `with unresolved as (update outbound_texts set next_check_at = now(), unknown_at = now() - interval '1 hour'
                     where recipient = $1 and state = 'unknown' returning inbound_sid)
     update inbound_texts set answer_by = now() where sid in (select inbound_sid from unresolved)`,
    [phone],
  );
}

/** A question whose send is unknown, because the carrier took it and said 500, at a carrier whose list cannot be had. */
async function askWithUnknownSend(
  app: TestApp,
  create: Record<string, unknown> = { errorAfterAccept: true },
): Promise<string> {
  const phone = app.phone();
  await app.subscriber(phone);
  // The list fails from the start: an unknown send that it settled immediately would be over before it was seen.
  await app.sandbox('PUT', '/sandbox/faults', {
    twilio: { ...create, callbackLoss: 1, operations: ['create', 'list'] },
  });
  await app.text(phone, 'who painted the night watch');
  await until('an unknown send', async () => (await stateOf(app, 'question')) === 'unknown');
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, callbackLoss: 1, operations: ['list'] } });
  return phone;
}

test.concurrent('an answer whose unknown send outlives its deadline is never sent again, and its phone is free', async () => {
  await using app = await startTestApp(options);
  const phone = await askWithUnknownSend(app);
  await app.text(phone, 'who painted guernica');
  await letItsTimePass(app, phone);
  await until('a reply to the second', async () =>
    (await app.replies(phone)).some((body) => body.includes('guernica')),
  );
  await app.untilTextsDone();
  const bodies = await app.replies(phone);
  expect(bodies.at(-1)).toContain('guernica');
  // None where a busy machine cut the request before the carrier had read it.
  expect(['night watch', '']).toContain(
    bodies
      .slice(0, -1)
      .map((body) => /night watch/.exec(body)?.[0])
      .join(),
  );
  expect(await stateOf(app, 'question')).toBe('unresolved');
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test.concurrent('a list that is not believed mutes no phone for longer than an answer is worth', async () => {
  await using app = await startTestApp(options);
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'who painted one');
  await app.finalReplies(phone, 1);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['create'] } });
  // As if the carrier had lost its memory of this pair: what we know it took is not in its list.
  await app.sandbox('DELETE', '/sandbox/twilio');
  await app.text(phone, 'who painted two');
  await until('an unknown send', async () => {
    const { rows } = await app.product.deps.pool.query(`select 1 from outbound_texts where state = 'unknown'`);
    return rows.length > 0;
  });
  await app.sandbox('DELETE', '/sandbox/faults');
  await letItsTimePass(app, phone);
  await app.untilTextsDone();
  await app.text(phone, 'who painted three');
  expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining('three')]);
});

test.concurrent('a delivery report still proves an answer that was closed as unresolved, and counts it', async () => {
  await using app = await startTestApp(options);
  const phone = await askWithUnknownSend(app);
  await letItsTimePass(app, phone);
  await app.untilTextsDone();
  const { rows } = await app.product.deps.pool.query<{ id: string }>('select id from outbound_texts');
  const send = { id: rows[0]?.id ?? '', to: phone };
  const { messages } = await app.sandbox<{ messages: { sid: string; direction: string }[] }>(
    'GET',
    `/sandbox/twilio/ledger?phone=${encodeURIComponent(phone)}&direction=outbound-api`,
  );
  await app.product.deps.textStore.accepted(send, messages[0]?.sid ?? '', 1);
  const counted = await app.product.deps.pool.query<{ name: string; total: number }>(
    `select name, sum(value)::int as total from counter_values where name in ('questions.answered', 'questions.failed')
      group by name order by name`,
  );
  expect(counted.rows).toEqual([
    { name: 'questions.answered', total: 1 },
    { name: 'questions.failed', total: 0 },
  ]);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test.concurrent('a crisis reply is not held back by an unknown send on its phone', async () => {
  await using app = await startTestApp({ ...options, settings: { TEST_SPEED: '1' } });
  const phone = await askWithUnknownSend(app, { status: 500 });
  await app.text(phone, 'i want to kill myself');
  await until('the crisis reply', async () => (await app.replies(phone)).includes(replies.crisis.en));
  expect(await stateOf(app, 'question')).toBe('unknown');
});

test.concurrent('a crisis reply whose own outcome is not known goes out again, and holds nothing else back', async () => {
  await using app = await startTestApp({ ...options, settings: { TEST_SPEED: '4' } });
  const phone = app.phone();
  await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500 } });
  await app.text(phone, 'i want to kill myself');
  await until('an unknown send', async () => (await stateOf(app, 'crisis')) === 'unknown');
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['list'] } });
  await app.text(phone, 'who painted the night watch');
  expect(await app.finalReplies(phone, 2)).toEqual(
    expect.arrayContaining([replies.crisis.en, expect.stringContaining('night watch')]),
  );
});
