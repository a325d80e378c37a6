import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { newTicketId } from '#contract/ticket-id.ts';
import { foldCounters, rollUpCounters } from '#server/observability/fold-counters.repo.ts';
import { isCounterName } from '#server/testing/counter-names.ts';
import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

test('the operator finds a user by address or phone, and sees a text’s steps but none of its content', async ({
  app,
}) => {
  const call = operator(app);
  const phone = app.phone();
  const userId = await app.subscriber(phone);
  const sid = await app.text(phone, 'Where do zebras sleep?');
  await app.finalReplies(phone, 1);
  expect((await call('POST', '/api/admin/find-user', { body: { query: 'a\u0000b@c.example' } })).status).toBe(400);
  const find = async (query: string) => (await call('POST', '/api/admin/find-user', { body: { query } })).body.user;
  const found = await find(`(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`);
  expect(found).toMatchObject({ id: userId, phoneEnding: phone.slice(-2), hasOptedOut: false, plan: 'monthly' });
  expect(found.texts).toMatchObject([{ id: sid, kind: 'question', outcome: 'answered', failure: null }]);
  const [{ receivedAt, sentAt }] = found.texts;
  expect(Date.parse(sentAt)).toBeGreaterThan(Date.parse(receivedAt));
  expect((await find(found.email.toUpperCase())).id).toBe(userId);
  expect(await find('nobody@askline.example')).toBeNull();
  const journey = await until('the delivery report', async () => {
    const { body } = await call('GET', `/api/admin/texts/${sid}`);
    return body.sends[0]?.delivery === 'delivered' && body;
  });
  expect(journey.received).toMatchObject({ id: sid, state: 'done', outcome: 'answered', userId });
  expect(journey.sends).toMatchObject([{ purpose: 'answer', state: 'accepted', attempt: 1 }]);
  expect((await call('GET', `/api/admin/texts/${journey.sends[0].id}`)).body).toEqual(journey);
  expect(JSON.stringify([found, journey])).not.toMatch(new RegExp(`zebra|${phone.slice(1)}`));
  expect((await call('GET', `/api/admin/texts/SM${'0'.repeat(32)}`)).status).toBe(404);
  const { entries } = (await call('GET', '/api/admin/audit')).body;
  expect(entries).toContainEqual(expect.objectContaining({ action: 'find_user', subject: userId, outcome: 'done' }));
});

test('a customer’s texts say when the last reply went out, and which was not delivered', async ({ app }) => {
  const phone = app.phone();
  const userId = await app.subscriber(phone);
  const sends = [
    ['delivered', null],
    ['undelivered', 30_003],
    ['failed', null],
  ] as const;
  for (const [index, [delivery, code]] of sends.entries()) {
    const sid = `SM${randomUUID().replaceAll('-', '')}`;
    await sql`
      with text as (
        insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, user_id, received_at,
                                   answer_by, not_before, closed_at)
        select ${sid}, ${phone}, '+12025550100', 'question', 'answer', 'done', 'answered', ${userId}, at, at, at, at
          from (select now() - ${index} * interval '1 hour' as at) as time returning sid, received_at)
      insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid,
                                  accepted_at, delivery, error_code)
      select gen_random_uuid(), sid, 'answer', '+12025550100', ${phone}, attempt, 'accepted',
             received_at + attempt * interval '2 seconds', 'SM' || md5(${sid} || attempt),
             received_at + attempt * interval '2 seconds',
             case attempt when 1 then 'undelivered' else ${delivery} end,
             case attempt when 1 then 30001 else ${code}::integer end
        from text, generate_series(1, 2) as attempt`.execute(app.product.deps.db);
  }
  const { texts } = (await operator(app)('POST', '/api/admin/find-user', { body: { query: userId } })).body.user;
  expect(texts.map(({ failure }: { failure: string | null }) => failure)).toEqual([null, '30003', 'failed']);
  for (const { receivedAt, sentAt } of texts) expect(Date.parse(sentAt) - Date.parse(receivedAt)).toBe(4000);
});

test('the card says who set the account up, and whether the email was confirmed', async ({ app }) => {
  const { db } = app.product.deps;
  const userId = await app.subscriber(app.phone());
  const card = async () => (await operator(app)('POST', '/api/admin/find-user', { body: { query: userId } })).body.user;
  expect(await card()).toMatchObject({ isHelper: false, isEmailProven: false });
  await db
    .updateTable('users')
    .set({ is_helper: true, email_proven_at: new Date() })
    .where('id', '=', userId)
    .execute();
  expect(await card()).toMatchObject({ isHelper: true, isEmailProven: true });
});

test('a ticket number finds the account that wrote it, however it was pasted', async ({ app }) => {
  const userId = await app.subscriber(app.phone());
  const find = async (query: string) =>
    (await operator(app)('POST', '/api/admin/find-user', { body: { query } })).body.user?.id;
  const ticketId = newTicketId(userId);
  expect(await find(ticketId)).toBe(userId);
  expect(await find(`  ${ticketId.toLowerCase()} `)).toBe(userId);
  expect(await find(newTicketId(randomUUID()))).toBeUndefined();
  expect(await find(`${ticketId}X`)).toBeUndefined();
});

