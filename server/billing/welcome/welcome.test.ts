import { sql } from 'kysely';
import { expect } from 'vitest';

import type { TextSender } from '#server/providers/ports/text-sender.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { addPayer, noWebhooks, type Payer, payerOf, withFaults } from '#server/testing/payer.ts';
import { plannedDb, wholeReads } from '#server/testing/planned-db.ts';
import { test } from '#server/testing/shared-app.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, visitor } from '#server/testing/visitor.ts';
import { welcomeText } from '#server/texting/rules/replies.ts';

import { assignServiceNumber, findUnwelcomed, releaseStranded } from './welcome.repo.ts';
import { sendMissedWelcomes, WelcomeNotSent, welcomeSubscriber } from './welcome.ts';

async function welcome(app: TestApp, payer: Payer, textSender?: TextSender, isBlocked = false): Promise<void> {
  const isCarrierBlocked = () => Promise.resolve(isBlocked);
  const deps = { ...app.product.deps, isCarrierBlocked, welcomeText, ...(textSender && { textSender }) };
  await welcomeSubscriber(deps, payer.userId);
}

/** Pays without a webhook, so that the test decides when the welcome happens. */
async function quietPayer(app: TestApp, options?: Parameters<typeof addPayer>[1]): Promise<Payer> {
  const payer = await addPayer(app, options);
  await withFaults(app, noWebhooks, () => payer.subscribe());
  await payer.view('refresh');
  return payer;
}

const opening = 'Your Askline number is (202) 555-01';

test('after the first payment one text with the instructions comes from the subscriber’s own number, and YES confirms', async ({
  app,
}) => {
  const payer = await addPayer(app);
  await payer.subscribe();
  await until('the welcome', async () => (await app.replies(payer.phone)).length > 0);
  const { db } = app.product.deps;
  const user = await db.selectFrom('users').selectAll().where('id', '=', payer.userId).executeTakeFirstOrThrow();
  const texts = await app.finalReplies(payer.phone, 1);
  expect(texts).toEqual([welcomeText(user.service_number ?? '', 'en')]);

  await app.text(payer.phone, 'YES', { to: user.service_number ?? '' });
  // The carrier treats YES as an opt-in keyword, which only it may answer (docs/reference/security.md#t28).
  expect(await app.finalReplies(payer.phone, 2)).toEqual([
    expect.stringContaining(opening),
    expect.stringContaining("You're in."),
  ]);
  const phone = await db.selectFrom('phone_numbers').selectAll().where('user_id', '=', payer.userId).executeTakeFirst();
  expect([phone?.opt_in_asked_at, phone?.opt_in_confirmed_at]).toEqual([expect.any(Date), expect.any(Date)]);
});

test('the welcome is in the language of the phone', async ({ app }) => {
  const payer = await quietPayer(app);
  const { db } = app.product.deps;
  await db.updateTable('phone_numbers').set({ language: 'es' }).where('user_id', '=', payer.userId).execute();
  await welcome(app, payer);
  const [text] = await app.finalReplies(payer.phone, 1);
  expect(text).toMatch(/^Su numero de Askline es \(202\) 555-01\d\d\. Responda SI para recibir respuestas de IA\./);
});

test('twenty concurrent welcomes send one text and one email, and later ones nothing', async ({ app }) => {
  const payer = await quietPayer(app);
  await Promise.all(Array.from({ length: 20 }, () => welcome(app, payer)));
  await welcome(app, payer);
  expect(await app.finalReplies(payer.phone, 1)).toHaveLength(1);
  const mails = app.product.deps.db.selectFrom('mails').select('kind').where('user_id', '=', payer.userId);
  expect(await mails.execute()).toEqual([{ kind: 'subscription_started' }]);
});

test('without a verified phone the text waits until there is one', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await quietPayer(app, { isVerified: false });
  await welcome(app, payer);
  expect(await app.replies(payer.phone)).toEqual([]);
  await db.updateTable('phone_numbers').set({ verified_at: new Date() }).where('number', '=', payer.phone).execute();
  await welcome(app, payer);
  expect(await app.finalReplies(payer.phone, 1)).toHaveLength(1);
});

