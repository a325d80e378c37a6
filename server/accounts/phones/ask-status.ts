import type { AskStatus } from '#contract/ask-status.ts';
import { codeNumberOf } from '#server/platform/code-number.ts';

import type { AccountDeps } from '../dependencies.ts';
import { askStateOf } from './ask-state.ts';
import { findAsker, readUse } from './ask-status.repo.ts';
import { isOptedOut } from './phones.repo.ts';

type AskStatusDeps = Pick<AccountDeps, 'db' | 'phoneHash' | 'serviceNumbers' | 'assignServiceNumber'>;

/**
 * Whether the account's phone can ask now, the number it should text, and how much it has asked. A phone that can ask
 * gets its number here if the welcome (billing/welcome) has not assigned it yet, so that it is shown right after the
 * payment.
 */
export async function readAskStatus(deps: AskStatusDeps, userId: string): Promise<AskStatus> {
  const { db, phoneHash, serviceNumbers, assignServiceNumber } = deps;
  const [{ phoneNumber, serviceNumber, nextTryAt, ...asker }, use] = await Promise.all([
    findAsker(db, userId),
    readUse(db, userId),
  ]);
  const hasOptedOut = phoneNumber !== null && (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber)));
  const now = new Date();
  const state = askStateOf({ ...asker, isOptedOut: hasOptedOut }, now);
  const isAnswered = state === 'ready' || state === 'reply_yes' || state === 'payment_failed';
  const assigned = serviceNumber ?? (isAnswered ? await assignServiceNumber(userId) : null);
  const until = asker.sender?.subscription?.answersUntil;
  const hasNextTry = state === 'payment_failed' && nextTryAt !== null && nextTryAt.getTime() > now.getTime();
  return {
    state,
    phoneNumber,
    // Before a plan, none is the account's own; what an opted-out phone then waits for is a code.
    serviceNumber: assigned ?? (state === 'opted_out' ? codeNumberOf(serviceNumbers) : (serviceNumbers[0] ?? null)),
    nextTryAt: hasNextTry ? nextTryAt.toISOString() : null,
    answeredUntil: state === 'payment_failed' && until !== undefined ? until.toISOString() : null,
    ...use,
  };
}
