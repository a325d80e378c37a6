import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { claimDue, type DueTable } from '#server/db/due-rows.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import type { ClosedAccount } from '#server/domain/ports/account-deletion.ts';

/**
 * Closes an account, in a transaction: ends its sessions, releases its phone, clears its name and email, and records
 * what the rest of the deletion needs and that its numbers have left (docs/reference/security.md#t26).
 * @param phoneHash the keyed hash that replaces a number from now on
 * @returns false when the account is already closed
 */
export async function closeAccount(
  transaction: Db,
  userId: string,
  phoneHash: (number: string) => string,
): Promise<boolean> {
  const numbers = await listNumbersToRelease(transaction, userId);
  await lockSenders(transaction, numbers);
  // Not now(): a text may have been received while this transaction waited for the lock.
  const { rows } = await sql<{ at: Date }>`
    insert into deletions (user_id, stripe_customer_id, external_identity_id, numbers, name, email, requested_at)
    select id, stripe_customer_id, external_identity_id, ${numbers}::text[],
           -- An unproven mailbox gets no name.
           case when email_proven_at is null then '' else name end, email,
           date_trunc('milliseconds', clock_timestamp()) + interval '1 ms'
      from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do nothing
    returning requested_at as at`.execute(transaction);
  const [closed] = rows;
  if (!closed) return false;
  for (const number of numbers) await recordDeparture(transaction, phoneHash(number), closed.at);
  // Before the rows that refer to it, so that a login in progress either commits first or is refused. The row stays
  // until Stripe and the other services are done, because they are found through it.
  await sql`
    update users set deleted_at = now(), name = 'Deleted', email = id || '@deleted.invalid', password_hash = null
     where id = ${userId}`.execute(transaction);
  await sql`delete from phone_numbers where user_id = ${userId}`.execute(transaction);
  await sql`delete from sessions where user_id = ${userId}`.execute(transaction);
  await sql`delete from one_time_tokens where user_id = ${userId}`.execute(transaction);
  await sql`delete from phone_changes where user_id = ${userId}`.execute(transaction);
  await sql`delete from phone_change_undos where user_id = ${userId}`.execute(transaction);
  await sql`delete from verification_codes where user_id = ${userId}`.execute(transaction);
  return true;
}

async function recordDeparture(transaction: Db, key: string, at: Date): Promise<void> {
  await sql`
    insert into departed_numbers (phone_key, departed_at) values (${key}, ${at})
    on conflict (phone_key) do update set departed_at = greatest(departed_numbers.departed_at, excluded.departed_at)`.execute(
    transaction,
  );
}

/**
 * Starts the deletion of a number that no account has, in a transaction that has its lock. It is deleted like an
 * account that has only texts, and the proof of what the number itself texted (STOP, START).
 * @param at leaves what is newer, and starts no second deletion of this moment; default: now
 */
export async function closeNumber(transaction: Db, number: string, key: string, at: Date | null = null): Promise<void> {
  const { rows } = await sql<{ at: Date }>`
    insert into deletions (user_id, numbers, steps_done, requested_at)
    select gen_random_uuid(), array[${number}::text], '{billing,identity}',
           coalesce(${at}::timestamptz, date_trunc('milliseconds', clock_timestamp()) + interval '1 ms')
     where not exists (select 1 from deletions where numbers = array[${number}::text] and requested_at = ${at}::timestamptz)
    returning requested_at as at`.execute(transaction);
  for (const { at } of rows) await recordDeparture(transaction, key, at);
}

/**
 * Whether a number has texted without an account: then typing it does not make it an account's. A count, because for
 * `exists` a plan may read all senders.
 */
const isStrangers = (number: string) => sql`
  (select count(*) from unsubscribed_senders s where s.phone_number = ${sql.ref(number)}) > 0`;

/**
 * Whether the number of the sign-up form was the first that the account verified: it is confirmed, and no other number
 * was verified in place of this one. By a code, that number's consent was recorded with the confirmation; by its own
 * text, the code in that text counts only for an account that is not confirmed.
 */
const wasVerifiedAtSignUp = (userId: string, formNumber: string) => sql`
  (select u.confirmed_at is not null
          and not exists (select 1 from consents v
                           where v.user_id = u.id and v.subject = 'messaging' and v.phone_key <> ${sql.ref(formNumber)}
                             and (v.source = 'account' and v.at <= u.confirmed_at
                                  or v.source = 'text' and v.wording = 'join_code'))
     from users u where u.id = ${userId})`;

/**
 * The numbers of an account, and its earlier ones that belong to no other account: those that it texted from, consented
 * to be texted at, or may still go back to. Consent alone does not prove that a number was the account's, so texts of
 * another account exclude it. An unproven claim, and a number of the sign-up form that was not verified there, were only
 * typed: a stranger's texts exclude them.
 */
