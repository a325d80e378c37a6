import { randomUUID } from 'node:crypto';

import { type Insertable, sql } from 'kysely';
import { expect } from 'vitest';

import type { FailuresReply, WorklistName } from '#contract/admin-desk.ts';
import type { Schema } from '#server/db/schema.ts';
import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import type { NewSubscriber } from '#server/testing/subscriber.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { readWorklist } from './worklist.repo.ts';

type Account = { readonly userId: string; readonly phone: string };

async function account(app: TestApp, details: Partial<NewSubscriber> = {}): Promise<Account> {
  const phone = app.phone();
  return { userId: await app.subscriber(phone, details), phone };
}

const textDefaults = { outcome: 'answered', reply: 'answer', isUnpaid: false, age: '1 hour' };

/** Writes a finished text. @returns its id */
async function addText(app: TestApp, of: Account, details: Partial<typeof textDefaults> = {}): Promise<string> {
  const { outcome, reply, isUnpaid, age } = { ...textDefaults, ...details };
  const sid = `SM${randomUUID().replaceAll('-', '')}`;
  await sql`
    insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, user_id, accepted, unpaid,
                               received_at, answer_by, not_before, closed_at)
    select ${sid}, t.phone, '+12025550100', 'question', t.reply, 'done', t.outcome, t.user_id::uuid, not t.unpaid,
           t.unpaid, at, at, at, at
      from json_to_record(${JSON.stringify({ ...of, user_id: of.userId, outcome, reply, unpaid: isUnpaid, age })}::json)
             as t (phone text, user_id text, outcome text, reply text, unpaid boolean, age interval),
           lateral (select now() - t.age as at) as time`.execute(app.product.deps.db);
  return sid;
}

async function changePlan(app: TestApp, { userId }: Account, set: Record<string, unknown>): Promise<void> {
  await app.product.deps.db.updateTable('subscriptions').set(set).where('user_id', '=', userId).execute();
}

/** Gives an account another plan; by default one that is paid. */
async function addPlan(
  app: TestApp,
  { userId }: Account,
  set: Partial<Insertable<Schema['subscriptions']>>,
): Promise<void> {
  const paid = { status: 'active', answers_until: daysAgo(-20), created_at: daysAgo(9) } as const;
  await app.product.deps.db
    .insertInto('subscriptions')
    .values({ id: `sub_${randomUUID()}`, user_id: userId, ...paid, ...set })
    .execute();
}

