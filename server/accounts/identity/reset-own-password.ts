import type { Db } from '#server/db/client.ts';

import { endAccess, setPasswordHash } from './credentials.repo.ts';
import type { PasswordResetRequest } from './identity-provider.ts';
import { matchPasswordCode, usePasswordCode } from './password-codes.repo.ts';
import { hashPassword } from './password-hash.ts';

/**
 * Sets a new password for the holder of the emailed code, uses up the code, and ends all access to the account: all of
 * it or nothing, whenever this process dies. What fails before, as for too much load, leaves the code valid.
 * @returns the hash of the new password; null for a wrong code
 * @throws AppError when too many passwords are being checked at a time
 */
export async function resetOwnPassword(
  db: Db,
  { userId, requestHash, code, newPassword }: PasswordResetRequest,
): Promise<string | null> {
  const codeHash = await matchPasswordCode(db, { userId, requestHash }, code);
  if (codeHash === null || userId === null) return null;
  const passwordHash = await hashPassword(newPassword);
  return db.transaction().execute(async (transaction) => {
    if (!(await usePasswordCode(transaction, userId, codeHash))) return null;
    await setPasswordHash(transaction, userId, passwordHash);
    await endAccess(transaction, userId);
    return passwordHash;
  });
}
