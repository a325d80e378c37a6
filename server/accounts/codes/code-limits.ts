import { accountCopy } from '#contract/account-copy.ts';
import type { Client, ClientPrefix } from '#server/http/client-address.ts';
import { perClient } from '#server/http/client-limits.ts';
import { countedSince } from '#server/observability/counters.repo.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Limit, LimitOf } from '#server/platform/rate-limits.ts';

import type { AccountDeps } from '../dependencies.ts';
import { isAnsweredNow } from '../phones/ask-status.repo.ts';

/** The client that codes count against. Its addresses are hashed, so that a job may carry it. */
export type CodeClient = readonly ClientPrefix[];

export type CodeRequest = {
  readonly userId: string;
  readonly phoneNumber: string;
  readonly client: CodeClient;
  /** Whether the account is signed in: then it has a verified phone and a budget of its own. */
  readonly isSignedIn: boolean;
};

/** SMS pumping is suspected if, of at least 50 codes in an hour, fewer than one in ten was entered. */
const pumpingSentMin = 50;
const pumpingVerifiedShareMin = 0.1;
const pumpingWindowMinutes = 60;

/** The client as the code limits know it. */
export function codeClientOf(
  { rateLimits }: Pick<AccountDeps, 'rateLimits'>,
  { prefixes }: Pick<Client, 'prefixes'>,
): CodeClient {
  return prefixes.map((prefix) => ({ ...prefix, key: rateLimits.hash(prefix.key) }));
}

/**
 * Counts one more code against the limits per phone, account, client and exchange, and the total
 * (docs/reference/security.md#t2, #t29). Exact under concurrency; refuses while the limits cannot be counted.
 *
 * Suspected SMS pumping pauses the networks that it comes from and the exchanges that it targets. Visitors from
 * elsewhere keep a share of the budget, and a text to our number verifies a visitor's phone without using any
 * (texted-code.ts). Signed-in accounts have a separate budget, half of it for those with a plan, and separate limits
 * for the address that they share with visitors.
 * @returns the points to return if the carrier takes no text. Some stay taken, so that retries are bounded: the
 * per-minute limit of a signed-in account; the client's limits of a visitor, because a login reads a taken minute as a
 * code on its way
 * @throws AppError `rate_limited` with the seconds to wait, or `temporarily_unavailable`
 */
export async function takeCodeLimits(deps: AccountDeps, request: CodeRequest): Promise<readonly LimitOf[]> {
  const { rateLimits, rules, securityLog } = deps;
  const ofPhoneAndAccount = limitsOfPhoneAndAccount(rules, request);
  const ofCode = [...ofPhoneAndAccount, limitOfExchange(rules, request)];
  const ofClient = [...limitsOfClient(rules, request), ...(await newPhoneLimits(deps, request))];
  const limits = [...ofCode, ...ofClient];
  const refusal = await rateLimits.takeAll(limits);
  if (refusal) {
    securityLog.warn({ event: 'code_limited', kind: refusal.limit.name, user: request.userId }, 'no code was sent');
    // What others use up with this one, a network or an exchange, says nothing of codes that this one requested.
    const isOwn = ofPhoneAndAccount.some(([limit]) => limit === refusal.limit);
    throw new AppError('rate_limited', isOwn ? accountCopy.codeCooldown : accountCopy.codesPaused, refusal);
  }
  const budgeted = request.isSignedIn
    ? await takeFromBudgets(deps, await budgetsOfMember(deps, request))
    : await takeFromVisitorBudgets(deps, request);
  if ('taken' in budgeted) {
    const returned = request.isSignedIn ? limits.filter(([limit]) => limit !== rules.codePerPhoneMinute) : ofCode;
    return [...returned, ...budgeted.taken];
  }
  await rateLimits.refundAll(limits);
  throw new AppError('rate_limited', accountCopy.codesPaused, budgeted);
}

/** Records that a code was entered correctly: it no longer counts against the network and the exchange of its phone. */
export async function recordCodeVerified(
  { rateLimits, rules }: AccountDeps,
  request: Pick<CodeRequest, 'phoneNumber' | 'client'>,
): Promise<void> {
  await rateLimits.refundAll(unverifiedLimits(rules, request));
}

/** The limits of a code that do not depend on its client. */
export function limitsOfPhoneAndAccount(
  rules: AccountDeps['rules'],
  { userId, phoneNumber }: Pick<CodeRequest, 'userId' | 'phoneNumber'>,
): LimitOf[] {
  return [
    [rules.codePerPhoneMinute, phoneNumber],
    [rules.codePerPhoneHour, phoneNumber],
    [rules.codePerPhoneDay, phoneNumber],
    [rules.codePerAccountHour, userId],
    [rules.codePerAccountDay, userId],
  ];
}

