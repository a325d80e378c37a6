import { expect, test } from 'vitest';

import { brokenInvariants } from '#server/testing/invariants.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { replies } from '../rules/replies.ts';

// Side by side: each has a product of its own and waits, most of the time, for an unknown send to settle.

/**
 * The protocol's minute of settling is ten seconds here. Quicker, a busy machine would not keep its other times: a send
 * that is not begun within half a second is not sent, and the third of these is the last.
 */
const fast: TestAppOptions = { settings: { TEST_SPEED: '6' }, sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' } };

/** Slower: nothing is tried again, not even a send that a busy machine cut before the carrier had read it. */
const givesUp = { TEST_SPEED: '4', UNKNOWN_SEND: 'give_up' };

type Fault = Record<string, unknown>;

async function askOnce(
  app: TestApp,
  twilio: Fault,
  perplexity: Fault = {},
): Promise<{ phone: string; texts: string[] }> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', { twilio, perplexity });
  await app.text(phone, 'who painted the night watch');
  await until('an unknown send or an answer', async () => {
    const { rows } = await app.product.deps.pool.query(
      `select 1 from outbound_texts where state in ('unknown', 'accepted', 'absent')`,
    );
    return rows.length > 0;
  });
  await app.sandbox('DELETE', '/sandbox/faults');
  return { phone, texts: await app.finalReplies(phone, 1) };
}

/**
 * Waits for what `isOver` says, while every unknown send is looked up immediately and counts as an hour old: as if its
 * minute of settling were over. That an unknown send waits for it is what the tests that do not call this show.
 */
async function untilSettled(app: TestApp, what: string, isOver: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    await app.product.deps.pool.query(
      `update outbound_texts set next_check_at = now(), unknown_at = now() - interval '1 hour' where state = 'unknown'`,
    );
    return isOver();
  });
}

/** The same until every received text is done. */
async function untilDoubtsEnd(app: TestApp): Promise<void> {
  await untilSettled(app, 'every text to be done', async () => {
    const { rows } = await app.product.deps.pool.query(`select 1 from inbound_texts where state <> 'done' limit 1`);
    return rows.length === 0;
  });
}

test.concurrent.each([
  ['the response is lost', { dropAfterAccept: true, operations: ['create'] }],
  ['the response is cut in the middle', { cutResponse: true, operations: ['create'] }],
  ['the carrier answers 500 though it took the text', { errorAfterAccept: true, operations: ['create'] }],
  [
    'the response is lost, and no delivery report comes',
    { dropAfterAccept: true, callbackLoss: 1, operations: ['create'] },
  ],
  [
    'the response is lost, no report comes, and the list lags',
    { dropAfterAccept: true, callbackLoss: 1, listLagMs: 2500, operations: ['create'] },
  ],
  ['delivery reports come twice and out of order', { callbackDuplication: 1, callbackShuffleMs: 300 }],
])('one answer, counted once, when %s', async (_what, twilio) => {
  await using app = await startTestApp(fast);
  const { texts } = await askOnce(app, twilio);
  expect(texts).toEqual([expect.stringContaining('night watch')]);
  const { rows } = await app.product.deps.pool.query(
    `select sum(value)::int as answered from counter_values where name = 'questions.answered'`,
  );
  expect(rows).toEqual([{ answered: 1 }]);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test.concurrent.each([
  ['is not processed (500)', { status: 500, operations: ['create'] }],
  ['is refused for now (429)', { status: 429, retryAfterS: 1, operations: ['create'] }],
])('a send that %s is tried again and arrives once', async (_what, twilio) => {
  await using app = await startTestApp(fast);
  const { texts } = await askOnce(app, twilio);
  expect(texts).toEqual([expect.stringContaining('night watch')]);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test.concurrent('an apology that could not go out is not taken for the answer when the model works again', async () => {
  await using app = await startTestApp(fast);
  // Words that the model refuses get an apology before their time is over.
  const { texts } = await askOnce(app, { status: 429, retryAfterS: 1, operations: ['create'] }, { status: 400 });
  expect(texts).toEqual([expect.stringContaining('night watch')]);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test.concurrent('while our credentials are refused nothing is used up, and the answer goes out when they work again', async () => {
  await using app = await startTestApp(fast);
  const { texts } = await askOnce(app, { status: 401, operations: ['create'] });
  expect(texts).toEqual([expect.stringContaining('night watch')]);
});

test.concurrent('with UNKNOWN_SEND=give_up a send that provably did not happen is not tried again', async () => {
  await using app = await startTestApp({ ...fast, settings: givesUp });
  const phone = app.phone();
  await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['create'] } });
  await app.text(phone, 'who painted the night watch');
  await untilDoubtsEnd(app);
  const { rows } = await app.product.deps.pool.query('select outcome, attempts from inbound_texts');
  expect([rows, await app.replies(phone)]).toEqual([[{ outcome: 'failed', attempts: 1 }], []]);
});

test.concurrent('a promo that provably did not go out is sent in reply to the next text, and then never again', async () => {
  await using app = await startTestApp({ ...fast, settings: givesUp });
  const phone = app.phone();
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['create'] } });
  await app.text(phone, 'who is this');
  await untilDoubtsEnd(app);
  expect(await app.replies(phone)).toEqual([]);
  await app.sandbox('DELETE', '/sandbox/faults');
  await app.text(phone, 'who painted the night watch');
  expect(await app.finalReplies(phone, 1)).toEqual([replies.promo.en]);
  await app.text(phone, 'who painted guernica');
  expect(await app.finalReplies(phone, 1)).toEqual([replies.promo.en]);
});

