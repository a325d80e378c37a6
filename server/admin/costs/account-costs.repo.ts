import { sql } from 'kysely';

import type { Prices } from '#server/config/operator.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';

export type UnitPrices = Pick<Prices, 'segmentSent' | 'textReceived'> & {
  /** What the model cost for a question, on average of the day it came (UTC). */
  readonly question: { readonly yesterday: number; readonly today: number };
};

/**
 * Computes what each account cost yesterday and today (UTC), in microdollars, from the rows of its texts, and from its
 * days what its months cost. Idempotent: each day is computed as a whole, and only what changed is written.
 */
export async function updateAccountCosts(db: Db, prices: UnitPrices): Promise<void> {
  const { segmentSent, textReceived, question } = prices;
  await sql`
    with since as (select date_trunc('day', now(), 'UTC') - interval '1 day' as at),
    costs as (
      select user_id, received_at as at,
             ${textReceived}::bigint + case when not accepted then 0
               when received_at < date_trunc('day', now(), 'UTC') then ${question.yesterday}::bigint
               else ${question.today}::bigint end as cost
        from inbound_texts where received_at >= (select at from since) and user_id is not null
      union all
      select i.user_id, o.intent_at, coalesce(o.segments, 1) * ${segmentSent}::bigint
        from outbound_texts o join inbound_texts i on i.sid = o.inbound_sid
       -- By the index of the texts: a reply goes out within minutes of its text, or never.
       where i.received_at >= (select at from since) - interval '1 day'
         and o.intent_at >= (select at from since) and o.state = 'accepted' and i.user_id is not null),
    days as (
      select user_id, (at at time zone 'UTC')::date as day, sum(cost) as cost from costs
       where at >= (select at from since) and exists (select 1 from users where id = user_id)
       group by 1, 2),
    changes as (
      select d.user_id, d.day, date_trunc('month', d.day)::date as month, d.cost
        from days d left join account_costs c on c.user_id = d.user_id and c.day = d.day
       where d.cost is distinct from c.microdollars),
    written as (
      insert into account_costs (user_id, day, microdollars) select user_id, day, cost from changes
      on conflict (user_id, day) do update set microdollars = excluded.microdollars),
    -- The days that changed, and the others of the same months.
    month_days as (
      select user_id, month, cost from changes
      union all
      select c.user_id, t.month, c.microdollars
        from (select distinct user_id, month from changes) t
        join account_costs c on c.user_id = t.user_id and c.day >= t.month and c.day < t.month + interval '1 month'
       where not exists (select from changes where user_id = c.user_id and day = c.day))
    insert into account_months (user_id, month, microdollars)
    select user_id, month, sum(cost) from month_days group by 1, 2
    on conflict (user_id, month) do update set microdollars = excluded.microdollars`.execute(db);
}

/** Accounts that cost at least `microdollars` in this month (UTC). */
export async function accountsOverCost(db: Db, microdollars: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from account_months
     where month = date_trunc('month', now() at time zone 'UTC')::date and microdollars >= ${microdollars}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Deletes days and months that no figure reads any more. */
export async function deleteOldCosts(db: Db): Promise<void> {
  await deleteExpiredRows(db, { table: 'account_costs', by: 'day', isExpired: sql`day < current_date - 400` });
  await deleteExpiredRows(db, { table: 'account_months', by: 'month', isExpired: sql`month < current_date - 400` });
}
