import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import type { ClosedAccount } from '#server/platform/account-deletion.ts';

/**
 * Closes an account, in a transaction: no one can sign in to it, its phone belongs to no one, its name and address are
 * out of its row, what the rest of the deletion needs is noted, and so is that its numbers have left (security T26).
 * @param phoneHash the keyed hash under which a number is known from now on
 * @returns false when it is closed already
 */
export async function closeAccount(
  transaction: Db,
  userId: string,
  phoneHash: (number: string) => string,
): Promise<boolean> {
  const numbers = await numbersOf(transaction, userId);
  await lockSenders(transaction, numbers);
  // Not now(): a text may have been taken in while this transaction waited for the lock.
  const { rows } = await sql<{ at: Date }>`
    insert into deletions (user_id, stripe_customer_id, external_identity_id, numbers, name, email, requested_at)
    select id, stripe_customer_id, external_identity_id, ${numbers}::text[],
           -- Without proof of the mailbox no name goes there.
           case when email_proven_at is null then '' else name end, email,
           date_trunc('milliseconds', clock_timestamp()) + interval '1 ms'
      from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do nothing
    returning requested_at as at`.execute(transaction);
  const [closed] = rows;
  if (!closed) return false;
  for (const number of numbers) {
    await sql`
      insert into departed_numbers (phone_key, departed_at) values (${phoneHash(number)}, ${closed.at})
      on conflict (phone_key) do update set departed_at = greatest(departed_numbers.departed_at, excluded.departed_at)`.execute(
      transaction,
    );
  }
  await sql`delete from phone_numbers where user_id = ${userId}`.execute(transaction);
  await sql`delete from sessions where user_id = ${userId}`.execute(transaction);
  await sql`delete from tickets where user_id = ${userId}`.execute(transaction);
  await sql`delete from phone_change_undos where user_id = ${userId}`.execute(transaction);
  await sql`delete from verification_codes where user_id = ${userId}`.execute(transaction);
  // The row stays until Stripe and the others have been told: they are found by it.
  await sql`
    update users set deleted_at = now(), name = 'Deleted', email = id || '@deleted.invalid', password_hash = null
     where id = ${userId}`.execute(transaction);
  return true;
}

/** The numbers that an account has, and those that it had and no one has since. */
async function numbersOf(transaction: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from phone_numbers where user_id = ${userId}
    union
    select sender from inbound_texts
     where user_id = ${userId} and not exists (select 1 from phone_numbers where number = sender)`.execute(transaction);
  return rows.map(({ number }) => number);
}

/** A deletion that one process goes on with; counted as dead, and tried again, after `leaseMinutes`. */
export type ClaimedDeletion = ClosedAccount & {
  readonly stepsDone: readonly string[];
  readonly tries: number;
  readonly recipient: { readonly name: string; readonly address: string } | null;
};

const leaseMinutes = 10;

/** The deletion that has been due for longest, for this process alone; null when none is. */
export async function claimDeletion(db: Db): Promise<ClaimedDeletion | null> {
  const { rows } = await sql<Omit<ClaimedDeletion, 'recipient'> & { name: string | null; email: string | null }>`
    update deletions set tries = tries + 1, due_at = now() + ${leaseMinutes} * interval '1 minute'
     where user_id = (select user_id from deletions where finished_at is null and due_at <= now()
                       order by due_at limit 1 for update skip locked)
    returning user_id as "userId", requested_at as "requestedAt", stripe_customer_id as "stripeCustomerId",
              external_identity_id as "externalIdentityId", numbers, steps_done as "stepsDone", tries, name,
              email`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { name, email, ...rest } = row;
  return { ...rest, recipient: email === null ? null : { name: name ?? '', address: email } };
}

/** Marks a step as done: it does not run again. */
export async function markStep(db: Db, userId: string, step: string): Promise<void> {
  await sql`
    update deletions set steps_done = array_append(steps_done, ${step})
     where user_id = ${userId} and not (${step} = any (steps_done))`.execute(db);
}

/** Forgets which numbers left so long ago that the carrier's list has forgotten their texts, too. */
export async function forgetOldDepartures(db: Db): Promise<void> {
  await sql`delete from departed_numbers where departed_at < now() - interval '400 days'`.execute(db);
}

/** It is gone on with after `waitSeconds`. */
export async function postponeDeletion(db: Db, userId: string, waitSeconds: number): Promise<void> {
  await sql`
    update deletions set due_at = now() + ${waitSeconds} * interval '1 second'
     where user_id = ${userId} and finished_at is null`.execute(db);
}

/**
 * The last of it, in a transaction: the account's row goes, and with it all that hangs on it; the proof of consents
 * stays without a person; the deletion's own row becomes the tombstone.
 * @param numberHashes the account's numbers, and each under the keyed hash
 */
export async function removeAccount(
  transaction: Db,
  userId: string,
  numberHashes: readonly { readonly number: string; readonly hash: string }[],
): Promise<void> {
  for (const { number, hash } of numberHashes) {
    await sql`
      update consents set phone_key = ${hash} where user_id = ${userId} and phone_key = ${number}`.execute(transaction);
  }
  await sql`update consents set address = null where user_id = ${userId}`.execute(transaction);
  await sql`delete from users where id = ${userId}`.execute(transaction);
  await sql`
    update deletions
       set finished_at = now(), numbers = '{}', name = null, email = null, external_identity_id = null
     where user_id = ${userId} and finished_at is null`.execute(transaction);
}
