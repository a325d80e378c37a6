import { accountCopy } from '#contract/account-copy.ts';
import { holdSession } from '#server/http/sessions.repo.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { endAccess } from '../identity/credentials.repo.ts';
import { freeEmail } from '../sign-up/sign-up.ts';
import { type Earlier, isSameMailbox, writeDetails } from './correct-account.repo.ts';

type Details = { readonly name: string; readonly email: string };

/** Changes the account's customer at the payment provider, if it has one. @throws ProviderError */
export type UpdateCustomer = (userId: string, details: Details) => Promise<void>;

type Correction = Details & {
  readonly userId: string;
  /** The session of the requesting owner, which is kept; none when an operator corrects the account. */
  readonly keptSession?: string;
};

/**
 * Corrects the name or email of an account, for an operator or its owner. A new email is unproven until its owner
 * confirms it: every other session ends, both addresses get an email, and a first password code to the new one also
 * removes the phone (docs/reference/security.md#t31). The payment provider goes first: what it refuses is changed
 * nowhere. Idempotent.
 * @param updateCustomer makes the same change to the account's customer at the payment provider
 * @returns a sentence
 * @throws AppError `not_found`, or `conflict` for an email in use; ProviderError
 */
export async function correctAccount(
  deps: AccountDeps,
  correction: Correction,
  updateCustomer: UpdateCustomer,
): Promise<string> {
  const { userId, name, email } = correction;
  const account = await findAccount(deps.db, userId);
  if (account === null) throw unknownError();
  const details = { name, email };
  if (!isSameMailbox(account.email, email)) await refuseTaken(deps, userId, email);
  await updateCustomer(userId, details);
  const earlier = await write(deps, correction);
  if (isSameMailbox(earlier.email, email)) return 'Saved. The email is the same, so nothing has to be confirmed again.';
  deps.securityLog.info({ event: 'email_corrected', user: userId }, 'the email of an account was changed');
  return 'Saved. We emailed a link to the new address and a notice to the old one, and logged out every device.';
}

async function refuseTaken(deps: AccountDeps, userId: string, email: string): Promise<void> {
  if (!(await freeEmail(deps, email)) || !(await deps.identity.isEmailFree(userId, email))) throw takenError();
}

async function write({ db, identity, mails }: AccountDeps, correction: Correction): Promise<Earlier> {
  const { userId, keptSession = null, ...details } = correction;
  return db.transaction().execute(async (transaction) => {
    const earlier = await writeDetails(transaction, userId, details);
    if (earlier === null) throw unknownError();
    if (earlier === 'taken') throw takenError();
    // A reset, or the first proof of the mailbox, may have ended the session since it was checked.
    if (keptSession !== null && !(await holdSession(transaction, keptSession))) {
      throw new AppError('unauthenticated', accountCopy.authenticationRequired);
    }
    await identity.accountChanged(userId, transaction);
    if (isSameMailbox(earlier.email, details.email)) return earlier;
    await endAccess(transaction, userId, keptSession);
    await mails.queue({ kind: 'confirm_email', userId }, transaction);
    const recipient = { name: earlier.isEmailProven ? earlier.name : '', address: earlier.email };
    await mails.queue({ kind: 'email_changed', userId, recipient }, transaction);
    return earlier;
  });
}

function unknownError(): AppError {
  return new AppError('not_found', 'No account matches. Nothing was changed.');
}

function takenError(): AppError {
  const message = 'Another account uses this email. Nothing was changed.';
  return new AppError('conflict', message, { fields: { email: message } });
}
