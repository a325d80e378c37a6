import { deleteExpiredTextedCodes } from './codes/texted-code.repo.ts';
import { deleteOldDepartures } from './deletion/deletion.repo.ts';
import type { AccountDeps } from './dependencies.ts';
import { deleteExpiredPasswordCodes } from './identity/password-codes.repo.ts';
import { deleteExpiredPhoneCodes } from './identity/phone-codes.repo.ts';
import { deleteExpiredOneTimeTokens } from './one-time-tokens.repo.ts';
import { deleteExpiredPhoneUndos } from './phones/phone-undo.repo.ts';
import { deleteExpiredClaims } from './phones/phones.repo.ts';
import { cleanUpLeftConsents, deleteAbandonedSignups } from './sign-up/sign-up.repo.ts';

/**
 * Independent steps of a job that delete expired codes, tokens, phone claims and phone undos, and sign-ups that were
 * never confirmed.
 */
export function expiredAccountRows({
  db,
  phoneHash,
}: Pick<AccountDeps, 'db' | 'phoneHash'>): readonly (() => Promise<void>)[] {
  return [
    () => deleteExpiredPhoneUndos(db),
    () => deleteExpiredPhoneCodes(db),
    () => deleteExpiredPasswordCodes(db),
    () => deleteExpiredTextedCodes(db),
    () => deleteExpiredOneTimeTokens(db),
    () => deleteExpiredClaims(db),
    () => deleteOldDepartures(db),
    () => deleteAbandonedSignups(db),
    () => cleanUpLeftConsents(db, phoneHash),
  ];
}