test.concurrent('a notice of the day that provably did not go out is sent in reply to the next text, and then not again', async () => {
  const settings = { ...givesUp, FAIR_USE_PER_DAY: '1' };
  await using app = await startTestApp({ ...fast, settings });
  const [lapsed, unverified, busy] = [app.phone(), app.phone(), app.phone()];
  await app.subscriber(lapsed, { status: 'canceled', answersUntil: new Date(0) });
  await app.subscriber(unverified, { isVerified: false });
  await app.subscriber(busy);
  await app.text(busy, 'who painted the night watch');
  const [answer] = await app.finalReplies(busy, 1);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['create'] } });
  for (const phone of [lapsed, unverified, busy]) await app.text(phone, 'who painted guernica');
  await untilDoubtsEnd(app);
  await app.sandbox('DELETE', '/sandbox/faults');
  const expected = [
    [lapsed, [replies.inactive.en]],
    [unverified, [replies.unverified.en]],
    [busy, [answer, replies.daily_limit.en]],
  ] as const;
  for (const question of ['who painted olympia', 'who painted the milkmaid']) {
    for (const [phone] of expected) await app.text(phone, question);
    for (const [phone, texts] of expected) expect(await app.finalReplies(phone, texts.length)).toEqual(texts);
  }
});

/** A phone that has got an answer, well before the quiet period of what follows. */
async function answeredBefore(app: TestApp): Promise<string> {
  const { phone } = await askOnce(app, {});
  await app.product.deps.pool.query(`update outbound_texts set intent_at = intent_at - interval '5 minutes'`);
  return phone;
}

test.concurrent.each(['the phone itself', 'another phone'])(
  'a list that lacks what it must show of %s proves nothing: the send stays unknown until it can be believed',
  async (whose) => {
    await using app = await startTestApp(fast);
    const before = await answeredBefore(app);
    const phone = whose === 'the phone itself' ? before : app.phone();
    await app.subscriber(phone);
    await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['create'] } });
    // As if the carrier had lost its memory: what we know it took is not in its list.
    await app.sandbox('DELETE', '/sandbox/twilio');
    await app.text(phone, 'who painted guernica');
    await untilSettled(app, 'several looks at the list', async () => {
      const { rows } = await app.product.deps.pool.query(
        `select 1 from outbound_texts where state = 'unknown' and checks >= 4`,
      );
      return rows.length > 0;
    });
    const { rows } = await app.product.deps.pool.query(
      // One that a busy machine began too late never left, and was never looked up.
      `select count(*)::int as count from outbound_texts where state = 'absent' and checks > 0`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  },
);

test.concurrent('a list that shows what the carrier confirmed lately proves that a send to another phone did not happen', async () => {
  await using app = await startTestApp(fast);
  await answeredBefore(app);
  const { texts } = await askOnce(app, { status: 500, operations: ['create'] });
  expect(texts).toEqual([expect.stringContaining('night watch')]);
});

