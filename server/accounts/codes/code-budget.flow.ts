import { accountWords } from '#contract/account-words.ts';
import { countedSince } from '#server/platform/counters.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';

import type { AccountParts } from '../parts.flow.ts';

export type CodeRequest = {
  readonly userId: string;
  readonly phoneNumber: string;
  /** Whose address asks; null in a job, where it was counted when the call came. */
  readonly clientKey: string | null;
  /** Somebody without a session can be anybody: such sends stop when hardly any code comes back. */
  readonly isSignedIn: boolean;
};

/** From so many codes an hour, one in ten must have been typed in, or texts are being sent for their own sake. */
const judgedFrom = 50;
const verifiedShareMin = 0.1;
const judgedMinutes = 60;

/**
 * Makes sure that one more code may be texted: by phone, account, address, exchange and in all (security T2). Exact when
 * asked many times at once; refuses while nobody can count.
 * @throws AppError `rate_limited` with the seconds to wait, or `temporarily_unavailable`
 */
export async function takeCodeBudget(parts: AccountParts, request: CodeRequest): Promise<void> {
  const { rateLimits, rules, securityLog } = parts;
  if (!request.isSignedIn && (await isPumped(parts))) {
    securityLog.error({ event: 'codes_paused' }, 'hardly any code is typed in: codes for visitors are paused');
    throw new AppError('temporarily_unavailable', accountWords.codesPaused, { retryAfterSeconds: 900 });
  }
  const limits = [...limitsOf(parts, request), ...(await newPhoneOfAddress(parts, request))];
  const refusal = await rateLimits.takeAll(limits);
  if (refusal) {
    securityLog.warn({ event: 'code_limited', kind: refusal.limit.name, user: request.userId }, 'no code was sent');
    const isShared = refusal.limit === rules.codePerExchange;
    throw new AppError('rate_limited', isShared ? accountWords.codesPaused : accountWords.codeCooldown, refusal);
  }
  const all = await rateLimits.take(rules.codeForAll, 'all');
  if (!all.ok) {
    await rateLimits.giveAllBack(limits);
    securityLog.error({ event: 'codes_used_up' }, 'the budget of codes for this hour is used up');
    throw new AppError('rate_limited', accountWords.codesPaused, all);
  }
  if (all.left === Math.floor(rules.codeForAll.points / 2)) {
    securityLog.error({ event: 'codes_half_used' }, 'half of the budget of codes for this hour is used');
  }
}

function limitsOf({ rules }: AccountParts, { userId, phoneNumber, clientKey }: CodeRequest): LimitOf[] {
  // Area code and exchange, as in +1 312 555.
  const exchange = phoneNumber.slice(0, 8);
  return [
    [rules.codePerPhoneMinute, phoneNumber],
    [rules.codePerPhoneHour, phoneNumber],
    [rules.codePerPhoneDay, phoneNumber],
    [rules.codePerAccountHour, userId],
    [rules.codePerAccountDay, userId],
    ...(clientKey === null ? [] : [[rules.codePerAddress, clientKey] as const]),
    [rules.codePerExchange, exchange],
  ];
}

/** Only a phone that an address has not had within the hour counts among its different ones. */
async function newPhoneOfAddress(
  { rateLimits, rules }: AccountParts,
  { clientKey, phoneNumber }: CodeRequest,
): Promise<LimitOf[]> {
  if (clientKey === null) return [];
  const pair = `${clientKey}|${phoneNumber}`;
  const known = await rateLimits.peek(rules.phoneOfAddress, pair);
  return known.ok
    ? [
        [rules.phonesPerAddress, clientKey],
        [rules.phoneOfAddress, pair],
      ]
    : [];
}

async function isPumped({ pool }: AccountParts): Promise<boolean> {
  const counted = await countedSince(pool, ['codes.sent', 'codes.verified'], judgedMinutes);
  const sent = counted['codes.sent'];
  return sent >= judgedFrom && counted['codes.verified'] < sent * verifiedShareMin;
}