test('a number opted out by the operator gets nothing more, and the second time changes nothing', async ({ app }) => {
  const call = operator(app);
  const phone = app.phone();
  await app.subscriber(phone);
  const optOut = (phoneNumber: string) => call('POST', '/api/admin/opt-out', { body: { phoneNumber } });
  expect((await optOut(phone)).body).toMatchObject({ status: 'success', isNew: true });
  expect((await optOut(phone.slice(2))).body).toMatchObject({ status: 'success', isNew: false });
  expect(await optOut('four')).toMatchObject({ status: 400, body: { fields: { phoneNumber: expect.any(String) } } });
  await app.text(phone, 'Are you there?');
  await app.untilTextsDone();
  expect(await app.replies(phone)).toEqual([]);
  const { rows } = await app.product.deps.pool.query(
    `select source, given from consents where phone_key = $1 and source = 'operator'`,
    [phone],
  );
  expect(rows).toEqual([{ source: 'operator', given: false }]);
  const { entries } = (await call('GET', '/api/admin/audit')).body;
  const done = entries.find(
    (entry: { action: string; outcome: string }) => entry.action === 'opt_out' && entry.outcome === 'done',
  );
  expect(done.subject).not.toContain(phone.slice(2, 8));
});

test('the overview shows what was answered, what it cost and why answers failed', async () => {
  // The model is tried until ten seconds are left: five are enough to ask it once on a busy machine.
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', ANSWER_DEADLINE_MS: '15000' } });
  const call = operator(app);
  const totals = async () => (await call('GET', '/api/admin/overview?range=hour')).body.totals;
  const before = await totals();
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'How high is a kite?');
  await app.finalReplies(phone, 1);
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 500, errorRate: 1 } });
  await app.text(phone, 'How deep is a well?');
  await app.finalReplies(phone, 2);
  await app.sandbox('DELETE', '/sandbox/faults');
  await app.product.deps.bufferedCounters.flush();
  const after = await totals();
  expect(after).toMatchObject({
    texts: before.texts + 2,
    questions: before.questions + 2,
    answered: before.answered + 1,
    failed: before.failed + 1,
    sends: before.sends + 2,
  });
  expect(after.segments - before.segments).toBeGreaterThanOrEqual(2);
  expect(after.modelCost).toBeGreaterThan(before.modelCost);
  expect(after.costPerAnswer).toBeGreaterThan(0);
  expect(Object.keys(after.failuresByCause)).toContainEqual(expect.stringMatching(/^model\./));
  const { rows } = await app.product.deps.pool.query<{ name: string }>('select distinct name from counter_values');
  expect(rows.filter(({ name }) => !isCounterName(name))).toEqual([]);
  await until('the reports', async () => (await totals()).delivered >= before.delivered + 2);
});

test('rolling up moves counters and loses none', async ({ app }) => {
  const { db, pool } = app.product.deps;
  const name = `deliveries.error.${randomUUID().slice(0, 8)}`;
  const ages = ['1 minute', '5 hours', '20 days', '500 days'];
  for (const age of ages) {
    await sql`insert into counter_deltas (minute, names, amounts)
              select date_trunc('minute', now() - ${age}::interval), array[${name}::text], array[3::bigint]
                from generate_series(1, 2)`.execute(db);
  }
  const spans = async () => {
    const { rows } = await sql<{ span: string; value: number }>`
      select span, sum(value)::bigint as value from counter_values where name = ${name} group by 1`.execute(db);
    return Object.fromEntries(rows.map(({ span, value }) => [span, value]));
  };
  expect(await spans()).toEqual({ minute: 24 });
  await foldCounters(pool);
  expect(await spans()).toEqual({ minute: 24 });
  await rollUpCounters(db);
  await rollUpCounters(db);
  expect(await spans()).toEqual({ minute: 6, hour: 6, day: 6, all: 6 });
  const { body } = await operator(app)('GET', '/api/admin/overview?range=month');
  expect(body.totals.failuresByCause[name.replace('deliveries.error', 'delivery')]).toBe(18);
  expect(body.steps).toHaveLength(30);
});

/** The operator's card of the customer that this finds. */
async function card(app: TestApp, query: string) {
  return (await operator(app)('POST', '/api/admin/find-user', { body: { query } })).body.user;
}

test('the card says that a customer has opted out, until a START', async ({ app }) => {
  const phone = app.phone();
  const userId = await app.subscriber(phone);
  await app.text(phone, 'STOP');
  await app.untilTextsDone();
  expect(await card(app, userId)).toMatchObject({ hasOptedOut: true });
  await app.text(phone, 'START');
  await app.untilTextsDone();
  expect(await card(app, userId)).toMatchObject({ hasOptedOut: false });
});

test('the card has the day on which a plan ends, however it was canceled, and none for one that is over', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const userId = await app.subscriber(app.phone());
  const day = (date: string) => new Date(`${date}T12:00:00.000Z`);
  const planEnds = async (set: {
    cancel_at?: Date | null;
    cancel_at_period_end?: boolean;
    status?: 'active' | 'canceled';
  }) => {
    await db
      .updateTable('subscriptions')
      .set({ current_period_end: day('2031-02-01'), ...set })
      .where('user_id', '=', userId)
      .execute();
    return (await card(app, userId)).planEndsAt;
  };
  expect(await planEnds({})).toBeNull();
  expect(await planEnds({ cancel_at_period_end: true })).toBe('2031-02-01T12:00:00.000Z');
  expect(await planEnds({ cancel_at: day('2031-01-15') })).toBe('2031-01-15T12:00:00.000Z');
  expect(await planEnds({ cancel_at_period_end: false })).toBe('2031-01-15T12:00:00.000Z');
  expect(await planEnds({ status: 'canceled' })).toBeNull();
});

test('a number that someone only typed at sign-up finds no account', async ({ app }) => {
  const { fields } = await visitor(app).signUp();
  expect(await card(app, fields.phoneNumber)).toBeNull();
  expect(await card(app, fields.email)).toMatchObject({ email: fields.email });
});