test('an account without a plan gets no number and no text; one that opted out gets a number and no text', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const stranger = await addPayer(app);
  await welcome(app, stranger);
  const silent = await quietPayer(app);
  const optOut = { phone_key: silent.phone, opted_out: true, changed_at: new Date(), source: 'text' } as const;
  await db.insertInto('opt_outs').values(optOut).execute();
  await welcome(app, silent);
  const users = await db.selectFrom('users').select(['id', 'service_number']).execute();
  const numbers = Object.fromEntries(users.map(({ id, service_number: number }) => [id, number]));
  expect([numbers[stranger.userId], numbers[silent.userId]]).toEqual([null, expect.stringMatching(/^\+1202/)]);
  expect([...(await app.replies(stranger.phone)), ...(await app.replies(silent.phone))]).toEqual([]);
});

test('a plan that has ended welcomes no one', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await quietPayer(app);
  await db.updateTable('subscriptions').set({ status: 'canceled' }).where('user_id', '=', payer.userId).execute();
  await welcome(app, payer);
  expect(await app.replies(payer.phone)).toEqual([]);
  const mails = db.selectFrom('mails').select('kind').where('user_id', '=', payer.userId);
  expect(await mails.execute()).toEqual([]);
});

test('a text that could not be sent is sent later, and one whose process died is not lost', async ({ app }) => {
  const { deps } = app.product;
  const payer = await quietPayer(app);
  for (const outcome of ['busy', 'failed'] as const) {
    await expect(welcome(app, payer, { send: () => Promise.resolve(outcome) })).rejects.toThrow(WelcomeNotSent);
  }
  const died = new Error('the process is gone');
  await expect(welcome(app, payer, { send: () => Promise.reject(died) })).rejects.toThrow(died);
  const welcomeMissed = () => sendMissedWelcomes({ db: deps.db, welcome: () => welcome(app, payer) });
  await welcomeMissed(); // too early: a process may still be sending it
  expect(await app.replies(payer.phone)).toEqual([]);
  const asked = { opt_in_asked_at: new Date(Date.now() - 10 * 60_000) };
  const age = () => deps.db.updateTable('phone_numbers').set(asked).where('user_id', '=', payer.userId).execute();
  await age();
  await welcomeMissed();
  expect(await app.finalReplies(payer.phone, 1)).toHaveLength(1);
  await age();
  await welcomeMissed(); // this time it did go out
  expect(await app.finalReplies(payer.phone, 1)).toHaveLength(1);
});

test('a welcome waits while the carrier blocks our texts to everyone, and goes out when it no longer does', async ({
  app,
}) => {
  const payer = await quietPayer(app);
  await welcome(app, payer, undefined, true);
  expect(await app.replies(payer.phone)).toEqual([]);
  await sendMissedWelcomes({ db: app.product.deps.db, welcome: () => welcome(app, payer) });
  expect(await app.finalReplies(payer.phone, 1)).toEqual([expect.stringContaining(opening)]);
});

test('a welcome that was not sent is due for seven days', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await quietPayer(app);
  await sql`update subscriptions set created_at = now() - interval '20 days' where user_id = ${payer.userId}`.execute(
    db,
  );
  const verifiedAgo = (time: string) =>
    sql`update phone_numbers set verified_at = now() - ${time}::interval where user_id = ${payer.userId}`.execute(db);
  await verifiedAgo('6 days 23 hours');
  expect(await findUnwelcomed(db)).toContain(payer.userId);
  await verifiedAgo('7 days 1 hour');
  expect(await findUnwelcomed(db)).not.toContain(payer.userId);
});

test('a welcome that was turned away for a reason about us, before a signal told of it, is sent again', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const payer = await quietPayer(app);
  const blocked = { twilio: { undelivered: true, undeliveredCode: 30034 } };
  await withFaults(app, blocked, async () => {
    await welcome(app, payer);
    await until('the report', async () => {
      const { rows } = await sql`select from outbound_texts
        where recipient = ${payer.phone} and delivery = 'undelivered'`.execute(db);
      return rows.length > 0;
    });
  });
  const welcomeMissed = () => sendMissedWelcomes({ db, welcome: () => welcome(app, payer) });
  const age = async (time: string): Promise<void> => {
    await sql`update phone_numbers set opt_in_asked_at = now() - ${time}::interval - interval '1 second'
               where user_id = ${payer.userId}`.execute(db);
    await sql`update outbound_texts set intent_at = now() - ${time}::interval
               where recipient = ${payer.phone}`.execute(db);
  };
  await age('5 hours');
  await welcomeMissed();
  expect(await app.replies(payer.phone)).toHaveLength(1);
  await age('7 hours');
  await welcomeMissed();
  expect(await app.finalReplies(payer.phone, 2)).toHaveLength(2);
  // This time it arrived.
  await age('7 hours');
  await welcomeMissed();
  expect(await app.replies(payer.phone)).toHaveLength(2);
});

