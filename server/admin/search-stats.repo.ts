import { sql } from 'kysely';

import type { SearchStatsView } from '#contract/admin.ts';
import { UNKNOWN_PLAN_ID } from '#contract/plans.ts';
import type { Db } from '#server/db/client.ts';
import type { CounterName } from '#server/observability/counter-names.ts';

type Counts = Omit<SearchStatsView, 'lastUpdated' | 'totalUsers'>;

/**
 * Subscribers, senders and questions since the beginning (docs/reference/decisions.md#counts). Sums of counters, also of
 * rows (0032_row_counts.sql): nothing is read row by row. One statement, so that a concurrent roll-up is seen completely or
 * not at all.
 */
export async function readSearchStats(db: Db): Promise<Counts> {
  const { rows } = await sql<{ name: string; value: number }>`
    select name, sum(value)::bigint as value from counter_values
     where name = any (${namesOf.stats}::text[] || array(select ${payingPrefix} || id from plans)) group by name
    union all
    ${lapsedPlans}`.execute(db);
  const sums = sumByName(rows);
  const plans = [...sums].filter(([name, count]) => name.startsWith(payingPrefix) && count > 0).map(planCount);
  return {
    unsubscribedSenders: sums.get('rows.senders') ?? 0,
    promoSent: sums.get('sends.accepted.promo') ?? 0,
    totalQueries: Math.max(0, sums.get('questions.accepted') ?? 0),
    successfulQueries: Math.max(0, sums.get('questions.answered') ?? 0),
    failedQueries: Math.max(0, sums.get('questions.failed') ?? 0),
    activeSubscriptions: plans.reduce((sum, [, count]) => sum + count, 0),
    subscriptionsByPlan: Object.fromEntries(plans.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

const payingPrefix = 'rows.paying.';
const noPlan = `${payingPrefix}none`;
const namesOf = {
  stats: [
    'rows.senders',
    'sends.accepted.promo',
    'questions.accepted',
    'questions.answered',
    'questions.failed',
    noPlan,
  ] satisfies CounterName[],
  identities: ['rows.users', 'rows.users.external'] satisfies CounterName[],
};

/**
 * Paying subscriptions that are not answered any more (domain/eligibility.ts), negative: Stripe has not told yet that they
 * ended. A range of `subscriptions_paying` for each plan.
 */
const lapsedPlans = sql<{ name: string; value: number }>`
  select ${payingPrefix} || id, -(select count(*) from subscriptions
                             where plan_id = plans.id and is_paying(status) and answers_until <= now())
    from plans
  union all
  select ${noPlan}, -(select count(*) from subscriptions
                        where plan_id is null and is_paying(status) and answers_until <= now())`;

function sumByName(rows: readonly { name: string; value: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { name, value } of rows) sums.set(name, (sums.get(name) ?? 0) + value);
  return sums;
}

function planCount([name, count]: readonly [string, number]): readonly [string, number] {
  return [name === noPlan ? UNKNOWN_PLAN_ID : name.slice(payingPrefix.length), count];
}

/** How many subscriptions of a plan are answered and charged at a price, in minor units. */
export type PaidPrice = { readonly planId: string; readonly unitAmount: number; readonly subscribers: number };

const pricedPrefix = 'rows.priced.';

/**
 * What the subscribers of the plans on sale pay, as far as it was read at Stripe: sums of counters
 * (0050_prices_paid.sql), less the subscriptions that are not answered any more, like `readSearchStats`.
 */
export async function readPaidPrices(db: Db): Promise<PaidPrice[]> {
  return (
    await sql<PaidPrice>`
      select p.id as "planId", substring(c.name from '[0-9]+$')::int as "unitAmount", sum(c.value)::bigint as subscribers
        from (select name, value from counter_values where name like ${`${pricedPrefix}%`}
              union all
              select price_counter(lapsed.plan_id, lapsed.price_minor), -lapsed.number
                from plans cross join lateral (
                  select plan_id, price_minor, count(*) as number from subscriptions
                   where plan_id = plans.id and is_paying(status) and answers_until <= now() and price_minor is not null
                   group by 1, 2) as lapsed) as c
        join plans p on c.name = price_counter(p.id, substring(c.name from '[0-9]+$')::int)
       group by 1, 2 having sum(c.value) > 0 order by 1, 2`.execute(db)
  ).rows;
}

/** How many accounts there are, and how many of them the external identity service has. */
export async function countIdentities(db: Db): Promise<{ total: number; migrated: number }> {
  const { rows } = await sql<{ name: string; value: number }>`
    select name, sum(value)::bigint as value from counter_values
     where name = any (${namesOf.identities}) group by name`.execute(db);
  const sums = sumByName(rows);
  return { total: sums.get('rows.users') ?? 0, migrated: sums.get('rows.users.external') ?? 0 };
}
