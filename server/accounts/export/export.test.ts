import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';
import { DataExport } from '#contract/data-export.ts';
import { recordRenewalConsent } from '#server/billing/checkout/checkout.repo.ts';
import type { Db } from '#server/db/client.ts';
import { setHomePlace } from '#server/places/home-place.repo.ts';
import { test } from '#server/testing/shared-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, forgetLimits, mailedCode, testPassword, visitor, type Visitor } from '#server/testing/visitor.ts';

/** Tables with a column about a person that are not exported, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  account_months: 'sums of account_costs, which is exported',
  admin_audit: "the operators' own record of what they did",
  deletions: 'an account that is deleted has no session',
  departed_numbers: 'keyed hashes of numbers that left; an account that is open has none',
  forgotten_texts: 'keyed hashes of texts of deleted accounts',
  operators: 'not customers',
  phone_change_undos: 'a copy of phone_changes for release 1.0.0',
  plans: 'what is on sale',
  operator_sessions: 'not customers',
  support_request_files: 'encrypted until they are emailed, then deleted',
};

test('an account gets everything that is stored about it, and no one else does', async ({ app }) => {
  const ann = visitor(app);
  const ben = visitor(app);
  const { email, userId } = await ann.join();
  const other = await ben.join();
  const { status, body } = await ann.call('GET', '/api/user/export');
  expect(status).toBe(200);
  const data = DataExport.parse(body);
  // The page of this release reads the reply of 1.0.0, which knows no free time.
  expect(DataExport.safeParse({ ...data, freePeriods: undefined }).success).toBe(true);
  expect(data.account).toMatchObject({ id: userId, email });
  expect(data.phones).toHaveLength(1);
  expect(data.consents.length).toBeGreaterThan(0);
  expect(data.devices).toEqual([expect.objectContaining({ created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) })]);
  await until('the code that was texted to be in it', async () => {
    const sent = DataExport.parse((await ann.call('GET', '/api/user/export')).body).textsSent;
    return sent.every(({ recipient }) => recipient === data.phones[0]?.['number']);
  });
  const text = JSON.stringify(body);
  for (const secret of [testPassword, 'argon2', 'hash', 'sealed', other.email, other.userId]) {
    expect(text, secret).not.toContain(secret);
  }
  const stranger = await visitor(app).call('GET', '/api/user/export');
  expect([stranger.status, stranger.body.message]).toEqual([401, accountCopy.authenticationRequired]);
});

test('a number that was not verified shows nothing of the person it belongs to', async ({ app }) => {
  const ann = visitor(app);
  const ben = visitor(app);
  const { userId } = await ann.join();
  await ben.join();
  const { db } = app.product.deps;
  const number = '+13125550188';
  await sql`insert into phone_numbers (user_id, number) values (${userId}, ${number})`.execute(db);
  await sql`
    insert into opt_outs (phone_key, opted_out, changed_at, source) values (${number}, true, now(), 'text')`.execute(
    db,
  );
  await sql`insert into notices (kind, phone_number, sent_at) values ('promo', ${number}, now())`.execute(db);
  await app.text(number, 'i want to die');
  await app.text(number, 'STOP');
  const data = DataExport.parse((await ann.call('GET', '/api/user/export')).body);
  expect(data.phones.map((phone) => phone['number'])).toContain(number);
  expect([data.optOuts, data.notices]).toEqual([[], []]);
  expect(await textedBy(number)).toEqual([[], [], []]);
  // Such texts used to be stored like this.
  await sql`update inbound_texts set user_id = ${userId} where sender = ${number}`.execute(db);
  await sql`update consents set user_id = ${userId} where phone_key = ${number} and source = 'text'`.execute(db);
  expect(await textedBy(number)).toEqual([[], [], []]);

  async function textedBy(phone: string): Promise<unknown> {
    const { textsReceived, textsSent, consents } = DataExport.parse((await ann.call('GET', '/api/user/export')).body);
    return [
      textsReceived.filter(({ sender }) => sender === phone),
      textsSent.filter(({ recipient }) => recipient === phone),
      consents.filter((one) => one['number'] === phone),
    ];
  }
});

test("a number's next owner sees nothing that was noted of it before", async ({ app }) => {
  const ben = visitor(app);
  const { phoneNumber } = await ben.join();
  const { db } = app.product.deps;
  // The former owner's, who changed to another phone, and his own.
  for (const [kind, at] of Object.entries({ crisis: sql`now() - interval '1 hour'`, daily_limit: sql`now()` })) {
    await sql`insert into notices (kind, phone_number, sent_at) values (${kind}, ${phoneNumber}, ${at})`.execute(db);
    await sql`
      insert into recent_questions (sid, sender, tag, is_answered, asked_at)
      values ('SM' || md5(random()::text), ${phoneNumber}, 1, true, ${at})`.execute(db);
  }
  await sql`
    insert into unsubscribed_senders (phone_number, promo_sent, created_at)
    values (${phoneNumber}, true, now() - interval '1 hour')`.execute(db);
  const read = async () => DataExport.parse((await ben.call('GET', '/api/user/export')).body);
  const { notices, recentQuestions, textsWithoutPlan } = await read();
  expect(notices).toEqual([expect.objectContaining({ kind: 'daily_limit', number: phoneNumber })]);
  expect([recentQuestions.length, textsWithoutPlan.length]).toEqual([1, 0]);
  await sql`update unsubscribed_senders set created_at = now() where phone_number = ${phoneNumber}`.execute(db);
  expect((await read()).textsWithoutPlan).toHaveLength(1);
});

test('what an account texted from an earlier number stays in its export', async ({ app }) => {
  const ann = visitor(app);
  const { userId } = await ann.join();
  const { db } = app.product.deps;
  const [left, earlier] = [app.phone(), app.phone()];
  await sql`
    insert into inbound_texts (sid, sender, service_number, kind, state, outcome, user_id, accepted, reply, received_at,
                               answer_by, not_before, closed_at)
    select 'SM' || encode(uuid_send(gen_random_uuid()), 'hex'), sender, '+12025550100', kind, 'done', 'answered',
           ${userId}::uuid, kind = 'question', reply, at, at, at, at
      from (values (${left}, 'stop', 'stop', now() - interval '3 days'), (${earlier}, 'question', 'answer', now() - interval '2 days'),
                   (${earlier}, 'stop', 'stop', now() - interval '1 day')) as texted (sender, kind, reply, at)`.execute(
    db,
  );
  const { textsReceived } = DataExport.parse((await ann.call('GET', '/api/user/export')).body);
  expect(textsReceived.map(({ sender, kind }) => [sender, kind])).toEqual([
    [earlier, 'question'],
    [earlier, 'stop'],
  ]);
});

/** Stores an accepted question of the account, as its phone texted it. */
async function storeQuestion(db: Db, userId: string, sender: string, daysAgo: number): Promise<void> {
  await sql`
    insert into inbound_texts (sid, sender, service_number, kind, state, outcome, user_id, accepted, reply, received_at,
                               answer_by, not_before, closed_at)
    select 'SM' || encode(uuid_send(gen_random_uuid()), 'hex'), ${sender}, '+12025550100', 'question', 'done', 'answered',
           ${userId}::uuid, true, 'answer', at, at, at, at
      from (select now() - ${daysAgo} * interval '1 day') as texted (at)`.execute(db);
}

