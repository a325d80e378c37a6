import { AppError } from '#server/platform/errors.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { endAccess } from '../identity/credentials.repo.ts';
import { freeEmail } from '../sign-up/sign-up.ts';
import { type Earlier, isSameMailbox, writeDetails } from './correct-account.repo.ts';

type Details = { readonly name: string; readonly email: string };

/**
 * Corrects the name or email of an account, for an operator. A new email is unproven until its owner confirms it: every
 * session ends, both addresses get an email, and a first password code to the new one also removes the phone
 * (docs/reference/security.md#t31). The payment provider goes first: what it refuses is changed nowhere. Idempotent.
 * @param updateCustomer makes the same change to the account's customer at the payment provider
 * @returns a sentence
 * @throws AppError `not_found`, or `conflict` for an email in use; ProviderError
 */
export async function correctAccount(
  deps: AccountDeps,
  { userId, name, email }: Details & { readonly userId: string },
  updateCustomer: () => Promise<void>,
): Promise<string> {
  const account = await findAccount(deps.db, userId);
  if (account === null) throw unknownError();
  const details = { name, email };
  if (!isSameMailbox(account.email, email)) await refuseTaken(deps, userId, email);
  await updateCustomer();
  const earlier = await write(deps, userId, details);
  if (isSameMailbox(earlier.email, email)) return 'Saved. The email is the same, so nothing has to be confirmed again.';
  deps.securityLog.info({ event: 'email_corrected', user: userId }, 'an operator changed the email of an account');
  return 'Saved. We emailed a link to the new address and a notice to the old one, and logged out every device.';
}

async function refuseTaken(deps: AccountDeps, userId: string, email: string): Promise<void> {
  if (!(await freeEmail(deps, email)) || !(await deps.identity.isEmailFree(userId, email))) throw takenError();
}

async function write({ db, identity, mails }: AccountDeps, userId: string, details: Details): Promise<Earlier> {
  return db.transaction().execute(async (transaction) => {
    const earlier = await writeDetails(transaction, userId, details);
    if (earlier === null) throw unknownError();
    if (earlier === 'taken') throw takenError();
    await identity.accountChanged(userId, transaction);
    if (isSameMailbox(earlier.email, details.email)) return earlier;
    await endAccess(transaction, userId);
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
