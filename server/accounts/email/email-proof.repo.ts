import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';

/** Marks the mailbox of an account as proven. @returns false when it was proven before */
export async function markEmailProven(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update users set email_proven_at = now()
     where id = ${userId} and email_proven_at is null and deleted_at is null returning 1`.execute(db);
  return rows.length === 1;
}

/** Takes every number away from an account, in a transaction: texts from them are not answered any more. */
export async function releaseNumbers(transaction: Db, userId: string): Promise<void> {
  const owned = await transaction.selectFrom('phone_numbers').select('number').where('user_id', '=', userId).execute();
  await lockSenders(
    transaction,
    owned.map(({ number }) => number),
  );
  await sql`delete from phone_numbers where user_id = ${userId}`.execute(transaction);
}

/**
 * Removes a sign-up that proved neither its phone nor its mailbox, has no plan, and holds no number that waits for a
 * living code: the address is free for another try. Its identity at the identity service goes with the next sync.
 * @returns whether one was removed
 */
export async function removeUnprovenSignup(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from users
       where lower(email) = ${email.toLowerCase()} and confirmed_at is null and email_proven_at is null
         and deleted_at is null and stripe_customer_id is null
         and not exists (select 1 from subscriptions where user_id = users.id)
         and not exists (select 1 from phone_numbers
                          where user_id = users.id and (verified_at is not null or claimed_until > now()))
      returning id, external_identity_id
    ), noted as (
      insert into identity_syncs (user_id) select id from gone where external_identity_id is not null
      on conflict (user_id) do update set due_at = now(), revision = identity_syncs.revision + 1)
    select 1 from gone`.execute(db);
  return rows.length === 1;
}