function limitsOfClient(rules: AccountDeps['rules'], { client, isSignedIn }: CodeRequest): LimitOf[] {
  return perClient(isSignedIn ? rules.codePerAddressOfMembers : rules.codePerAddress, client);
}

function limitOfExchange(rules: AccountDeps['rules'], { phoneNumber, isSignedIn }: CodeRequest): LimitOf {
  return [isSignedIn ? rules.codePerExchangeOfMembers : rules.codePerExchange, exchangeOf(phoneNumber)];
}

/** Area code and exchange, as in +1 312 555. */
function exchangeOf(phoneNumber: string): string {
  return phoneNumber.slice(0, 8);
}

/** The limits that count this phone as one more of the client's; none if the client used it within the hour. */
async function newPhoneLimits(
  { rateLimits, rules }: AccountDeps,
  { client, phoneNumber, isSignedIn }: CodeRequest,
): Promise<LimitOf[]> {
  const [narrowest] = client;
  if (narrowest === undefined) return [];
  const pair = `${narrowest.key}|${phoneNumber}`;
  const [phones, phone] = isSignedIn
    ? [rules.phonesPerAddressOfMembers, rules.phoneOfAddressOfMembers]
    : [rules.phonesPerAddress, rules.phoneOfAddress];
  const { ok: isNew } = await rateLimits.peek(phone, pair);
  return isNew ? [...perClient(phones, client), [phone, pair]] : [];
}

/** Accounts are free, so those without a plan get half of the budget at most: subscribers have no other way. */
async function budgetsOfMember({ db, rules }: AccountDeps, { userId }: CodeRequest): Promise<Limit[]> {
  return (await isAnsweredNow(db, userId)) ? [rules.codeForSubscribers, rules.codeForMembers] : [rules.codeForMembers];
}

/** The points that a code took, or how long codes are paused. */
type Budgeted = { readonly taken: readonly LimitOf[] } | { readonly retryAfterSeconds: number };

async function takeFromVisitorBudgets(deps: AccountDeps, request: CodeRequest): Promise<Budgeted> {
  const { rateLimits, rules, securityLog } = deps;
  const unverified = unverifiedLimits(rules, request);
  const peeked = await Promise.all(unverified.map(([limit, key]) => rateLimits.peek(limit, key)));
  const waits = peeked.map((taken) => (taken.ok ? 0 : taken.retryAfterSeconds));
  const isClean = peeked.every(({ ok }) => ok);
  if (!isClean && (await isPumpingSuspected(deps))) {
    securityLog.error({ event: 'codes_paused' }, 'few codes are entered: suspicious visitors get none');
    return { retryAfterSeconds: Math.max(...waits) };
  }
  const budgeted = await takeFromBudgets(
    deps,
    isClean ? [rules.codeForVisitors, rules.codeForNewcomers] : [rules.codeForVisitors],
  );
  if (!('taken' in budgeted)) return budgeted;
  for (const [limit, key] of unverified) await rateLimits.take(limit, key);
  return { taken: [...budgeted.taken, ...unverified] };
}

function unverifiedLimits(
  rules: AccountDeps['rules'],
  { phoneNumber, client }: Pick<CodeRequest, 'phoneNumber' | 'client'>,
): LimitOf[] {
  const widest = client.at(-1);
  return [
    [rules.unverifiedOfExchange, exchangeOf(phoneNumber)],
    ...(widest === undefined ? [] : [[rules.unverifiedOfNetwork, widest.key] as const]),
  ];
}

/** Takes a code from the first budget that has one left. */
async function takeFromBudgets({ rateLimits, securityLog }: AccountDeps, budgets: readonly Limit[]): Promise<Budgeted> {
  let retryAfterSeconds = 0;
  for (const budget of budgets) {
    const taken = await rateLimits.take(budget, 'all');
    if (taken.ok && taken.left === Math.floor(budget.points / 2)) {
      securityLog.error({ event: 'codes_half_used', kind: budget.name }, 'half of a budget of codes is used');
    }
    if (taken.ok) return { taken: [[budget, 'all']] };
    securityLog.error({ event: 'codes_used_up', kind: budget.name }, 'a budget of codes is used up for this hour');
    retryAfterSeconds = taken.retryAfterSeconds;
  }
  return { retryAfterSeconds };
}

async function isPumpingSuspected({ pool }: AccountDeps): Promise<boolean> {
  const counted = await countedSince(pool, ['codes.sent', 'codes.verified'], pumpingWindowMinutes);
  const sent = counted['codes.sent'];
  return sent >= pumpingSentMin && counted['codes.verified'] < sent * pumpingVerifiedShareMin;
}