/** The service's number texts a phone, without a send that the database knows. */
async function textUnrecorded({ product, sandboxUrl }: TestApp, from: string, to: string): Promise<void> {
  const { accountSid, authToken } = product.deps.config.carrier;
  const response = await fetch(`${sandboxUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    body: new URLSearchParams({ From: from, To: to, Body: 'the other answer' }),
  });
  expect(response.status).toBe(201);
}

test.concurrent('what another process sent over its journal is not taken for an unknown send', async () => {
  await using app = await startTestApp(fast);
  const { pool } = app.product.deps;
  const phone = app.phone();
  await app.subscriber(phone);
  // It is cut off from the database, as this one is not.
  await pool.query(
    `insert into instance_heartbeat (slot, instance, beat_at, settled, journal)
     values ('there/0', gen_random_uuid(), now() + interval '1 hour', false, '{}')`,
  );
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['create'] } });
  await app.text(phone, 'who painted the night watch');
  const send = await until('an unknown send', async () => {
    const sql = `select id, sender from outbound_texts where state = 'unknown'`;
    return (await pool.query<{ id: string; sender: string }>(sql)).rows[0];
  });
  await app.sandbox('DELETE', '/sandbox/faults');
  await textUnrecorded(app, send.sender, phone);
  const read = async () => {
    const sql = 'select state, provider_sid, checks from outbound_texts where id = $1';
    return (await pool.query<{ state: string; provider_sid: string | null; checks: number }>(sql, [send.id])).rows[0];
  };
  await until(
    'looks at the list',
    async () => ((await read())?.checks ?? 0) >= 4 || (await read())?.state !== 'unknown',
  );
  expect(await read()).toMatchObject({ state: 'unknown', provider_sid: null });
  // Whose it was stays unknown, so once the answer is too late, it is not sent again.
  await pool.query(`update inbound_texts set answer_by = now() - interval '1 second'`);
  await untilDoubtsEnd(app);
  expect(await read()).toMatchObject({ state: 'unresolved', provider_sid: null });
  expect(await app.replies(phone)).toEqual(['the other answer']);
});

test.concurrent('a sender that the carrier knows as opted out is opted out here too, and is not counted as failed', async () => {
  await using app = await startTestApp({ ...fast, settings: { TWILIO_OPT_OUT_REPLIES: 'app' } });
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'stop');
  await app.untilTextsDone();
  await app.product.deps.pool.query('delete from opt_outs');
  await app.text(phone, 'who painted the night watch');
  await app.untilTextsDone();
  const { rows } = await app.product.deps.pool.query(
    `select (select outcome from inbound_texts where kind = 'question'), source, opted_out from opt_outs`,
  );
  expect(rows).toEqual([{ outcome: 'suppressed', source: 'carrier', opted_out: true }]);
});

test.concurrent('texts whose webhook never came are found and answered', async () => {
  // A busy machine may need longer to find the text than the default deadline is at this speed.
  await using app = await startTestApp({ ...fast, settings: { ...fast.settings, ANSWER_DEADLINE_MS: '600000' } });
  const phone = app.phone();
  await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { webhookLoss: 1 } });
  await app.text(phone, 'who painted the night watch');
  expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining('night watch')]);
});

test.concurrent('after an outage a phone gets one apology for all its texts, and none for those older than an hour', async () => {
  await using app = await startTestApp({
    settings: { TEST_SPEED: '10', ANSWER_DEADLINE_MS: '1000', ANSWER_ATTEMPT_MS: '60000' },
  });
  const [recent, old] = [app.phone(), app.phone()];
  await app.subscriber(recent);
  await app.subscriber(old);
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { latencyMs: 600 } });
  // The loop is stopped while the texts come in and grow old.
  await app.product.texting.drain();
  for (const question of ['who painted one', 'who painted two', 'who painted three']) await app.text(recent, question);
  await app.text(old, 'who painted four');
  await app.product.deps.pool.query(
    `update inbound_texts set received_at = received_at - case sender when $1 then interval '2 hours' else interval '10 minutes' end,
                              answer_by = answer_by - case sender when $1 then interval '2 hours' else interval '10 minutes' end`,
    [old],
  );
  // The one apology is refused at first: that it was due must not be forgotten with it.
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 429, operations: ['create'] } });
  await using heir = await app.another();
  expect(heir.product.address).not.toBe(app.url);
  await until('the apology to be refused', async () => {
    const { rows } = await app.product.deps.pool.query(`select 1 from outbound_texts where state = 'absent'`);
    return rows.length > 0;
  });
  await app.sandbox('DELETE', '/sandbox/faults');
  await app.untilTextsDone();
  expect([await app.replies(recent), await app.replies(old)]).toEqual([[replies.failed.en], []]);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});
