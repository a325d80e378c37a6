import { sql } from 'kysely';

import { CODE_MINUTES } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import type { Secret } from '#server/platform/secret.ts';

import { codeTriesMax, generateCode } from './codes.ts';
import type { PhoneCode } from './identity-provider.ts';
import { hashPassword, isPasswordHashOf } from './password-hash.ts';

/**
 * Creates the code for an account and purpose, replacing the previous one. Only its hash is stored.
 * @returns null when the account no longer claims the number because its mailbox was proven in the meantime
 */
export async function createPhoneCode(db: Db, { userId, purpose, phoneNumber }: PhoneCode): Promise<Secret | null> {
  const code = generateCode();
  const codeHash = await hashPassword(code);
  const { rows } = await sql`
    insert into verification_codes (user_id, purpose, phone_number, code_hash, expires_at)
    select user_id, ${purpose}, number, ${codeHash}, now() + ${CODE_MINUTES} * interval '1 minute'
      from phone_numbers where user_id = ${userId} and number = ${phoneNumber} for key share
    on conflict (user_id, purpose) do update
       set phone_number = excluded.phone_number, code_hash = excluded.code_hash, tries = 0, created_at = now(),
           expires_at = excluded.expires_at
    returning 1`.execute(db);
  return rows.length === 1 ? code : null;
}

/**
 * Compares a code, which stays valid until `usePhoneCode`. Each try is counted before the comparison, so concurrent tries
 * never exceed the maximum (docs/reference/security.md#t4).
 * @throws AppError when too many codes are being compared; that costs no try
 */
export async function comparePhoneCode(
  db: Db,
  { userId, purpose, phoneNumber }: PhoneCode,
  answer: Secret,
): Promise<boolean> {
  const { rows } = await sql<{ codeHash: string }>`
    update verification_codes set tries = tries + 1
     where user_id = ${userId} and purpose = ${purpose} and phone_number = ${phoneNumber}
       and expires_at > now() and tries < ${codeTriesMax}
    returning code_hash as "codeHash"`.execute(db);
  const codeHash = rows[0]?.codeHash ?? null;
  return isPasswordHashOf(codeHash, answer).catch(async (error: unknown) => {
    await sql`
      update verification_codes set tries = tries - 1
       where user_id = ${userId} and purpose = ${purpose} and code_hash = ${codeHash}`.execute(db);
    throw error;
  });
}

/**
 * Uses up a code that was right, in the transaction that does what it is for: if that fails, the code in the person's
 * hand is still good. Call it after the account's numbers are locked, as a new code locks them first too.
 * @returns false if another right answer was faster
 */
export async function usePhoneCode(transaction: Db, { userId, purpose, phoneNumber }: PhoneCode): Promise<boolean> {
  const { rows } = await sql`
    delete from verification_codes
     where user_id = ${userId} and purpose = ${purpose} and phone_number = ${phoneNumber}
    returning 1`.execute(transaction);
  return rows.length === 1;
}

/** Deletes all expired codes. */
export async function deleteExpiredPhoneCodes(db: Db): Promise<void> {
  await deleteExpiredRows(db, { table: 'verification_codes', by: 'expires_at', isExpired: sql`expires_at < now()` });
}