test('an owner who proves the mailbox by a code gets nothing of the person who had the account before', async ({
  app,
}) => {
  const [stranger, owner] = [visitor(app), visitor(app)];
  const { email, phoneNumber, userId } = await stranger.join();
  const { db } = app.product.deps;
  await setHomePlace(db, userId, { city: 'Chicago', region: 'IL', zip: '60614' });
  await recordRenewalConsent(db, { userId, wording: 'v1', address: '203.0.113.77' });
  await storeQuestion(db, userId, phoneNumber, 0);
  await app.text(phoneNumber, 'i want to kill myself');
  await app.finalReplies(phoneNumber, 2);
  const read = async (browser: Visitor) => DataExport.parse((await browser.call('GET', '/api/user/export')).body);
  const before = await read(stranger);
  expect([before.textsReceived.length, before.consents.length, before.homePlace.length]).toEqual([2, 3, 1]);

  await owner.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(app, email);
  const newPassword = 'Another-Secret-9!';
  expect((await owner.call('POST', '/api/reset-password', { email, verificationCode, newPassword })).status).toBe(200);
  await owner.call('POST', '/api/login', { email, password: newPassword });
  expect((await owner.call('GET', '/api/user/home-place')).body).toEqual({ homePlace: null });
  const after = await read(owner);
  expect([after.consents, after.textsReceived, after.textsSent, after.homePlace]).toEqual([[], [], [], []]);
  expect(JSON.stringify(after)).not.toContain(phoneNumber);

  // With the phone verified again, it was the same person all along.
  await forgetLimits(app, 'code_phone_minute');
  expect((await owner.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber })).status).toBe(200);
  const code = { verificationCode: await codeOn(app, phoneNumber, 2) };
  expect((await owner.call('POST', '/api/cognito/confirm-phone-change', code)).status).toBe(200);
  const again = await read(owner);
  expect([again.textsReceived.length, again.consents.length]).toEqual([2, 4]);
});

