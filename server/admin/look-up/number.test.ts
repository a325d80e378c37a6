import { sql } from 'kysely';
import { expect } from 'vitest';

import type { FoundNumber } from '#contract/admin-look-up.ts';
import { buildLateIndexes } from '#server/db/late-indexes.ts';
import { readLedger } from '#server/platform/ledger.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { operator } from '#server/testing/operator.ts';
import { plannedDb, wholeReads } from '#server/testing/planned-db.ts';
import { test } from '#server/testing/shared-app.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { visitor } from '#server/testing/visitor.ts';

import { findNumber } from './number.repo.ts';
import { readNumber } from './numbers.route.ts';

test.for([
  ['+44 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+1 (416) 967-1111', '+14169671111'],
  ['+1 800.234.5678', '+18002345678'],
  ['+52\u00A055\u20111234\u20135678', '+525512345678'],
  ['\u202A(212) 555-0142\u202C', '+12125550142'],
  ['\u2066+44 20 7946 0958\u2069', '+442079460958'],
  ['tel:+12125550142', '+12125550142'],
  ['44 20 7946 0958', null],
  ['+44 20 7946 0958 or +44 20 7946 0959', null],
  ['ann+442079460958@askline.example', null],
] as const)('an operator’s number: %s', ([typed, number]) => {
  expect(readNumber(typed)).toBe(number);
});

async function find(app: TestApp, phoneNumber: string): Promise<FoundNumber> {
  return (await operator(app)('POST', '/api/admin/find-number', { body: { phoneNumber } })).body;
}

async function optOut(app: TestApp, phoneNumber: string): Promise<{ readonly isNew: boolean }> {
  return (await operator(app)('POST', '/api/admin/opt-out', { body: { phoneNumber } })).body;
}

test('a number without an account shows what it texted and got and since when it is opted out, but no words', async ({
  app,
}) => {
  const phone = app.phone();
  expect(await find(app, phone)).toEqual({
    ending: phone.slice(-2),
    account: null,
    stranger: null,
    optOut: null,
    isUnreachable: false,
    codes: [],
    texts: [],
  });
  await app.text(phone, 'Where do zebras sleep?');
  await app.finalReplies(phone, 1);
  await app.text(phone, 'And where do lions?');
  await app.untilTextsDone();
  await app.text(phone, 'STOP');
  await app.untilTextsDone();
  const found = await find(app, `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`);
  expect(found).toMatchObject({
    account: null,
    stranger: { since: expect.any(String), isPromoSent: true },
    optOut: { since: expect.any(String), source: 'text' },
    texts: [{ kind: 'stop' }, { kind: 'question', reply: null }, { kind: 'question', reply: 'promo', failure: null }],
  });
  expect(found.texts[2]?.sentAt).not.toBeNull();
  expect(JSON.stringify(found)).not.toMatch(new RegExp(`zebra|lion|${phone.slice(2)}`));

  const call = operator(app);
  expect(await call('POST', '/api/admin/find-number', { body: { phoneNumber: 'four' } })).toMatchObject({
    status: 400,
    body: { fields: { phoneNumber: expect.any(String) } },
  });
  expect((await call('POST', '/api/admin/find-number', { body: { phoneNumber: phone }, token: null })).status).toBe(
    403,
  );
  const { entries } = (await call('GET', '/api/admin/audit')).body;
  const mine = entries.filter((entry: { action: string }) => entry.action === 'find_number');
  expect(mine.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['bad_request', 'done', 'done']);
  expect(JSON.stringify(mine)).not.toContain(phone.slice(2, 8));
});

test('a number shows the codes that were texted to it, and the account that waits for one or has verified it', async ({
  app,
}) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  expect(body.confirmationTicket).toEqual(expect.any(String));
  const found = await find(app, fields.phoneNumber);
  expect(found).toMatchObject({ account: { isVerified: false }, codes: [{ failure: null }], stranger: null });
  const verified = app.phone();
  const userId = await app.subscriber(verified);
  expect(await find(app, verified)).toMatchObject({ account: { userId, isVerified: true }, codes: [] });
});

