import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/error-codes.ts';

import { deleteOneTimeTokens } from '../one-time-tokens.repo.ts';

/** What an operator corrects. */
export type Details = { readonly name: string; readonly email: string };

/** The previous details of an account, and whether its mailbox was proven. */
export type Earlier = Details & { readonly isEmailProven: boolean };

/**
 * Writes the name and email of an account, in a transaction. A new mailbox is unproven, and everything emailed to the
 * earlier one becomes invalid: links, password codes, undos of a phone change.
 * @param details `from`: what the account had when `to` was decided
 * @returns the previous details; null for an unknown account, `changed` when it has something else by now, `taken` when
 *   another account has the email
 */
export async function writeDetails(
  transaction: Db,
  userId: string,
  { from, to }: { readonly from: Details; readonly to: Details },
): Promise<Earlier | 'changed' | 'taken' | null> {
  const { rows } = await sql<Earlier>`
    select name, email, email_proven_at is not null as "isEmailProven" from users
     where id = ${userId} and deleted_at is null for update`.execute(transaction);
  const [earlier] = rows;
  if (!earlier) return null;
  if (!isSame(earlier, from) && !isSame(earlier, to)) return 'changed';
  const { name, email } = to;
  const isNewMailbox = !isSameMailbox(earlier.email, email);
  try {
    await sql`
      update users
         set name = ${name}, email = ${email},
             email_proven_at = case when ${isNewMailbox}::boolean then null else email_proven_at end
       where id = ${userId}`.execute(transaction);
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
  if (!isNewMailbox) return earlier;
  await deleteOneTimeTokens(transaction, userId, 'email');
  for (const table of ['password_resets', 'phone_changes', 'phone_change_undos'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  return earlier;
}

function isSame(one: Details, other: Details): boolean {
  return one.name === other.name && one.email === other.email;
}

/** Whether two addresses are the same, ignoring case. */
export function isSameMailbox(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
