import { sql } from 'kysely';

import type { CostlyAccount } from '#contract/admin-desk.ts';
import type { Db } from '#server/db/client.ts';

/** An account with its cost of this month; plan and price are those of the subscription under which it is answered now. */
export type AccountOfMonth = Omit<CostlyAccount, 'pays'> & {
  /** What it pays each period, in minor units; null without a plan, and until it was read at Stripe. */
  readonly priceMinor: number | null;
};

/**
 * The accounts that cost most this month (UTC), and at least so many microdollars, most expensive first: a range of the
 * index of months.
 */
export async function costliestAccounts(db: Db, atLeast: number, limit: number): Promise<AccountOfMonth[]> {
  const { rows } = await sql<AccountOfMonth>`
    select m.user_id as "userId", u.name, s.plan_id as plan, s.price_minor as "priceMinor", m.microdollars as cost
      from account_months m
      join users u on u.id = m.user_id and u.deleted_at is null
      left join current_subscriptions s on s.user_id = m.user_id and s.is_answered
     where m.month = date_trunc('month', now() at time zone 'UTC')::date and m.microdollars >= ${atLeast}
     order by m.microdollars desc limit ${limit}`.execute(db);
  return rows;
}
