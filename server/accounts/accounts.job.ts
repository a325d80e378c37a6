import { deleteExpiredTextedCodes } from './codes/texted-code.repo.ts';
import { deleteOldDepartures } from './deletion/deletion.repo.ts';
import type { AccountDeps } from './dependencies.ts';
import { deleteExpiredPasswordCodes } from './identity/password-codes.repo.ts';
import { deleteExpiredPhoneCodes } from './identity/phone-codes.repo.ts';
import { deleteExpiredOneTimeTokens } from './one-time-tokens.repo.ts';
import { deleteExpiredPhoneUndos } from './phones/phone-undo.repo.ts';
import { deleteExpiredClaims } from './phones/phones.repo.ts';
import { cleanUpLeftConsents, deleteAbandonedSignups } from './sign-up/sign-up.repo.ts';

/** Deletes expired codes, tokens, phone claims and phone undos, and sign-ups that were never confirmed. */
export async function deleteExpiredAccountRows({
  db,
  phoneHash,
}: Pick<AccountDeps, 'db' | 'phoneHash'>): Promise<void> {
  await deleteExpiredPhoneUndos(db);
  await deleteExpiredPhoneCodes(db);
  await deleteExpiredPasswordCodes(db);
  await deleteExpiredTextedCodes(db);
  await deleteExpiredOneTimeTokens(db);
  await deleteExpiredClaims(db);
  await deleteOldDepartures(db);
  await deleteAbandonedSignups(db);
  await cleanUpLeftConsents(db, phoneHash);
}
