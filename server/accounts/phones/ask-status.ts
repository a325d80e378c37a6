import type { AskStatus } from '#contract/ask-status.ts';
import { codeNumberOf } from '#server/domain/code-number.ts';
import { readUnreachableBy } from '#server/domain/reach.repo.ts';

import type { AccountDeps } from '../dependencies.ts';
import { askStateOf } from './ask-state.ts';
import { readPhoneStatus, readUse } from './ask-status.repo.ts';
import { isOptedOut } from './phones.repo.ts';

type AskStatusDeps = Pick<AccountDeps, 'db' | 'phoneHash' | 'serviceNumbers' | 'assignServiceNumber'>;

/**
 * Whether the account's phone can ask now, the number it should text, and how much it has asked. Assigns a phone that
 * can ask its service number if the welcome (billing/welcome) has not done so yet, so that it shows right after the
 * payment.
 */
export async function readAskStatus(deps: AskStatusDeps, userId: string): Promise<AskStatus> {
  const { db, phoneHash, serviceNumbers, assignServiceNumber } = deps;
  const [{ phoneNumber, serviceNumber, nextTryAt, isEndedUnpaid, ...facts }, use] = await Promise.all([
    readPhoneStatus(db, userId),
    readUse(db, userId),
  ]);
  const [hasOptedOut, unreachableBy] =
    phoneNumber === null
      ? [false, null]
      : await Promise.all([
          isOptedOut(db, phoneNumber, phoneHash(phoneNumber)),
          facts.sender?.isVerified === true ? readUnreachableBy(db, phoneNumber) : null,
        ]);
  const now = new Date();
  const state = askStateOf({ ...facts, isOptedOut: hasOptedOut }, now);
  const isAnswered = state === 'ready' || state === 'reply_yes' || state === 'payment_failed';
  const assigned = serviceNumber ?? (isAnswered ? await assignServiceNumber(userId) : null);
  const hasNextTry = state === 'payment_failed' && nextTryAt !== null && nextTryAt.getTime() > now.getTime();
  const tryAt = hasNextTry ? nextTryAt.toISOString() : null;
  return {
    state,
    phoneNumber,
    // Before there is a plan, no number is assigned; an opted-out phone is then waiting for a code.
    serviceNumber: assigned ?? (state === 'opted_out' ? codeNumberOf(serviceNumbers) : (serviceNumbers[0] ?? null)),
    nextTryAt: tryAt,
    // For pages of the previous release. Not `answers_until`, which also allows for late webhooks.
    answeredUntil: tryAt,
    isEndedUnpaid: state === 'ended' && isEndedUnpaid,
    // Not a state of its own, by which its texts would not be answered: they are, whatever becomes of the answers.
    isUnreachable: unreachableBy !== null && !hasOptedOut,
    isRouteMissing: unreachableBy === 'route' && !hasOptedOut,
    ...use,
  };
}
