import { sql } from 'kysely';

import { consent } from '#contract/consent.ts';
import type { Language } from '#contract/language.ts';
import type { PhoneNumberView } from '#contract/phone-numbers.ts';
import { CODE_MINUTES } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';

import { lockProven } from '../identity/credentials.repo.ts';

/** The account that holds a number. An expired claim does not count. */
export type Holder = { readonly userId: string; readonly isVerified: boolean };

/** The account that holds a number, verified or waiting for a valid code; null when it is free. */
export async function findHolder(db: Db, number: string): Promise<Holder | null> {
  const { rows } = await sql<Holder>`
    select user_id as "userId", verified_at is not null as "isVerified" from phone_numbers
     where number = ${number} and (verified_at is not null or claimed_until > now())`.execute(db);
  return rows[0] ?? null;
}

/** Whether the phone texted STOP to any of our numbers, even if its account was deleted since. */
export async function isOptedOut(db: Db, number: string, numberHash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from opt_outs where phone_key in (${number}, ${numberHash}) and opted_out`.execute(db);
  return rows.length > 0;
}

/**
 * Claims a number for an account until its code expires; a verified number stays as it is. Runs in a transaction that
 * holds the number's lock. Deletes expired claims of other accounts, and the account's own claims to other numbers.
 * @returns the other account that holds the number, or null when it is claimed
 */
export async function claimNumber(transaction: Db, userId: string, number: string): Promise<Holder | null> {
  const holder = await findHolder(transaction, number);
  if (holder && holder.userId !== userId) return holder;
  await replaceClaims(transaction, userId, number);
  return null;
}

async function replaceClaims(transaction: Db, userId: string, number: string): Promise<void> {
  await sql`
    delete from phone_numbers
     where verified_at is null
       and ((number = ${number} and user_id <> ${userId}) or (number <> ${number} and user_id = ${userId}))`.execute(
    transaction,
  );
  await sql`
    insert into phone_numbers (user_id, number, claimed_until)
    values (${userId}, ${number}, now() + ${CODE_MINUTES} * interval '1 minute')
    on conflict (number) do update set claimed_until = excluded.claimed_until
     where phone_numbers.verified_at is null`.execute(transaction);
}

/** Ends an account's claim to a number that no code was texted to. The number stays on record as the one to verify. */
export async function endClaim(db: Db, userId: string, number: string): Promise<void> {
  await sql`
    update phone_numbers set claimed_until = now()
     where user_id = ${userId} and number = ${number} and verified_at is null`.execute(db);
}

/** `ended`: access to the account has ended since it was read. */
export type ClaimOutcome =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'held'; readonly holder: Holder }
  | { readonly kind: 'ended' };

/** Locks and claims a number in its own transaction, unless access to the account has ended; see `claimNumber`. */
export async function claimNumberInTransaction(db: Db, account: ProvenAccount, number: string): Promise<ClaimOutcome> {
  return db.transaction().execute<ClaimOutcome>(async (transaction) => {
    await lockSenders(transaction, [number]);
    if (!(await lockProven(transaction, account))) return { kind: 'ended' };
    const holder = await claimNumber(transaction, account.userId, number);
    return holder ? { kind: 'held', holder } : { kind: 'claimed' };
  });
}

/**
 * Marks a number as verified and the account as confirmed, after a right code. Deletes the account's other numbers,
 * because a plan allows one (docs/reference/specification.md#product); texts from them are no longer answered.
 * @returns false when another account verified the number in the meantime, or access to this one has ended
 */
export async function verifyNumber(transaction: Db, account: ProvenAccount, number: string): Promise<boolean> {
  const { userId } = account;
  const { rows: others } = await sql<{ number: string }>`
    select number from phone_numbers where user_id = ${userId} and number <> ${number}`.execute(transaction);
  await lockSenders(transaction, [number, ...others.map((other) => other.number)]);
  const holder = await findHolder(transaction, number);
  if (holder && holder.userId !== userId && holder.isVerified) return false;
  if (!(await lockProven(transaction, account))) return false;
  // A code from or to the phone outranks an expired claim and another account's claim.
  await replaceClaims(transaction, userId, number);
  const language = await findLanguage(transaction, userId);
  await sql`delete from phone_numbers where user_id = ${userId} and number <> ${number}`.execute(transaction);
  await sql`
    update phone_numbers set verified_at = coalesce(verified_at, now()), claimed_until = null, language = ${language}
     where user_id = ${userId} and number = ${number}`.execute(transaction);
  await sql`update users set confirmed_at = coalesce(confirmed_at, now()) where id = ${userId}`.execute(transaction);
  return true;
}

/** The language of texts to an account, set on its verified phone and passed on to a phone that replaces it. */
export async function findLanguage(db: Db, userId: string): Promise<Language> {
  const { rows } = await sql<{ language: Language }>`
    select language from phone_numbers where user_id = ${userId} order by verified_at desc nulls last limit 1`.execute(
    db,
  );
  return rows[0]?.language ?? 'en';
}

/** Sets the language of the texts to an account's phones. */
export async function setLanguage(db: Db, userId: string, language: Language): Promise<void> {
  await sql`update phone_numbers set language = ${language} where user_id = ${userId}`.execute(db);
}

type NumberRow = PhoneNumberView & { readonly isAlive: boolean };

/** An account's numbers, the verified one first. An expired claim is listed only if there is nothing else. */
export async function listNumbers(db: Db, userId: string): Promise<PhoneNumberView[]> {
  const { rows } = await sql<NumberRow>`
    select number as "phoneNumber", verified_at is not null as verified, language,
           verified_at is not null or claimed_until > now() as "isAlive"
      from phone_numbers
     where user_id = ${userId}
     order by verified_at is null, verified_at desc, created_at desc`.execute(db);
  const alive = rows.filter(({ isAlive }) => isAlive);
  const shown = alive.length > 0 ? alive : rows.slice(0, 1);
  return shown.map(({ phoneNumber, verified, language }) => ({ phoneNumber, verified, language }));
}

/** Records that the consent to be texted, given at sign-up for one number, now applies to another. */
export async function recordTextConsent(
  transaction: Db,
  { userId, phoneNumber, address }: { userId: string; phoneNumber: string; address: string },
): Promise<void> {
  await transaction
    .insertInto('consents')
    .values({
      user_id: userId,
      phone_key: phoneNumber,
      subject: 'messaging',
      given: true,
      source: 'account',
      wording: sql`case when (select is_helper from users where id = ${userId}) then ${consent.helper.version} else ${consent.version} end`,
      address,
    })
    .execute();
}

/** Whether the account's last decision about texts to a number, at sign-up, in the account or by text, was consent. */
export async function hasTextConsent(db: Db, userId: string, number: string): Promise<boolean> {
  const { rows } = await sql<{ given: boolean }>`
    select given from consents
     where user_id = ${userId} and phone_key = ${number} and subject = 'messaging' order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.given === true;
}

/** Deletes claims to another phone that expired over a day ago. The first phone of a sign-up stays on record. */
export async function deleteExpiredClaims(db: Db): Promise<void> {
  // A count per claim uses the index; with `exists`, a query plan may read all phones.
  const isExpired = sql`
    verified_at is null and claimed_until < now() - interval '1 day'
    and (select count(*) from phone_numbers v where v.user_id = phone_numbers.user_id and v.verified_at is not null) > 0`;
  await deleteExpiredRows(db, { table: 'phone_numbers', by: 'claimed_until', isExpired });
}
