import { sql } from 'kysely';

import type { CostlyAccount } from '#contract/admin-desk.ts';
import type { Db } from '#server/db/client.ts';

/** An account with its cost of this month; plan and price are those of the subscription under which it is answered now. */
export type AccountOfMonth = Omit<CostlyAccount, 'pays'> & {
  /** What it pays each period, in minor units; null without a plan, and until it was read at Stripe. */
  readonly priceMinor: number | null;
};

/** The monthly revenue of a plan at one price, in microdollars. The price is null until it was read from Stripe. */
export type MonthlyPay = { readonly plan: string; readonly priceMinor: number | null; readonly pays: number };

const columns = sql`
  m.user_id as "userId", u.name, s.plan_id as plan, s.price_minor as "priceMinor", m.microdollars as cost`;
const ofThisMonth = sql`
  account_months m
  join users u on u.id = m.user_id and u.deleted_at is null
  left join current_subscriptions s on s.user_id = m.user_id and s.is_answered`;
const isThisMonth = sql`m.month = date_trunc('month', now() at time zone 'UTC')::date`;

/** The accounts that cost most this month (UTC), most expensive first: the top of the index of months. */
export async function costliestAccounts(db: Db, limit: number): Promise<AccountOfMonth[]> {
  const { rows } = await sql<AccountOfMonth>`
    select ${columns} from ${ofThisMonth} where ${isThisMonth} and m.microdollars >= 1
     order by m.microdollars desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * The accounts that cost more this month (UTC) than they pay, most expensive first.
 * @param pay of each plan at each price; an account without any of them pays nothing
 * @param atLeast the microdollars below which none is listed: the range of the index of months that is read
 */
export async function losingAccounts(
  db: Db,
  { pay, atLeast, limit }: { pay: readonly MonthlyPay[]; atLeast: number; limit: number },
): Promise<AccountOfMonth[]> {
  const { rows } = await sql<AccountOfMonth>`
    select ${columns}
      from ${ofThisMonth}
      left join jsonb_to_recordset(${JSON.stringify(pay)}::jsonb) as p (plan text, "priceMinor" int, pays float8)
        on p.plan = s.plan_id and p."priceMinor" is not distinct from s.price_minor
     where ${isThisMonth} and m.microdollars >= ${atLeast} and m.microdollars > coalesce(p.pays, 0)
     order by m.microdollars desc limit ${limit}`.execute(db);
  return rows;
}
