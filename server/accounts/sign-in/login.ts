import { accountCopy } from '#contract/account-copy.ts';
import type { LoginBody } from '#contract/auth.ts';
import { AppError } from '#server/platform/errors.ts';

import { type Account, findAccount } from '../accounts.repo.ts';
import { queueCodeAfterLogin, type CodeAfterLogin } from '../codes/text-code.job.ts';
import type { AccountDeps } from '../dependencies.ts';
import type { LoginClient } from './login-client.ts';
import { checkPassword } from './login-limits.ts';

/** The account whose password was right; if it is unconfirmed, also whether a code is sent. */
export type LoggedIn = {
  readonly account: Account;
  readonly code: CodeAfterLogin | null;
  /** The password must be reset by a code before its owner can log in (docs/reference/decisions.md#identity). */
  readonly mustReset: boolean;
};

/**
 * Checks a password. An unknown email, a wrong password and an account that is being deleted get the same refusal,
 * after the same time (docs/reference/security.md#t5).
 * @throws AppError
 */
export async function logIn(deps: AccountDeps, body: LoginBody, caller: LoginClient): Promise<LoggedIn> {
  const { db, securityLog } = deps;
  const { check, succeeded } = await checkPassword(deps, body, caller);
  const found = check.kind === 'wrong' ? null : await findAccount(db, check.userId);
  if (check.kind === 'wrong' || !found) {
    securityLog.warn({ event: 'login_failed' }, 'a login failed');
    throw new AppError('unauthenticated', accountCopy.invalidLogin);
  }
  // Not the current revision: the password may have been reset since it was compared.
  const account = { ...found, credentialsRevision: check.credentialsRevision };
  await succeeded();
  securityLog.info(
    { event: account.isConfirmed ? 'logged_in' : 'login_unconfirmed', user: account.id },
    'a password was right',
  );
  const mustReset = check.kind === 'migration_required';
  // After `mustReset` the page requests the code, with the proof that the refusal carries.
  if (account.isConfirmed || mustReset) return { account, code: null, mustReset };
  return { account, code: await queueCodeAfterLogin(deps, account, caller), mustReset };
}
