import { sql } from 'kysely';

import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { ourCodes } from '#server/domain/delivery-causes.ts';

/** Serializes the choice of a number, so that each count sees the previous choice. */
const spreadLock = 20_100_402;

/**
 * Assigns an account its service number, once: the active number with the fewest accounts. The account keeps it while
 * it is active, so that all answers stay in one conversation on the phone.
 * @returns the number; null when there is no active one, or no such account
 */
export async function assignServiceNumber(db: Db, userId: string): Promise<string | null> {
  const kept = await db
    .selectFrom('users as u')
    .innerJoin('service_numbers as n', 'n.number', 'u.service_number')
    .select('n.number')
    .where('u.id', '=', userId)
    .where('n.active', '=', true)
    .executeTakeFirst();
  if (kept !== undefined) return kept.number;
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${spreadLock})`.execute(transaction);
    const { rows } = await sql<{ number: string }>`
      update users u set service_number = coalesce(
          (select n.number from service_numbers n where n.number = u.service_number and n.active),
          (select n.number from service_numbers n left join users other on other.service_number = n.number
            where n.active group by n.number order by count(other.id), n.number limit 1),
          u.service_number)
       where u.id = ${userId} returning u.service_number as number`.execute(transaction);
    return rows[0]?.number ?? null;
  });
}

/**
 * Whether an account gets answers now, and the new subscription that buys them: null in free time, and for one that
 * began more than three days ago. Older ones were already confirmed by email, and the outbox forgets what it sent.
 */
export async function readWelcomeState(
  db: Db,
  userId: string,
): Promise<{ readonly isAnswered: boolean; readonly newSubscription: string | null }> {
  const row = await db
    .selectFrom('entitlements as e')
    .leftJoin('current_subscriptions as s', (join) =>
      join
        .onRef('s.user_id', '=', 'e.user_id')
        .on('s.is_answered', '=', true)
        .on('s.created_at', '>', sql<Date>`now() - interval '3 days'`),
    )
    .select(['e.is_answered as isAnswered', 's.id as newSubscription'])
    .where('e.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? { isAnswered: false, newSubscription: null };
}

/** An account's verified phones that have not been asked for their YES. */
export async function phonesToAsk(
  db: Db,
  userId: string,
): Promise<{ id: string; number: string; language: Language }[]> {
  return db
    .selectFrom('phone_numbers')
    .select(['id', 'number', 'language'])
    .where('user_id', '=', userId)
    .where('verified_at', 'is not', null)
    .where('opt_in_asked_at', 'is', null)
    .execute();
}

/** Marks a phone as asked. @returns whether this call set the mark, and so must send the text */
export async function claimWelcome(db: Db, id: string): Promise<boolean> {
  const claimed = await db
    .updateTable('phone_numbers')
    .set({ opt_in_asked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('opt_in_asked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Removes the mark after a send that provably failed. */
export async function releaseWelcome(db: Db, id: string): Promise<void> {
  await db
    .updateTable('phone_numbers')
    .set({ opt_in_asked_at: null })
    .where('id', '=', id)
    .where('opt_in_confirmed_at', 'is', null)
    .execute();
}

/** For how long a welcome that was not sent is due: a registration at the carrier takes days. */
const dueFor = sql`interval '7 days'`;

/**
 * Removes marks of welcomes that provably did not arrive:
 * - whose process died before its send began, which is certain if no send to that phone is recorded since: the intent of
 *   every send is on disk first (docs/reference/texting-protocol.md#when-a-process-dies);
 * - that the carrier took and then turned away for a reason about us, as before `texts_blocked` fires. Six hours later,
 *   because a block of which no signal tells turns the next one away too.
 *
 * The index of the sends needs both numbers; a query by phone alone would read all sends.
 */
export async function releaseStranded(db: Db): Promise<void> {
  await sql`
    update phone_numbers p set opt_in_asked_at = null
     where p.opt_in_confirmed_at is null
       and p.opt_in_asked_at between now() - ${dueFor} and now() - interval '5 minutes'
       and not exists (
         select 1 from outbound_texts o
          where o.sender = any(array(select number from service_numbers)) and o.recipient = p.number and o.purpose = 'account' and o.intent_at >= p.opt_in_asked_at
            and o.state in ('intent', 'unknown', 'accepted', 'unresolved')
            and not (coalesce(o.delivery in ('undelivered', 'failed', 'canceled'), false)
                     and coalesce(o.error_code = any (${[...ourCodes]}::int[]), false)
                     and o.intent_at < now() - interval '6 hours'))`.execute(db);
}

/**
 * Finds accounts that started to pay, were given free time or verified a phone within the last seven days and have
 * not been welcomed on it.
 */
export async function findUnwelcomed(db: Db): Promise<string[]> {
  const isNew = sql`> now() - ${dueFor}`;
  const { rows } = await sql<{ id: string }>`
    select distinct p.user_id as id
      from phone_numbers p
     where p.opt_in_asked_at is null and p.verified_at is not null
       and (p.verified_at ${isNew}
            or exists (select from current_subscriptions s
                        where s.user_id = p.user_id and s.is_answered and s.created_at ${isNew})
            or exists (select from free_periods f where f.user_id = p.user_id and f.created_at ${isNew}))
       and (select e.is_answered from entitlements e where e.user_id = p.user_id)`.execute(db);
  return rows.map(({ id }) => id);
}
