import { accountWords } from '#contract/account-words.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Session } from '#server/platform/session.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountParts } from '../parts.flow.ts';
import { dropTickets, findTicket } from '../tickets.repo.ts';
import { markEmailProven, releaseNumbers } from './email-proof.repo.ts';

/**
 * Proves the mailbox by the link of the welcome email. The link alone proves nothing: its reader must also be signed in,
 * so that the owner of a mailbox cannot be led to confirm an account that a stranger prepared.
 * @throws AppError for a link that is wrong, used or older than a week
 */
export async function confirmEmail(parts: AccountParts, { userId }: Session, token: string): Promise<void> {
  if ((await findTicket(parts.db, token, 'email')) !== userId) {
    throw new AppError('bad_request', accountWords.emailLinkWrong);
  }
  await markEmailProven(parts.db, userId);
  await dropTickets(parts.db, userId, 'email');
  parts.securityLog.info({ event: 'email_proven', user: userId, kind: 'link' }, 'an account proved its mailbox');
}

/** Emails the link again. @throws AppError over the limit, or when the mailbox is proven already */
export async function resendEmailLink(parts: AccountParts, { userId }: Session): Promise<void> {
  const { db, mails, rateLimits, rules } = parts;
  const account = await findAccount(db, userId);
  if (!account || account.isEmailProven) throw new AppError('conflict', accountWords.emailProvenBefore);
  const free = await rateLimits.take(rules.emailLinkPerAccount, userId);
  if (!free.ok) throw new AppError('rate_limited', accountWords.tooManyRequests, free);
  await mails.queue({ kind: 'confirm_email', userId });
}

/**
 * The first proof of a mailbox by someone who did not know the password: whoever set the account up before may have been
 * a stranger, so their phones and sessions end (security T31). A no-op for a mailbox that was proven before.
 * @returns whether the account had a phone that now has to be verified again
 */
export async function proveEmailByCode(parts: AccountParts, userId: string): Promise<boolean> {
  const { db, sessions, securityLog } = parts;
  const account = await findAccount(db, userId);
  const isFirst = await db.transaction().execute(async (transaction) => {
    if (!(await markEmailProven(transaction, userId))) return false;
    await releaseNumbers(transaction, userId);
    return true;
  });
  if (!isFirst) return false;
  await sessions.endAll(userId);
  securityLog.info({ event: 'email_proven', user: userId, kind: 'code' }, 'an account proved its mailbox');
  return account !== null && account.verifiedPhone !== null;
}