/** Of these accounts, those that a list shows, newest first. */
async function listed(app: TestApp, name: WorklistName, ...accounts: Account[]): Promise<string[]> {
  const { people } = await readWorklist(app.product.deps.db, name);
  return people.map(({ userId }) => userId).filter((id) => accounts.some(({ userId }) => userId === id));
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

test('two apologies in a day are listed, one is not, and two in a week are not', async ({ app }) => {
  const [twice, once, slowly] = [await account(app), await account(app), await account(app)];
  await addText(app, twice, { outcome: 'apologised' });
  await addText(app, twice, { outcome: 'failed' });
  await addText(app, once, { outcome: 'apologised' });
  await addText(app, once);
  await addText(app, slowly, { outcome: 'apologised' });
  await addText(app, slowly, { outcome: 'apologised', age: '25 hours' });
  expect(await listed(app, 'two_apologies', twice, once, slowly)).toEqual([twice.userId]);
  const { people } = await readWorklist(app.product.deps.db, 'two_apologies');
  expect(people.find(({ userId }) => userId === twice.userId)).toMatchObject({ count: 2, name: 'Sam Example' });
});

test('a subscriber who paid and has never asked is listed from the second day on', async ({ app }) => {
  const [silent, asking, fresh] = [await account(app), await account(app), await account(app)];
  const ended = await account(app, { status: 'canceled' });
  for (const one of [silent, asking, ended]) await changePlan(app, one, { created_at: daysAgo(3) });
  await addText(app, asking);
  expect(await listed(app, 'never_asked', silent, asking, fresh, ended)).toEqual([silent.userId]);
});

test('a failing card is listed until it is paid or given up', async ({ app }) => {
  const failing = await account(app, { status: 'past_due' });
  const unpaid = await account(app, { status: 'unpaid' });
  const others = [await account(app), await account(app, { status: 'canceled' })];
  await changePlan(app, failing, { current_period_start: daysAgo(1), next_payment_attempt: daysAgo(-2) });
  await changePlan(app, unpaid, { current_period_start: daysAgo(5) });
  expect(await listed(app, 'card_failing', failing, unpaid, ...others)).toEqual([failing.userId, unpaid.userId]);
  const { people } = await readWorklist(app.product.deps.db, 'card_failing');
  expect(people.find(({ userId }) => userId === failing.userId)?.nextAt).not.toBeNull();
});

test('a subscriber who sent STOP and still pays is listed with the next charge; after a cancellation no longer', async ({
  app,
}) => {
  const [stopped, leaving, happy] = [await account(app), await account(app), await account(app)];
  const free = await account(app, { status: null });
  for (const { phone } of [stopped, leaving, free]) {
    await app.product.deps.db
      .insertInto('opt_outs')
      .values({ phone_key: phone, opted_out: true, source: 'text', changed_at: new Date() })
      .execute();
  }
  await changePlan(app, leaving, { cancel_at_period_end: true });
  expect(await listed(app, 'stopped_paying', stopped, leaving, happy, free)).toEqual([stopped.userId]);
  const chargedAt = async () => {
    const { people } = await readWorklist(app.product.deps.db, 'stopped_paying');
    return people.find(({ userId }) => userId === stopped.userId)?.nextAt;
  };
  const [nextTry, periodEnd] = [daysAgo(-2), daysAgo(-30)];
  await changePlan(app, stopped, { next_payment_attempt: nextTry, current_period_end: periodEnd });
  expect(await chargedAt()).toBe(periodEnd.toISOString());
  await changePlan(app, stopped, { status: 'past_due' });
  expect(await chargedAt()).toBe(nextTry.toISOString());
});

test('a person who asks after the end of the plan or of free time is listed, until there is another', async ({
  app,
}) => {
  const past = { status: 'canceled', answersUntil: daysAgo(2) } as const;
  const [asking, silent] = [await account(app, past), await account(app, past)];
  const [returned, never, free] = [await account(app), await account(app, { status: null }), await account(app)];
  const onceFree = await account(app, { status: null });
  await changePlan(app, free, { status: 'canceled' });
  await app.product.deps.db
    .insertInto('free_periods')
    .values(
      (
        [
          [free, -1],
          [onceFree, 1],
        ] as const
      ).map(([{ userId }, days]) => ({
        id: randomUUID(),
        user_id: userId,
        source: 'comp' as const,
        months: 1,
        answers_until: daysAgo(days),
      })),
    )
    .execute();
  for (const one of [asking, returned, never, free, onceFree])
    await addText(app, one, { reply: 'inactive', outcome: 'replied', isUnpaid: true });
  expect((await listed(app, 'asked_after_end', asking, silent, returned, never, free, onceFree)).toSorted()).toEqual(
    [asking.userId, onceFree.userId].toSorted(),
  );
});

test('what was canceled this week is listed, unless another plan took its place', async ({ app }) => {
  const [ending, ended, old, kept] = [await account(app), await account(app), await account(app), await account(app)];
  await changePlan(app, ending, { canceled_at: daysAgo(1), cancel_at_period_end: true });
  await changePlan(app, ended, { canceled_at: daysAgo(2), ended_at: daysAgo(2), status: 'canceled' });
  await changePlan(app, old, { canceled_at: daysAgo(8), ended_at: daysAgo(8), status: 'canceled' });
  await changePlan(app, kept, { canceled_at: daysAgo(1), ended_at: daysAgo(1), status: 'canceled' });
  await addPlan(app, kept, { created_at: new Date() });
  expect(await listed(app, 'canceled', ending, ended, old, kept)).toEqual([ending.userId, ended.userId]);
});

test('a person with two plans that fit is on a list once, with the later one', async ({ app }) => {
  const [leaving, failing, silent] = [await account(app), await account(app), await account(app)];
  const [earlier, later] = [daysAgo(3), daysAgo(2)];
  const over = (at: Date) => ({ status: 'canceled', canceled_at: at, ended_at: at }) as const;
  const failed = (at: Date) => ({ status: 'past_due', current_period_start: at }) as const;
  await changePlan(app, leaving, over(earlier));
  await addPlan(app, leaving, over(later));
  await changePlan(app, failing, failed(earlier));
  await addPlan(app, failing, failed(later));
  await changePlan(app, silent, { created_at: earlier, answers_until: daysAgo(-1) });
  await addPlan(app, silent, { created_at: later });
  const { db } = app.product.deps;
  for (const [name, { userId }] of [
    ['canceled', leaving],
    ['card_failing', failing],
    ['never_asked', silent],
  ] as const) {
    const { people } = await readWorklist(db, name);
    expect(people.filter((person) => person.userId === userId).map(({ at }) => at)).toEqual([later.toISOString()]);
  }
});

test('a ticket is listed until an operator notes the reply, once, and the audit says who', async ({ app }) => {
  const writer = await account(app);
  const [ticketId, contactId] = [randomUUID(), randomUUID()];
  for (const [id, kind] of [
    [ticketId, 'ticket'],
    [contactId, 'contact'],
  ] as const) {
    await app.product.deps.db
      .insertInto('support_requests')
      .values({ id, kind, user_id: writer.userId, stage: 'done', closed_at: new Date() })
      .execute();
  }
  expect(await listed(app, 'tickets', writer)).toEqual([writer.userId]);
  const call = operator(app);
  expect((await call('POST', `/api/admin/tickets/${ticketId}/replied`, { body: {} })).status).toBe(200);
  expect((await call('POST', `/api/admin/tickets/${ticketId}/replied`, { body: {} })).status).toBe(404);
  expect((await call('POST', `/api/admin/tickets/${contactId}/replied`, { body: {} })).status).toBe(404);
  expect(await listed(app, 'tickets', writer)).toEqual([]);
  const { entries } = (await call('GET', '/api/admin/audit')).body;
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'ticket_replied', subject: ticketId, outcome: 'done', actor: 'password' }),
  );
});

