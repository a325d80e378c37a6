import { accountCopy } from '#contract/account-copy.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import type { Session } from '#server/http/sessions.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { isSameMailbox } from './correct-account.repo.ts';
import { correctAccount, type UpdateCustomer } from './correct-account.ts';

/**
 * Corrects an email that the owner mistyped at sign-up: only until the mailbox is proven, and as often as a link may be
 * emailed. The requesting session stays, so that a second mistake can be corrected too.
 * @throws AppError; ProviderError
 */
export async function changeUnprovenEmail(
  deps: AccountDeps,
  session: Session,
  { email, updateCustomer }: { readonly email: string; readonly updateCustomer: UpdateCustomer },
): Promise<void> {
  const { userId } = session;
  const account = await findAccount(deps.db, userId);
  if (account === null) throw new AppError('unauthenticated', accountCopy.authenticationRequired);
  if (account.isEmailProven) throw new AppError('conflict', accountCopy.emailProvenBefore);
  if (isSameMailbox(account.email, email)) {
    throw new AppError('conflict', accountCopy.emailIsYours, { fields: { email: accountCopy.emailIsYours } });
  }
  // First, because it also limits how many addresses an account can try.
  await refuseOverLimit(deps.rateLimits, [[deps.rules.emailLinkPerAccount, userId]]);
  await correctAccount(deps, { userId, name: account.name, email, keptSession: session.id }, updateCustomer);
}
