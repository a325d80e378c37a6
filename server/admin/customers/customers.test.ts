import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import type { Db } from '#server/db/client.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { plannedDb, wholeReads } from '#server/testing/planned-db.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

import { csvLine } from './customers-csv.ts';
import type { Audience } from './customers.repo.ts';
import { listCustomers } from './list-customers.ts';

const everyone: Audience = { serviceNumber: null, isPaying: false };
const [oldNumber, newNumber] = ['+12025550100', '+12025550101'];

/** @returns the phones of the listed customers */
async function phonesOf(db: Db, audience: Audience): Promise<string[]> {
  const csv = (await Array.fromAsync(listCustomers(db, audience))).join('');
  const [header, ...lines] = csv.split('\r\n');
  expect([header, lines.pop()]).toEqual(['"name","email","phone","service_number"', '']);
  return lines.map((line) => line.split('","')[2] ?? '').toSorted();
}

async function addNumbers(db: Db): Promise<void> {
  await db
    .insertInto('service_numbers')
    .values([{ number: oldNumber }, { number: newNumber }])
    .execute();
}

test('a list has all customers, those with a service number, those texted from it, or those who pay', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await addNumbers(db);
  await addSubscriber(db, { phone: '+12025550141', serviceNumber: oldNumber });
  await addSubscriber(db, { phone: '+12025550142', serviceNumber: newNumber, status: 'past_due' });
  await addSubscriber(db, { phone: '+12025550143', serviceNumber: newNumber, status: 'canceled' });
  await addSubscriber(db, { phone: '+12025550144', serviceNumber: newNumber, status: null });
  // Not customers: a signup that was never finished, and an account that is being deleted.
  await addSubscriber(db, { phone: '+12025550145', serviceNumber: oldNumber, status: null, isVerified: false });
  const leaving = await addSubscriber(db, { phone: '+12025550146', serviceNumber: oldNumber });
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', leaving).execute();
  await sql`
    insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, accepted_at, provider_sid)
    values (${randomUUID()}, 'account', ${oldNumber}, '+12025550143', 1, 'accepted', now(), now(),
            ${`SM${'a'.repeat(32)}`})`.execute(db);

  const all = ['(202) 555-0141', '(202) 555-0142', '(202) 555-0143', '(202) 555-0144'];
  expect(await phonesOf(db, everyone)).toEqual(all);
  expect(await phonesOf(db, { ...everyone, serviceNumber: oldNumber })).toEqual([all[0], all[2]]);
  expect(await phonesOf(db, { ...everyone, isPaying: true })).toEqual([all[0], all[1]]);
  expect(await phonesOf(db, { serviceNumber: oldNumber, isPaying: true })).toEqual([all[0]]);
});

test('a list is in the audit before its first line and after its last, without a number', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const audit = () =>
    connection.db.selectFrom('admin_audit').select(['action', 'actor', 'subject', 'outcome']).execute();
  const list = listCustomers(connection.db, { serviceNumber: oldNumber, isPaying: true });
  await list.next();
  const entry = { action: 'list_customers', actor: 'command', subject: 'paying +1********00' };
  expect(await audit()).toEqual([{ ...entry, outcome: 'begun' }]);
  await Array.fromAsync(list);
  expect(await audit()).toEqual(['begun', 'done'].map((outcome) => ({ ...entry, outcome })));
});

test('a long list is read in pages, each by index and only once', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  await addNumbers(connection.db);
  await sql`
    insert into users (name, email, service_number, confirmed_at)
    select 'Sam', n || '@askline.example', ${newNumber}, now() from generate_series(1, 5500) as n`.execute(
    connection.db,
  );
  await sql`
    insert into phone_numbers (user_id, number, verified_at)
    select id, '+1415' || (2000000 + row_number() over ()), now() from users`.execute(connection.db);
  await sql`
    insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
    select 'sub_' || id, id, 'monthly', 'active', now(), now() from users`.execute(connection.db);
  await sql`
    insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, accepted_at, provider_sid)
    select gen_random_uuid(), 'account', ${newNumber}, number, 1, 'accepted', now(), now(), 'SM' || md5(number)
      from phone_numbers`.execute(connection.db);
  await sql`analyze`.execute(connection.db);
  const planned = plannedDb(connection.pool);
  const phones = await phonesOf(planned.db, { serviceNumber: newNumber, isPaying: true });
  expect([phones.length, new Set(phones).size]).toEqual([5500, 5500]);
  expect(await phonesOf(planned.db, { serviceNumber: oldNumber, isPaying: false })).toEqual([]);
  const plans = await planned.plans();
  expect(plans.length).toBeGreaterThan(12);
  expect(wholeReads(plans, ['users', 'phone_numbers', 'subscriptions', 'outbound_texts'])).toEqual([]);
  // From where the page before ended, not from the first account on.
  const pages = plans.filter((plan) => plan.includes('from users u'));
  expect(pages.filter((plan) => !/users_pkey.*\n\s+Index Cond: \(id > /u.test(plan))).toEqual([]);
});

const customer = {
  id: randomUUID(),
  name: 'Ann O’Brien',
  email: 'ann@askline.example',
  isEmailProven: true,
  phone: '+12025550141',
  serviceNumber: oldNumber,
};

test('a line has the name only where an email may say it', () => {
  expect(csvLine(customer)).toBe('"Ann O’Brien","ann@askline.example","(202) 555-0141","(202) 555-0100"\r\n');
  expect(csvLine({ ...customer, isEmailProven: false, phone: null, serviceNumber: null })).toBe(
    '"","ann@askline.example","",""\r\n',
  );
  expect(csvLine({ ...customer, name: 'WIN $100 at evil.example' })).toMatch(/^"",/);
});

test.for(['=HYPERLINK("//evil.example")', '+1', '-1', '@SUM(1)', '\t=1', '＝1', '","=1'])(
  'a value that begins with %j is no formula in a spreadsheet',
  (start) => {
    const csv = csvLine({ ...customer, name: start, email: `${start}@askline.example` });
    const values = [...csv.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/gu)].map(([, value = '']) =>
      value.replaceAll('""', '"'),
    );
    expect(values).toHaveLength(4);
    for (const value of values) expect(value).not.toMatch(/^[=+\-@\t\r\n＝]/u);
  },
);

test('an address that begins like a formula still names the same mailbox', () => {
  expect(csvLine({ ...customer, email: '+ann@askline.example' })).toContain(',"""+ann""@askline.example",');
});
