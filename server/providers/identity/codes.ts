import { randomInt } from 'node:crypto';

import { sql } from 'kysely';

import { CODE_DIGITS } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import { Secret } from '#server/platform/secret.ts';
import type { PhoneCodePurpose } from '#server/providers/ports/identity.ts';

import { isSlowHashOf, slowHash } from './slow-hash.ts';

/** What a code that goes by text is bound to. */
export type CodeBinding = {
  readonly userId: string;
  readonly purpose: PhoneCodePurpose;
  readonly phoneNumber: string;
};

export const CODE_MINUTES = 10;
export const triesMax = 5;

/** Any six digits. */
export function drawCode(): Secret {
  return new Secret(String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'));
}

/** Makes the code for a purpose; the one before it is dead. The code itself is in memory only. */
export async function newCode(db: Db, { userId, purpose, phoneNumber }: CodeBinding): Promise<Secret> {
  const code = drawCode();
  const codeHash = await slowHash(code);
  await sql`
    insert into verification_codes (user_id, purpose, phone_number, code_hash, expires_at)
    values (${userId}, ${purpose}, ${phoneNumber}, ${codeHash}, now() + ${CODE_MINUTES} * interval '1 minute')
    on conflict (user_id, purpose) do update
       set phone_number = excluded.phone_number, code_hash = excluded.code_hash, tries = 0, created_at = now(),
           expires_at = excluded.expires_at`.execute(db);
  return code;
}

/**
 * Compares, and uses the code up when it is right. A try is counted before the comparison, so that tries at the same
 * time are five at most; of right ones at the same time, the one that removes the row wins (security T4).
 */
export async function useCode(db: Db, { userId, purpose, phoneNumber }: CodeBinding, answer: Secret): Promise<boolean> {
  const { rows } = await sql<{ codeHash: string }>`
    update verification_codes set tries = tries + 1
     where user_id = ${userId} and purpose = ${purpose} and phone_number = ${phoneNumber}
       and expires_at > now() and tries < ${triesMax}
    returning code_hash as "codeHash"`.execute(db);
  const codeHash = rows[0]?.codeHash ?? null;
  if (!(await isSlowHashOf(codeHash, answer))) return false;
  const used = await sql`
    delete from verification_codes
     where user_id = ${userId} and purpose = ${purpose} and code_hash = ${codeHash}
    returning 1`.execute(db);
  return used.rows.length === 1;
}
