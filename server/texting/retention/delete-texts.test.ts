import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { buildLateIndexes } from '#server/db/late-indexes.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { plannedDb, wholeReads } from '#server/testing/planned-db.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

import { deleteFinishedTexts, deleteTracesOfNumber, hastenRedaction } from './delete-texts.repo.ts';

const serviceNumber = '+12025550100';
const phone = '+13129000001';
const tables = ['inbound_texts', 'outbound_texts'];
const requestedAt = new Date('2026-11-20T12:00:00Z');
const phoneHash = (text: string): string => `h:${Buffer.from(text).toString('hex').slice(0, 64).padEnd(64, '0')}`;

async function withArchive() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { db, pool } = stack.use(connectTo(url));
  await buildLateIndexes(db, url);
  await sql`insert into service_numbers (number) values (${serviceNumber})`.execute(db);
  const userId = await addSubscriber(db, { phone, serviceNumber });
  const addTexts = async (texts: {
    from: string;
    count?: number;
    user?: string | null;
    isSilent?: boolean;
    at?: Date;
  }) => {
    const { from, count = 1, user = null, isSilent = false, at = new Date(requestedAt.getTime() - 60_000) } = texts;
    await sql`
      with texts as (
        insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, user_id, received_at,
                                   answer_by, not_before, closed_at, redact_at)
        select 'SM' || md5(random()::text || n), coalesce(${from || null}, '+1312' || (2000000 + n % 4000)),
               ${serviceNumber}, 'help', case when not ${isSilent} then 'help' end, 'done',
               case when ${isSilent} then 'silent' else 'replied' end, ${user}::uuid, ${at}, ${at}, ${at}, ${at},
               now() + interval '1 hour'
          from generate_series(1, ${count}::int) as n
        returning sid, sender, received_at, reply)
      insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid)
      select gen_random_uuid(), sid, 'keyword', ${serviceNumber}, sender, 1, 'accepted', received_at, 'SM' || md5(sid)
        from texts where reply is not null`.execute(db);
  };
  return {
    db,
    pool,
    account: { userId, numbers: [phone], requestedAt, isNumberOnly: false },
    addTexts,
    async addCode(to: string, at: Date): Promise<void> {
      await sql`
        insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, provider_sid, redact_at)
        values (gen_random_uuid(), 'code', ${serviceNumber}, ${to}, 1, 'accepted', ${at}, 'SM' || md5(random()::text),
                now() + interval '1 hour')`.execute(db);
    },
    async counts(to: string) {
      const { rows } = await sql<{ received: number; sent: number }>`
        select (select count(*)::int from inbound_texts where sender = ${to}) as received,
               (select count(*)::int from outbound_texts where recipient = ${to}) as sent`.execute(db);
      return rows[0];
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('texts of an account are deleted by index, however many texts of others there are, and those of other owners stay', async () => {
  await using fixture = await withArchive();
  await fixture.addTexts({ from: '', count: 20_000 });
  await fixture.addTexts({ from: '', count: 1000, isSilent: true });
  const before = await fixture.counts('+13122000001');
  // Its own, also from an earlier number; those before it had an account; and one of the next owner.
  await fixture.addTexts({ from: phone, count: 5, user: fixture.account.userId });
  await fixture.addTexts({ from: '+13129000002', count: 2, user: fixture.account.userId });
  await fixture.addTexts({ from: phone, count: 2 });
  await fixture.addTexts({ from: phone, isSilent: true });
  await fixture.addTexts({ from: phone, at: new Date(requestedAt.getTime() + 60_000) });
  // Those of an account that had the number before.
  const former = await addSubscriber(fixture.db, { phone: '+13129000003', serviceNumber });
  await fixture.addTexts({ from: phone, count: 3, user: former });
  await fixture.addTexts({ from: phone, isSilent: true, user: former });
  await fixture.addCode(phone, new Date(requestedAt.getTime() - 3_600_000));
  await fixture.addCode(phone, new Date(requestedAt.getTime() + 3_600_000));
  await sql`analyze`.execute(fixture.db);

  const planned = plannedDb(fixture.pool);
  expect(await hastenRedaction(planned.db, fixture.account)).toBe(true);
  const { rows: due } = await sql<{ sender: string; count: number }>`
    select sender, count(*)::int from inbound_texts where redact_at <= now() group by sender order by sender`.execute(
    fixture.db,
  );
  expect(due).toEqual([
    { sender: phone, count: 8 },
    { sender: '+13129000002', count: 2 },
  ]);
  const { rows: sends } = await sql`
    select purpose from outbound_texts where redact_at <= now()`.execute(fixture.db);
  expect(sends).toEqual([{ purpose: 'code' }]);
  expect(await deleteFinishedTexts(planned.db, fixture.account, { phoneHash, removesCopies: true })).toBe(false);
  expect(await deleteFinishedTexts(planned.db, fixture.account, { phoneHash, removesCopies: false })).toBe(true);

  expect(wholeReads(await planned.plans(), tables)).toEqual([]);
  expect(await fixture.counts(phone)).toEqual({ received: 5, sent: 5 });
  expect(await fixture.counts('+13129000002')).toEqual({ received: 0, sent: 0 });
  expect(await fixture.counts('+13122000001')).toEqual(before);

  // A number that an operator forgets is forgotten in the texts of earlier owners, too.
  const number = { ...fixture.account, userId: randomUUID(), isNumberOnly: true };
  expect(await deleteFinishedTexts(planned.db, number, { phoneHash, removesCopies: false })).toBe(true);
  expect(await fixture.counts(phone)).toEqual({ received: 1, sent: 2 });
});

test("STOP, START and notices of a number's next owner stay, however often the deletion of the previous owner is tried", async () => {
  await using fixture = await withArchive();
  const { db } = fixture;
  const [stopped, started] = ['+13129000004', '+13129000005'];
  const before = new Date(requestedAt.getTime() - 60_000);
  const later = new Date(requestedAt.getTime() + 60_000);
  const keeps = async (numbers: string[], at: Date) => {
    for (const number of numbers) {
      const isOptOut = number !== started;
      await sql`insert into opt_outs values (${number}, ${isOptOut}, ${at}, 'text')`.execute(db);
      const kind = at === later ? 'inactive' : 'crisis';
      await sql`insert into notices (phone_number, kind, sent_at) values (${number}, ${kind}, ${at})`.execute(db);
    }
  };
  await keeps([phone], before);
  await keeps([stopped, started], later);
  await sql`
    insert into notices (phone_number, kind, sent_at) values (${stopped}, 'crisis', ${requestedAt})`.execute(db);
  for (const number of [phone, stopped, started, stopped, started]) {
    await db
      .transaction()
      .execute((transaction) => deleteTracesOfNumber(transaction, { number, hash: phoneHash(number), requestedAt }));
  }
  const { rows: optOuts } = await sql`
    select phone_key as key, opted_out, source from opt_outs order by phone_key`.execute(db);
  expect(optOuts).toEqual([
    { key: stopped, opted_out: true, source: 'text' },
    { key: started, opted_out: false, source: 'text' },
    { key: phoneHash(phone), opted_out: true, source: 'account' },
  ]);
  const { rows: notices } = await sql`select phone_number as number, kind from notices order by 1`.execute(db);
  expect(notices).toEqual([stopped, started].map((number) => ({ number, kind: 'inactive' })));
});
