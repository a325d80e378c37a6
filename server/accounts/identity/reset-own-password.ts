import { randomUUID } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import { type MailQueue, phoneRemovedKey } from '#server/domain/ports/mail-queue.ts';
import { removeHomePlace } from '#server/places/home-place.repo.ts';

import { markEmailProven } from '../email/email-proof.repo.ts';
import { lockNumbers, releaseNumbers } from '../phones/release-phone.repo.ts';
import { endAccess, setPasswordHash } from './credentials.repo.ts';
import type { IdentityProvider, MailboxProof, PasswordResetRequest } from './identity-provider.ts';
import { matchPasswordCode, returnTry, usePasswordCode } from './password-codes.repo.ts';
import { hashPassword } from './password-hash.ts';

export type ResetOwnPasswordDeps = {
  readonly db: Db;
  readonly mails: MailQueue;
  readonly accountChanged: IdentityProvider['accountChanged'];
};

/** The hash of the new password, and whether its code was the first proof of the mailbox. */
export type LocalReset = { readonly passwordHash: string; readonly firstProof: MailboxProof | null };

/**
 * Sets a new password for the holder of the emailed code, uses up the code, ends all access to the account, takes the
 * code as a proof of the mailbox, and queues the email about the change: all or nothing, even if this process dies. An
 * earlier failure, such as overload, leaves the code valid and costs no try.
 * @returns null for a wrong code
 * @throws AppError when too many passwords are being checked concurrently
 */
export async function resetOwnPassword(
  deps: ResetOwnPasswordDeps,
  { userId, requestHash, code, newPassword }: PasswordResetRequest,
): Promise<LocalReset | null> {
  const { db, mails } = deps;
  const codeHash = await matchPasswordCode(db, { userId, requestHash }, code);
  if (codeHash === null || userId === null) return null;
  const passwordHash = await hashPassword(newPassword).catch(async (error: unknown) => {
    await returnTry(db, { userId, requestHash });
    throw error;
  });
  return db.transaction().execute(async (transaction) => {
    // Lock the numbers before their account, as everywhere.
    await lockNumbers(transaction, userId);
    if (!(await usePasswordCode(transaction, userId, codeHash))) return null;
    await setPasswordHash(transaction, userId, passwordHash);
    await endAccess(transaction, userId);
    const firstProof = await proveMailbox(deps, transaction, userId);
    const onceKey = firstProof?.hadPhone === true ? phoneRemovedKey(randomUUID()) : null;
    await mails.queue({ kind: 'password_changed', userId, ...(onceKey !== null && { onceKey }) }, transaction);
    return { passwordHash, firstProof };
  });
}

/**
 * Proves the mailbox. Until its first proof, a stranger may have set up the account, so its phones are removed with
 * everything that could verify one, and the home place, which says where that person lives
 * (docs/reference/security.md#t31).
 * @returns null for a mailbox that was already proven
 */
async function proveMailbox(
  { accountChanged }: ResetOwnPasswordDeps,
  transaction: Db,
  userId: string,
): Promise<MailboxProof | null> {
  if (!(await markEmailProven(transaction, userId))) return null;
  const number = await releaseNumbers(transaction, userId);
  await removeHomePlace(transaction, userId);
  // The identity service still has the removed phone as verified.
  await accountChanged(userId, transaction);
  return { hadPhone: number !== null };
}
