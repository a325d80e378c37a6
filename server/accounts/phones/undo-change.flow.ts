import { accountWords } from '#contract/account-words.ts';
import type { Client } from '#server/platform/client-address.ts';
import { AppError } from '#server/platform/errors.ts';

import type { AccountParts } from '../parts.flow.ts';
import { undoPhoneChange, type Undone } from './undo-change.repo.ts';

/**
 * Undoes a phone change by the link in the email about it: the old number is back and every browser is signed out.
 * Whoever changed it knew the password, so the owner is sent on to set a new one.
 * @throws AppError
 */
export async function undoChange(parts: AccountParts, token: string, client: Client): Promise<void> {
  const { db, sessions, rateLimits, rules, securityLog } = parts;
  const tried = await rateLimits.take(rules.resetPerAddress, client.key);
  if (!tried.ok) throw new AppError('rate_limited', accountWords.tooManyRequests, tried);
  const outcome: Undone = await db.transaction().execute(async (transaction) => {
    const undone = await undoPhoneChange(transaction, token);
    if (undone.kind === 'undone') await parts.onPhoneVerified(undone.userId, transaction);
    return undone;
  });
  if (outcome.kind === 'taken') throw new AppError('conflict', accountWords.undoTaken);
  if (outcome.kind !== 'undone') throw new AppError('bad_request', accountWords.undoLinkWrong);
  await sessions.endAll(outcome.userId);
  securityLog.warn({ event: 'phone_change_undone', user: outcome.userId }, 'a phone change was undone by email');
}
