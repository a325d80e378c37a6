import { sql } from 'kysely';

import type { PhoneNumberView } from '#contract/phone-numbers.ts';
import type { Db } from '#server/db/client.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import { judgeSender } from '#server/platform/eligibility.ts';

/** How long a number is kept for an account that has not proved it yet: as long as a code lives. */
const claimMinutes = 10;

/** Who has a number. A claim that has run out counts for nothing. */
export type Holder = { readonly userId: string; readonly isVerified: boolean };

/** Who has a number, verified or waiting for a living code; null when it is free. */
export async function findHolder(db: Db, number: string): Promise<Holder | null> {
  const { rows } = await sql<Holder>`
    select user_id as "userId", verified_at is not null as "isVerified" from phone_numbers
     where number = ${number} and (verified_at is not null or claimed_until > now())`.execute(db);
  return rows[0] ?? null;
}

/** Whether the phone said STOP, to any of our numbers, also under an account that is gone. */
export async function isOptedOut(db: Db, number: string, numberHash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from opt_outs where phone_key in (${number}, ${numberHash}) and opted_out`.execute(db);
  return rows.length > 0;
}

/**
 * Keeps a number for an account until its code has run out, or longer if it was verified: in a transaction that holds
 * the number's lock. Another account's claim that has run out ends here; the account's own older claims do too.
 * @returns who has it instead, or null when it is kept
 */
export async function claimNumber(transaction: Db, userId: string, number: string): Promise<Holder | null> {
  const holder = await findHolder(transaction, number);
  if (holder && holder.userId !== userId) return holder;
  await sql`
    delete from phone_numbers
     where verified_at is null
       and ((number = ${number} and user_id <> ${userId}) or (number <> ${number} and user_id = ${userId}))`.execute(
    transaction,
  );
  await sql`
    insert into phone_numbers (user_id, number, claimed_until)
    values (${userId}, ${number}, now() + ${claimMinutes} * interval '1 minute')
    on conflict (number) do update set claimed_until = excluded.claimed_until
     where phone_numbers.verified_at is null`.execute(transaction);
  return null;
}

/** `claimNumber` in a transaction of its own. */
export async function claimNumberNow(db: Db, userId: string, number: string): Promise<Holder | null> {
  return db.transaction().execute(async (transaction) => {
    await lockSenders(transaction, [number]);
    return claimNumber(transaction, userId, number);
  });
}

/**
 * Its code was right: the number is the account's. It is the account's only one, because a plan allows one (spec,
 * section 1); texts that came in from the one before are not answered any more, because that row is gone.
 * @returns false when someone else has proved it in the meantime
 */
export async function verifyNumber(transaction: Db, userId: string, number: string): Promise<boolean> {
  const { rows: others } = await sql<{ number: string }>`
    select number from phone_numbers where user_id = ${userId} and number <> ${number}`.execute(transaction);
  await lockSenders(transaction, [number, ...others.map((other) => other.number)]);
  // A claim that ran out in the last moment may still be proved, as long as no one else holds the number.
  if (await claimNumber(transaction, userId, number)) return false;
  await sql`delete from phone_numbers where user_id = ${userId} and number <> ${number}`.execute(transaction);
  await sql`
    update phone_numbers set verified_at = coalesce(verified_at, now()), claimed_until = null
     where user_id = ${userId} and number = ${number}`.execute(transaction);
  await sql`update users set confirmed_at = coalesce(confirmed_at, now()) where id = ${userId}`.execute(transaction);
  return true;
}

type NumberRow = {
  readonly phoneNumber: string;
  readonly isVerified: boolean;
  readonly isAlive: boolean;
  readonly status: SubscriptionStatus | null;
  readonly answersUntil: Date | null;
};

/**
 * An account's numbers, the verified one first, and whether their questions are answered now, by the rule by which they
 * are. A claim that has run out is shown only where there is nothing else.
 */
export async function listNumbers(
  db: Db,
  userId: string,
  phoneHash: (number: string) => string,
): Promise<PhoneNumberView[]> {
  const { rows } = await sql<NumberRow>`
    select p.number as "phoneNumber", p.verified_at is not null as "isVerified",
           p.verified_at is not null or p.claimed_until > now() as "isAlive",
           s.status, s.answers_until as "answersUntil"
      from phone_numbers p
      left join lateral (
        select status, answers_until from subscriptions where user_id = p.user_id
         order by status in ('active', 'trialing', 'past_due') desc, answers_until desc limit 1) s on true
     where p.user_id = ${userId}
     order by p.verified_at is null, p.verified_at desc, p.created_at desc`.execute(db);
  const alive = rows.filter(({ isAlive }) => isAlive);
  const shown = alive.length > 0 ? alive : rows.slice(0, 1);
  return Promise.all(
    shown.map(async (row) => {
      const { phoneNumber, isVerified } = row;
      const hasOptedOut = await isOptedOut(db, phoneNumber, phoneHash(phoneNumber));
      return { phoneNumber, verified: isVerified, answers: hasOptedOut ? 'opted_out' : answersOf(userId, row) };
    }),
  );
}

function answersOf(userId: string, { isVerified, status, answersUntil }: NumberRow): PhoneNumberView['answers'] {
  const subscription = status === null || answersUntil === null ? null : { status, answersUntil };
  const eligibility = judgeSender({ userId, isVerified, subscription }, new Date());
  if (eligibility.may) return 'yes';
  return eligibility.why === 'unknown_number' ? 'unverified_number' : eligibility.why;
}
