import { accountCopy } from '#contract/account-copy.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import type { Session } from '#server/http/sessions.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount, lockAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { deleteOneTimeTokens, findTokenOwner } from '../one-time-tokens.repo.ts';
import { markEmailProven } from './email-proof.repo.ts';

/**
 * Proves the mailbox by the link of the welcome email. The link alone is not enough: its reader must be signed in, so
 * that a mailbox owner cannot be tricked into confirming an account that a stranger prepared.
 * @throws AppError for a link that is wrong, used or older than a week
 */
export async function confirmEmail(deps: AccountDeps, { userId }: Session, token: string): Promise<void> {
  await deps.db.transaction().execute(async (transaction) => {
    // Before the link is looked up: it proves the mailbox that it was emailed to, and no other that is written meanwhile.
    await lockAccount(transaction, userId);
    const owner = await findTokenOwner(transaction, token, 'email');
    if (owner?.userId !== userId) throw new AppError('bad_request', accountCopy.emailLinkWrong);
    await markEmailProven(transaction, userId);
    await deleteOneTimeTokens(transaction, userId, 'email');
  });
  deps.securityLog.info({ event: 'email_proven', user: userId, kind: 'link' }, 'an account proved its mailbox');
}

/** Emails a new link. @throws AppError over the limit, or when the mailbox is already proven */
export async function resendEmailLink(deps: AccountDeps, { userId }: Session): Promise<void> {
  const { db, mails, rules } = deps;
  const account = await findAccount(db, userId);
  if (!account || account.isEmailProven) throw new AppError('conflict', accountCopy.emailProvenBefore);
  await refuseOverLimit(deps.rateLimits, [[rules.emailLinkPerEmail, account.email.toLowerCase()]]);
  await mails.queue({ kind: 'confirm_email', userId });
}