test('a welcome that the carrier refuses because the phone is a landline is not tried again', async ({ app }) => {
  const payer = await quietPayer(app);
  const landline = { twilio: { status: 400, code: 21614, operations: ['create'] } };
  await withFaults(app, landline, () => expect(welcome(app, payer)).rejects.toThrow(WelcomeNotSent));
  await welcome(app, payer);
  expect(await app.replies(payer.phone)).toEqual([]);
});

test('a subscriber who changes the phone gets the number and the request for YES on the new one', async ({ app }) => {
  const browser = visitor(app);
  const { userId, phoneNumber: first } = await browser.join();
  await payerOf(app, { userId, phone: first, call: (...args) => browser.call(...args) }).subscribe();
  const welcomesOn = async (phone: string) => (await app.replies(phone)).filter((text) => text.startsWith(opening));
  await until('the welcome', async () => (await welcomesOn(first)).length === 1);

  const second = app.phone();
  const asked = await browser.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: second });
  expect(asked.status).toBe(200);
  const verificationCode = await codeOn(app, second);
  expect((await browser.call('POST', '/api/cognito/confirm-phone-change', { verificationCode })).status).toBe(200);
  await until('the welcome on the new phone', async () => (await welcomesOn(second)).length === 1);
  expect(await welcomesOn(second)).toEqual(await welcomesOn(first));
});

test('new subscribers are spread evenly over the active numbers, also when they sign up concurrently, and keep theirs', async () => {
  await using app = await startTestApp();
  const { db } = app.product.deps;
  await db.insertInto('service_numbers').values({ number: '+12025550102' }).execute();
  const users = await db
    .insertInto('users')
    .values(Array.from({ length: 31 }, (_, index) => ({ name: 'Sam', email: `sam${index}@askline.example` })))
    .returning('id')
    .execute();
  const given = await Promise.all(users.map(({ id }) => assignServiceNumber(db, id)));
  const counts = [...Map.groupBy(given, (number) => number).values()].map(({ length }) => length);
  expect(counts.toSorted((one, other) => one - other)).toEqual([10, 10, 11]);
  expect(await Promise.all(users.map(({ id }) => assignServiceNumber(db, id)))).toEqual(given);

  await db.updateTable('service_numbers').set({ active: false }).where('number', '=', '+12025550100').execute();
  const moved = await Promise.all(users.map(({ id }) => assignServiceNumber(db, id)));
  expect(moved).not.toContain('+12025550100');
  expect(moved.filter((number, index) => number !== given[index])).toHaveLength(
    given.filter((number) => number === '+12025550100').length,
  );
});

test('the marks of processes that died are found by index, however many texts were sent', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  const [serviceNumber, died, sent] = ['+12025550100', '+13129000001', '+13129000002'];
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const asked = { opt_in_asked_at: new Date(Date.now() - 600_000) };
  for (const phone of [died, sent]) await addSubscriber(db, { phone, serviceNumber, awaitsYes: true });
  await db.updateTable('phone_numbers').set(asked).execute();
  await sql`
    insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, provider_sid)
    select gen_random_uuid(), 'account', ${serviceNumber},
           case when n = 1 then ${sent} else '+1312' || (2000000 + n % 4000) end, 1, 'accepted',
           now() - interval '8 minutes', 'SM' || md5(n::text) from generate_series(1, 20000) as n`.execute(db);
  await sql`analyze`.execute(db);
  const planned = plannedDb(pool);
  await releaseStranded(planned.db);
  const open = db.selectFrom('phone_numbers').select('number').where('opt_in_asked_at', 'is', null);
  expect(await open.execute()).toEqual([{ number: died }]);
  expect(wholeReads(await planned.plans(), ['outbound_texts'])).toEqual([]);
});
