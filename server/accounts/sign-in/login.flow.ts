import { accountWords } from '#contract/account-words.ts';
import type { LoginBody } from '#contract/auth.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';

import { type Account, findAccount } from '../accounts.repo.ts';
import { codeAfterLogin, type CodeOutlook } from '../codes/text-code.job.ts';
import type { AccountParts, Caller } from '../parts.flow.ts';
import { takeLoginAttempt } from './login-limits.flow.ts';

/** Whose password was right; and where the account is not confirmed yet, what becomes of its code. */
export type LoggedIn = {
  readonly account: Account;
  readonly code: CodeOutlook | null;
  /** The right password no longer lets its owner in, until it is set again by a code (decisions, "Identity", stage `post`). */
  readonly mustReset: boolean;
};

/**
 * Checks a password. An account that no one has, a wrong password and an account that is being deleted are one and the
 * same refusal, after the same time (security T5).
 * @throws AppError
 */
export async function logIn(parts: AccountParts, { email, password }: LoginBody, caller: Caller): Promise<LoggedIn> {
  const { identity, db, securityLog } = parts;
  const attempt = await takeLoginAttempt(parts, email, caller);
  const check = await identity.checkPassword(email, new Secret(password));
  const account = check.kind === 'wrong' ? null : await findAccount(db, check.userId);
  if (!account) {
    securityLog.warn({ event: 'login_failed' }, 'a login failed');
    throw new AppError('unauthenticated', accountWords.invalidLogin);
  }
  await attempt.succeeded();
  securityLog.info(
    { event: account.isConfirmed ? 'logged_in' : 'login_unconfirmed', user: account.id },
    'a password was right',
  );
  const mustReset = check.kind === 'moved';
  // The page asks for the code itself, with the proof that the refusal carries.
  if (account.isConfirmed || mustReset) return { account, code: null, mustReset };
  return { account, code: await codeAfterLogin(parts, account, caller), mustReset };
}