async function listNumbersToRelease(transaction: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from phone_numbers
     where user_id = ${userId} and (verified_at is not null or not ${isStrangers('number')})
    union
    select number
      from (select sender from inbound_texts where user_id = ${userId}
            union all
            select old_number from phone_changes where user_id = ${userId}
            union all
            select phone_key from consents c
             where user_id = ${userId} and phone_key like '+%'
               and (source <> 'signup' or not ${isStrangers('phone_key')} or ${wasVerifiedAtSignUp(userId, 'c.phone_key')})
               and not exists (select 1 from inbound_texts t
                                -- Every accepted text has a reply; the condition lets the index of replied texts be used.
                                where t.sender = phone_key and t.reply is not null and t.accepted
                                  and t.user_id <> ${userId})) as earlier (number)
     where not exists (select 1 from phone_numbers p
                        where p.number = earlier.number and p.user_id <> ${userId})`.execute(transaction);
  return rows.map(({ number }) => number);
}

/** Whether the deletion of an account is in progress or finished. */
export async function hasDeletion(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from deletions where user_id = ${userId}`.execute(db);
  return rows.length > 0;
}

/** A deletion that this process has claimed; after the lease another process may claim it. */
export type ClaimedDeletion = ClosedAccount & {
  readonly stepsDone: readonly string[];
  readonly tries: number;
  readonly recipient: { readonly name: string; readonly address: string } | null;
};

const deletions: DueTable = {
  name: 'deletions',
  key: 'user_id',
  dueAt: 'due_at',
  tries: 'tries',
  isOpen: 'finished_at is null',
  lease: `interval '10 minutes'`,
};
const claimedColumns = `t.user_id as "userId", t.requested_at as "requestedAt", t.stripe_customer_id as "stripeCustomerId",
  t.external_identity_id as "externalIdentityId", t.numbers, t.steps_done as "stepsDone",
  t.email is null as "isNumberOnly", t.tries, t.name, t.email`;

/** Claims the deletion that has been due longest for this process; null when none is due. */
export async function claimDeletion(db: Db): Promise<ClaimedDeletion | null> {
  type Row = Omit<ClaimedDeletion, 'recipient'> & { name: string | null; email: string | null };
  const [row] = await claimDue<Row>(db, deletions, 1, claimedColumns);
  if (!row) return null;
  const { name, email, ...rest } = row;
  return { ...rest, recipient: email === null ? null : { name: name ?? '', address: email } };
}

/** Marks a step as done, so that it does not run again. */
export async function markStep(db: Db, userId: string, step: string): Promise<void> {
  await sql`
    update deletions set steps_done = array_append(steps_done, ${step})
     where user_id = ${userId} and not (${step} = any (steps_done))`.execute(db);
}

/** Deletes the records of numbers that left before the oldest texts that the carrier still lists. */
export async function deleteOldDepartures(db: Db): Promise<void> {
  const isExpired = sql`departed_at < now() - interval '400 days'`;
  await deleteExpiredRows(db, { table: 'departed_numbers', by: 'departed_at', isExpired });
}

/** Postpones the deletion by `waitSeconds`. */
export async function postponeDeletion(db: Db, userId: string, waitSeconds: number): Promise<void> {
  await sql`
    update deletions set due_at = now() + ${waitSeconds} * interval '1 second'
     where user_id = ${userId} and finished_at is null`.execute(db);
}

/**
 * The last step, in a transaction: deletes the account's row with all that refers to it, makes the proof of consents
 * anonymous, and turns the deletion's row into the tombstone.
 * @param phoneHash the keyed hash that stays in place of a number
 */
export async function removeAccount(
  transaction: Db,
  { userId, numbers, requestedAt }: Pick<ClosedAccount, 'userId' | 'numbers' | 'requestedAt'>,
  phoneHash: (number: string) => string,
): Promise<void> {
  // What its numbers texted without an account, before this one or as a forgotten number. Later texts are someone
  // else's.
  for (const number of numbers) {
    await sql`
      update consents set phone_key = ${phoneHash(number)}, address = null
       where phone_key = ${number} and user_id is null and at <= ${requestedAt}`.execute(transaction);
  }
  // Includes numbers that another account has by now: the consent was this account's.
  const { rows } = await sql<{ number: string }>`
    select distinct phone_key as number from consents where user_id = ${userId} and phone_key like '+%'`.execute(
    transaction,
  );
  for (const { number } of rows) {
    await sql`
      update consents set phone_key = ${phoneHash(number)}
       where user_id = ${userId} and phone_key = ${number}`.execute(transaction);
  }
  await sql`update consents set address = null where user_id = ${userId}`.execute(transaction);
  await sql`delete from users where id = ${userId}`.execute(transaction);
  await sql`
    update deletions
       set finished_at = now(), numbers = '{}', name = null, email = null, external_identity_id = null
     where user_id = ${userId} and finished_at is null`.execute(transaction);
}