test('an owner who proves the mailbox by its link keeps everything from before in the export', async ({ app }) => {
  const ann = visitor(app);
  const { userId, phoneNumber } = await ann.join();
  const { db } = app.product.deps;
  const left = app.phone();
  for (const [sender, daysAgo] of [
    [left, 9],
    [phoneNumber, 7],
  ] as const)
    await storeQuestion(db, userId, sender, daysAgo);
  const counts = async () => {
    const { textsReceived, consents } = DataExport.parse((await ann.call('GET', '/api/user/export')).body);
    return [textsReceived.length, consents.length];
  };
  const all = await counts();
  expect(all).toEqual([2, 2]);
  await sql`update users set email_proven_at = now() - interval '2 days' where id = ${userId}`.execute(db);
  await sql`
    update phone_numbers set verified_at = now() - interval '8 days' where user_id = ${userId}`.execute(db);
  expect(await counts()).toEqual(all);
  // After a change of phone, the texts of the earlier one tell it.
  await storeQuestion(db, userId, phoneNumber, 1);
  await sql`
    update phone_numbers set number = ${app.phone()}, verified_at = now() where user_id = ${userId}`.execute(db);
  expect(await counts()).toEqual([3, 2]);
});

test('an export asks for the password again after a while, and a few a day are enough', async ({ app }) => {
  const ann = visitor(app);
  const { userId } = await ann.join();
  const { db } = app.product.deps;
  await sql`update sessions set proven_at = now() - interval '1 hour' where user_id = ${userId}`.execute(db);
  expect((await ann.call('GET', '/api/user/export')).body.message).toBe(accountCopy.passwordNeeded);
  await ann.call('POST', '/api/confirm-password', { password: testPassword });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 30) {
    statuses.push((await ann.call('GET', '/api/user/export')).status);
  }
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
});

test('every table that knows a person is in the export, or is left out for a reason', async ({ app }) => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and (c.column_name in ('user_id', 'email', 'address', 'sender', 'recipient', 'number', 'numbers')
            or c.column_name ~ '(phone|recipient|subscription|operator)')`.execute(app.product.deps.db);
  const source = readFileSync(join(import.meta.dirname, 'export.repo.ts'), 'utf8');
  const missing = rows.map(({ name }) => name).filter((name) => !new RegExp(`from ${name}\\b`).test(source));
  expect(missing.filter((name) => !(name in leftOut)).toSorted()).toEqual([]);
});
