import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';

import { deleteOldTexts } from './old-texts.repo.ts';

async function withTexts() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { db, pool } = stack.use(connectTo(url));
  return {
    db,
    pool,
    log: createLog('silent').log,
    /** A text of so many days ago, and a reply to it. */
    async addTexts({
      days,
      count = 1,
      state = 'done',
    }: {
      days: number;
      count?: number;
      state?: string;
    }): Promise<void> {
      await sql`
        with texts as (
          insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, received_at, answer_by,
                                     not_before, closed_at)
          select 'SM' || md5(random()::text || n), '+13122000001', '+12025550100', 'help', 'help', ${state},
                 case when ${state} = 'done' then 'replied' end, at, at, at, case when ${state} = 'done' then at end
            from generate_series(1, ${count}::int) as n, (select now() - ${days} * interval '1 day' as at) as t
          returning sid, received_at)
        insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid)
        select gen_random_uuid(), sid, 'keyword', '+12025550100', '+13122000001', 1, 'accepted', received_at,
               'SM' || md5(sid) from texts`.execute(db);
    },
    async addCode(days: number, { state = 'accepted', recipient = '+13122000001' } = {}): Promise<void> {
      await sql`
        insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, provider_sid, unknown_at,
                                    next_check_at)
        select gen_random_uuid(), 'code', '+12025550100', ${recipient}, 1, ${state}, at,
               case when ${state} = 'accepted' then 'SM' || md5(${String(days)}) end,
               case when ${state} = 'unknown' then at end, case when ${state} = 'unknown' then at end
          from (select now() - ${days} * interval '1 day' as at) as t`.execute(db);
    },
    async addNotice(kind: string, days: number): Promise<void> {
      await sql`insert into notices (phone_number, kind, sent_at)
                values ('+13122000001', ${kind}, now() - ${days} * interval '1 day')`.execute(db);
    },
    async counts() {
      const { rows } = await sql`
        select (select count(*) from inbound_texts) as texts,
               (select count(*) from outbound_texts where inbound_sid is not null) as replies,
               (select count(*) from outbound_texts where inbound_sid is null) as codes,
               (select array_agg(kind order by kind) from notices) as notices`.execute(db);
      return rows[0];
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('texts go after 400 days with what was sent for them, and notices after 30', async () => {
  await using fixture = await withTexts();
  await fixture.addTexts({ days: 401, count: 3 });
  await fixture.addTexts({ days: 399, count: 2 });
  await fixture.addCode(401);
  await fixture.addCode(399);
  await fixture.addNotice('help', 31);
  await fixture.addNotice('stop', 29);
  await deleteOldTexts(fixture);
  expect(await fixture.counts()).toEqual({ texts: 2, replies: 2, codes: 1, notices: ['stop'] });
});

test('a text or a code that is still open is not deleted, however old it is', async () => {
  await using fixture = await withTexts();
  await fixture.addTexts({ days: 500, state: 'received' });
  await fixture.addCode(500, { state: 'intent', recipient: '+13122000002' });
  await fixture.addCode(500, { state: 'unknown', recipient: '+13122000003' });
  await deleteOldTexts(fixture);
  expect(await fixture.counts()).toMatchObject({ texts: 1, replies: 1, codes: 2 });
});

test('more texts than one statement deletes are deleted in the same run, up to its limit', async () => {
  await using fixture = await withTexts();
  await fixture.addTexts({ days: 450, count: 2100 });
  await fixture.addTexts({ days: 1 });
  await deleteOldTexts(fixture, 2);
  expect(await fixture.counts()).toMatchObject({ texts: 101, replies: 101 });
  await deleteOldTexts(fixture);
  expect(await fixture.counts()).toMatchObject({ texts: 1, replies: 1 });
});

test('notices are deleted also when sends cannot be', async () => {
  await using fixture = await withTexts();
  await fixture.addCode(401);
  await fixture.addNotice('help', 31);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`.execute(
    fixture.db,
  );
  await sql`create trigger stuck before delete on outbound_texts for each row execute function refuse()`.execute(
    fixture.db,
  );
  await expect(deleteOldTexts(fixture)).rejects.toThrow('stuck');
  expect(await fixture.counts()).toMatchObject({ codes: 1, notices: null });
});

test('old texts are found by an index, not by reading all of them', async () => {
  await using fixture = await withTexts();
  await fixture.addTexts({ days: 10, count: 5000 });
  await sql`analyze`.execute(fixture.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select sid from inbound_texts where received_at < now() - interval '400 days' and state = 'done'
     order by received_at limit 1000`.execute(fixture.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using inbound_texts_received');
});
