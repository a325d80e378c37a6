import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** Free time that was given to an account, once for each `id`. */
export type FreePeriod = {
  readonly id: string;
  readonly userId: string;
  readonly months: number;
  readonly answersUntil: Date;
};

/**
 * When free time given now to the account `u` begins to add: after the end of a canceled plan, or of earlier free time,
 * otherwise now. What an overdue plan still answers is not paid for, so it does not count.
 */
const startsAt = sql`greatest(now(),
  (select max(answers_until) from free_periods where user_id = u.id),
  (select coalesce(cancel_at, current_period_end) from current_subscriptions
    where user_id = u.id and is_answered and status <> 'past_due'))`;

/**
 * A plan that renews gets a credit instead: free time would end before it was of any use. Also one whose renewal is only
 * known to be late here.
 */
const mayGetFreeTime = sql`u.deleted_at is null and not exists (
  select from current_subscriptions
   where user_id = u.id and is_paying and status <> 'past_due' and cancel_at is null and not cancel_at_period_end)`;

/**
 * Calendar months as people count them, to the end of the day that is shown (`planDay`), in New York: from any time on
 * January 31, one month lasts until February 28 is over.
 */
const afterMonths = (months: unknown) =>
  sql`(date_trunc('day', (${startsAt} at time zone 'America/New_York') + make_interval(months => (${months})::integer))
       + interval '1 day' - interval '1 second') at time zone 'America/New_York'`;

/**
 * Until when free time of 1 to `monthsMax` months, given to an account now, would last.
 * @returns null for an account that cannot get any: unknown, being deleted, or with a plan that renews
 */
export async function previewFreeTime(db: Db, userId: string, monthsMax: number): Promise<Date[] | null> {
  const { rows } = await sql<{ until: Date }>`
    select ${afterMonths(sql`months`)} as until from users u, generate_series(1, ${monthsMax}::integer) as months
     where u.id = ${userId} and ${mayGetFreeTime} order by months`.execute(db);
  return rows.length === 0 ? null : rows.map(({ until }) => until);
}

/** The free time that was given under this id; null when none was. */
export async function readFreePeriod(db: Db, id: string): Promise<FreePeriod | null> {
  const row = await db
    .selectFrom('free_periods')
    .select(['id', 'user_id as userId', 'months', 'answers_until as answersUntil'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Gives an account free time, in a transaction: two that are given concurrently follow one another.
 * @returns the time given; null when this id has given some, or the account cannot get any (`previewFreeTime`)
 */
export async function addFreePeriod(
  transaction: Db,
  { id, userId, months }: Omit<FreePeriod, 'answersUntil'>,
): Promise<FreePeriod | null> {
  await sql`select from users where id = ${userId} for update`.execute(transaction);
  const { rows } = await sql<{ answersUntil: Date }>`
    insert into free_periods (id, user_id, source, months, answers_until)
    select ${id}::uuid, u.id, 'comp', ${months}::integer, ${afterMonths(months)} from users u
     where u.id = ${userId} and ${mayGetFreeTime}
    on conflict (id) do nothing returning answers_until as "answersUntil"`.execute(transaction);
  const [given] = rows;
  return given === undefined ? null : { id, userId, months, answersUntil: given.answersUntil };
}

/**
 * Gives free time again that a restored database is too old to have, as of `at`. Idempotent.
 * @returns `known` if the database has it; null without the account, which may have been opened after the backup
 */
export async function restoreFreePeriod(
  db: Db,
  { id, userId, months, answersUntil }: FreePeriod,
  at: Date,
): Promise<'given' | 'known' | null> {
  const { rows } = await sql<{ isGiven: boolean }>`
    with given as (
      insert into free_periods (id, user_id, source, months, answers_until, created_at)
      select ${id}::uuid, id, 'comp', ${months}::integer, ${answersUntil}, ${at} from users
       where id = ${userId} and deleted_at is null
      on conflict (id) do nothing returning id)
    select exists (select from given) as "isGiven" from users where id = ${userId} and deleted_at is null`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return row.isGiven ? 'given' : 'known';
}

/** Until when an account has free time; null when it has none now. */
export async function readFreeUntil(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('free_periods')
    .select(({ fn }) => fn.max('answers_until').as('until'))
    .where('user_id', '=', userId)
    .where('answers_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.until ?? null;
}