test('every list is on the desk, an account that is being deleted on none, and more than fifty are told', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const leaving = await account(app, { status: 'past_due' });
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', leaving.userId).execute();
  expect(await listed(app, 'card_failing', leaving)).toEqual([]);
  await Promise.all(Array.from({ length: 51 }, () => account(app, { status: 'past_due' })));
  const { lists } = (await operator(app)('GET', '/api/admin/worklist')).body;
  expect(lists.map(({ name }: { name: string }) => name)).toEqual([
    'two_apologies',
    'stopped_paying',
    'card_failing',
    'tickets',
    'never_asked',
    'asked_after_end',
    'canceled',
  ]);
  expect(lists[2]).toMatchObject({ hasMore: true, people: { length: 50 } });
});

test('the failed figures have their rows: texts, deliveries, opt-outs and migrations', async ({ app }) => {
  const { db } = app.product.deps;
  const someone = await account(app);
  const sid = await addText(app, someone, { outcome: 'apologised', age: '10 minutes' });
  const before = await addText(app, someone, { outcome: 'failed', age: '2 hours' });
  const sendId = randomUUID();
  await sql`
    insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid,
                                accepted_at, delivery, error_code)
    values (${sendId}, ${sid}, 'apology', '+12025550100', ${someone.phone}, 1, 'accepted', now(),
            'SM' || md5(${sendId}), now(), 'undelivered', 30003)`.execute(db);
  await db
    .insertInto('opt_outs')
    .values({ phone_key: someone.phone, opted_out: true, source: 'carrier', changed_at: new Date() })
    .execute();
  await sql`insert into identity_moves (user_id, failed_at) values (${someone.userId}, now())`.execute(db);
  const read = async (range: string): Promise<FailuresReply['lists']> =>
    (await operator(app)('GET', `/api/admin/failures?range=${range}`)).body.lists;
  const { questions, deliveries, opt_outs: optOuts, migrations } = await read('hour');
  const { userId } = someone;
  expect(questions).toContainEqual(expect.objectContaining({ userId, textId: sid, what: 'apologised' }));
  expect(questions.map(({ textId }) => textId)).not.toContain(before);
  expect(deliveries).toContainEqual(expect.objectContaining({ userId, textId: sendId, what: '30003' }));
  expect(optOuts).toContainEqual(expect.objectContaining({ userId, what: 'carrier', name: 'Sam Example' }));
  expect(migrations).toContainEqual(expect.objectContaining({ userId }));
  expect((await read('day')).questions.map(({ textId }) => textId)).toContain(before);
  expect(JSON.stringify(await read('day'))).not.toContain(someone.phone.slice(2));
});

test('an account opens by its id', async ({ app }) => {
  const { userId } = await account(app);
  const { body } = await operator(app)('POST', '/api/admin/find-user', { body: { query: userId } });
  expect(body.user.id).toBe(userId);
  const unknown = await operator(app)('POST', '/api/admin/find-user', { body: { query: randomUUID() } });
  expect(unknown.body.user).toBeNull();
});