test('an opt-out that outlived its account is told, and texts of an account that had the number earlier are not', async ({
  app,
}) => {
  const { db, phoneHash } = app.product.deps;
  const phone = app.phone();
  const former = await app.subscriber(app.phone());
  await db
    .insertInto('opt_outs')
    .values({ phone_key: phoneHash(phone), opted_out: true, source: 'account', changed_at: new Date() })
    .execute();
  await app.text(phone, 'Who was here before?');
  await app.untilTextsDone();
  expect(await find(app, phone)).toMatchObject({ optOut: { source: 'account' }, texts: [{ kind: 'question' }] });
  await db.updateTable('inbound_texts').set({ user_id: former }).where('sender', '=', phone).execute();
  expect((await find(app, phone)).texts).toEqual([]);
});

test('a number is looked up by indexes, however many texts of others there are', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await buildLateIndexes(db, database.url);
  const [serviceNumber, phone] = ['+12025550100', '+13129000001'];
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  await addSubscriber(db, { phone, serviceNumber });
  await sql`
    with texts as (
      insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, received_at, answer_by,
                                 not_before, closed_at)
      select 'SM' || md5(n::text), '+1312' || 2000000 + n % 9000, ${serviceNumber}, 'question',
             case when n % 10 > 0 then 'promo' end, 'done', 'replied', at, at, at, at
        from generate_series(1, 20000) as n, lateral (select now() - n * interval '1 minute' as at) as time
      returning sid, sender, received_at)
    insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at)
    select gen_random_uuid(), sid, 'promo', ${serviceNumber}, sender, 1, 'rejected', received_at from texts`.execute(
    db,
  );
  await sql`
    insert into unsubscribed_senders (phone_number)
    select '+1312' || 2000000 + n from generate_series(1, 9000) as n`.execute(db);
  await sql`
    insert into opt_outs (phone_key, opted_out, changed_at, source)
    select '+1312' || 2000000 + n, true, now(), 'text' from generate_series(1, 9000) as n`.execute(db);
  await sql`analyze`.execute(db);

  const planned = plannedDb(pool);
  const stranger = await findNumber(planned.db, '+13122000007', `h:${'0'.repeat(64)}`);
  expect(stranger).toMatchObject({ optOut: { source: 'text' }, texts: { length: 3 } });
  expect((await findNumber(planned.db, phone, `h:${'1'.repeat(64)}`)).account).not.toBeNull();
  const large = ['inbound_texts', 'outbound_texts', 'unsubscribed_senders', 'opt_outs'];
  expect(wholeReads(await planned.plans(), large)).toEqual([]);
});

test('an opt-out by the operator is in the ledger, for a database that an older backup takes the place of', async ({
  app,
}) => {
  const { config, phoneHash } = app.product.deps;
  const phone = app.phone();
  await optOut(app, phone);
  const entries = (readLedger(config.backup.ledgerDir) ?? []).filter(({ key }) => key === phoneHash(phone));
  expect(entries.map(({ kind }) => kind)).toEqual(['stop']);
});

test('who is opted out by the operator gets the email that the plan continues, once', async ({ app }) => {
  const phone = app.phone();
  const userId = await app.subscriber(phone);
  for (let n = 0; n < 2; n += 1) await optOut(app, phone);
  const { rows } = await app.product.deps.pool.query('select kind from mails where user_id = $1', [userId]);
  expect(rows).toEqual([{ kind: 'texts_stopped' }]);
});

test('a number whose opt-out outlived its account was opted out before', async ({ app }) => {
  const { db, phoneHash } = app.product.deps;
  const phone = app.phone();
  await db
    .insertInto('opt_outs')
    .values({ phone_key: phoneHash(phone), opted_out: true, source: 'account', changed_at: new Date() })
    .execute();
  expect(await optOut(app, phone)).toMatchObject({ isNew: false });
  const rows = await db.selectFrom('opt_outs').select('source').where('phone_key', '=', phone).execute();
  expect(rows).toEqual([]);
});

test('a number that waits for its code belongs to no account once its time is over', async ({ app }) => {
  const { fields } = await visitor(app).signUp();
  expect(await find(app, fields.phoneNumber)).toMatchObject({ account: { isVerified: false } });
  await sql`
    update phone_numbers set claimed_until = now() - interval '1 second'
     where user_id = (select id from users where email = ${fields.email})`.execute(app.product.deps.db);
  expect(await find(app, fields.phoneNumber)).toMatchObject({ account: null });
});
