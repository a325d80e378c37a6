import { sql } from 'kysely';
import { expect } from 'vitest';

import { buildLateIndexes } from '#server/db/late-indexes.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { operator } from '#server/testing/operator.ts';
import { plannedDb, wholeReads } from '#server/testing/planned-db.ts';
import { test } from '#server/testing/shared-app.ts';
import { until } from '#server/testing/until.ts';

import { readFailures } from './failures.repo.ts';

test('a text about danger is listed with what became of its reply, without its words and with two digits', async ({
  app,
}) => {
  const [customer, stranger] = [app.phone(), app.phone()];
  const userId = await app.subscriber(customer);
  const ids: string[] = [];
  for (const phone of [customer, stranger]) {
    ids.push(await app.text(phone, 'I want to kill myself'));
    await app.finalReplies(phone, 1);
  }
  const listed = async () => {
    const { body } = await operator(app)('GET', '/api/admin/failures?range=hour');
    return body.lists.crisis.filter(({ textId }: { textId: string }) => ids.includes(textId));
  };
  const rows = await until('the delivery reports', async () => {
    const found = await listed();
    return found.every(({ what }: { what: string }) => what === 'delivered') && found;
  });
  expect(rows).toMatchObject([
    { textId: ids[1], userId: null, name: null, phoneEnding: stranger.slice(-2) },
    { textId: ids[0], userId, name: 'Sam Example', phoneEnding: null },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`kill|${stranger.slice(2)}|${customer.slice(2)}`));

  await app.product.deps.db
    .updateTable('outbound_texts')
    .set({ delivery: 'undelivered', error_code: 30_003 })
    .where('inbound_sid', '=', ids[0] ?? '')
    .execute();
  expect((await listed()).map(({ what }: { what: string }) => what)).toEqual(['delivered', '30003']);
  // Throttled: the second within the hour is told of, and got nothing.
  ids.push(await app.text(customer, 'I want to kill myself now'));
  await app.untilTextsDone();
  expect((await listed())[0]).toMatchObject({ textId: ids[2], what: 'silent' });
});

test('the replies are found by an index, however many other texts there are', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await buildLateIndexes(db, database.url);
  await sql`
    with texts as (
      insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, received_at, answer_by,
                                 not_before, closed_at)
      select 'SM' || md5(n::text), '+13122000001', '+12025550100',
             case when n % 1000 = 0 then 'crisis' else 'question' end, 'crisis', 'done', 'replied', at, at, at, at
        from generate_series(1, 20000) as n, lateral (select now() - n * interval '1 minute' as at) as time
      returning sid, sender, received_at)
    insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid,
                                accepted_at, delivery)
    select gen_random_uuid(), sid, 'crisis', '+12025550100', sender, 1, 'accepted', received_at, sid, received_at,
           'delivered' from texts`.execute(db);
  await sql`analyze`.execute(db);
  const planned = plannedDb(pool);
  const { crisis } = await readFailures(planned.db, new Date(Date.now() - 10 * 86_400_000));
  expect(crisis).toHaveLength(14);
  expect(wholeReads(await planned.plans(), ['inbound_texts', 'outbound_texts'])).toEqual([]);
});
