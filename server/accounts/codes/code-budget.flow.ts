import { accountWords } from '#contract/account-words.ts';
import type { Client, ClientPrefix } from '#server/platform/client-address.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { countedSince } from '#server/platform/counters.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashed, type Limit, type LimitOf } from '#server/platform/rate-limits.ts';

import type { AccountParts } from '../parts.flow.ts';

/** The client for whom codes are counted, without its addresses: jobs carry it. */
export type CodeClient = readonly ClientPrefix[];

export type CodeRequest = {
  readonly userId: string;
  readonly phoneNumber: string;
  readonly client: CodeClient;
  /** Signed-in people have a verified phone, and a budget of their own. */
  readonly isSignedIn: boolean;
};

/** From so many codes an hour, one in ten must have been typed in, or texts are being sent for their own sake. */
const judgedFrom = 50;
const verifiedShareMin = 0.1;
const judgedMinutes = 60;

/** A client as the budget of codes knows it. */
export function codeClientOf({ prefixes }: Pick<Client, 'prefixes'>): CodeClient {
  return prefixes.map((prefix) => ({ ...prefix, key: hashed(prefix.key) }));
}

/**
 * Makes sure that one more code may be texted: by phone, account, client, exchange and in all (security T2, T29). Exact
 * when asked many times at once; refuses while nothing can be counted.
 *
 * What looks like pumping pauses the networks and exchanges that it comes from and goes to. Visitors from elsewhere keep
 * a share of the budget, people who are signed in have one of their own, and a text to our number verifies a phone
 * without any (texted-code.flow.ts).
 * @throws AppError `rate_limited` with the seconds to wait, or `temporarily_unavailable`
 */
export async function takeCodeBudget(parts: AccountParts, request: CodeRequest): Promise<void> {
  const { rateLimits, rules, securityLog } = parts;
  const limits = [...limitsOf(parts, request), ...(await newPhoneOfClient(parts, request))];
  const refusal = await rateLimits.takeAll(limits);
  if (refusal) {
    securityLog.warn({ event: 'code_limited', kind: refusal.limit.name, user: request.userId }, 'no code was sent');
    const isShared = refusal.limit === rules.codePerExchange || refusal.limit === rules.codePerExchangeOfMembers;
    throw new AppError('rate_limited', isShared ? accountWords.codesPaused : accountWords.codeCooldown, refusal);
  }
  const paused = request.isSignedIn
    ? await takeFrom(parts, [rules.codeForMembers])
    : await takeOfVisitors(parts, request);
  if (paused === null) return;
  await rateLimits.giveAllBack(limits);
  throw new AppError('rate_limited', accountWords.codesPaused, { retryAfterSeconds: paused });
}

/** A code was typed in rightly: the network and the exchange of its phone are as trustworthy as before it was sent. */
export async function noteCodeProved(
  { rateLimits, rules }: AccountParts,
  request: Pick<CodeRequest, 'phoneNumber' | 'client'>,
): Promise<void> {
  await rateLimits.giveAllBack(unprovedOf(rules, request));
}

function limitsOf({ rules }: AccountParts, { userId, phoneNumber, client, isSignedIn }: CodeRequest): LimitOf[] {
  return [
    [rules.codePerPhoneMinute, phoneNumber],
    [rules.codePerPhoneHour, phoneNumber],
    [rules.codePerPhoneDay, phoneNumber],
    [rules.codePerAccountHour, userId],
    [rules.codePerAccountDay, userId],
    ...perClient(rules.codePerAddress, client),
    [isSignedIn ? rules.codePerExchangeOfMembers : rules.codePerExchange, exchangeOf(phoneNumber)],
  ];
}

/** Area code and exchange, as in +1 312 555. */
function exchangeOf(phoneNumber: string): string {
  return phoneNumber.slice(0, 8);
}

/** Only a phone that a client has not had within the hour counts among its different ones. */
async function newPhoneOfClient(
  { rateLimits, rules }: AccountParts,
  { client, phoneNumber }: CodeRequest,
): Promise<LimitOf[]> {
  const [narrowest] = client;
  if (narrowest === undefined) return [];
  const pair = `${narrowest.key}|${phoneNumber}`;
  const known = await rateLimits.peek(rules.phoneOfAddress, pair);
  return known.ok ? [...perClient(rules.phonesPerAddress, client), [rules.phoneOfAddress, pair]] : [];
}

/** @returns null, or the seconds for which codes are paused for this visitor */
async function takeOfVisitors(parts: AccountParts, request: CodeRequest): Promise<number | null> {
  const { rateLimits, rules, securityLog } = parts;
  const unproved = unprovedOf(rules, request);
  const judged = await Promise.all(unproved.map(([limit, key]) => rateLimits.peek(limit, key)));
  const waits = judged.map((taken) => (taken.ok ? 0 : taken.retryAfterSeconds));
  const isClean = judged.every(({ ok }) => ok);
  if (!isClean && (await isPumped(parts))) {
    securityLog.error({ event: 'codes_paused' }, 'hardly any code is typed in: suspicious visitors get none');
    return Math.max(...waits);
  }
  const wait = await takeFrom(
    parts,
    isClean ? [rules.codeForVisitors, rules.codeForNewcomers] : [rules.codeForVisitors],
  );
  if (wait === null) for (const [limit, key] of unproved) await rateLimits.take(limit, key);
  return wait;
}

function unprovedOf(
  rules: AccountParts['rules'],
  { phoneNumber, client }: Pick<CodeRequest, 'phoneNumber' | 'client'>,
): LimitOf[] {
  const widest = client.at(-1);
  return [
    [rules.unprovedOfExchange, exchangeOf(phoneNumber)],
    ...(widest === undefined ? [] : [[rules.unprovedOfNetwork, widest.key] as const]),
  ];
}

/** Takes a code from the first budget that has one. @returns null, or the seconds until there is one */
async function takeFrom({ rateLimits, securityLog }: AccountParts, budgets: readonly Limit[]): Promise<number | null> {
  let wait = 0;
  for (const budget of budgets) {
    const taken = await rateLimits.take(budget, 'all');
    if (taken.ok && taken.left === Math.floor(budget.points / 2)) {
      securityLog.error({ event: 'codes_half_used', kind: budget.name }, 'half of a budget of codes is used');
    }
    if (taken.ok) return null;
    securityLog.error({ event: 'codes_used_up', kind: budget.name }, 'a budget of codes is used up for this hour');
    wait = taken.retryAfterSeconds;
  }
  return wait;
}

async function isPumped({ pool }: AccountParts): Promise<boolean> {
  const counted = await countedSince(pool, ['codes.sent', 'codes.verified'], judgedMinutes);
  const sent = counted['codes.sent'];
  return sent >= judgedFrom && counted['codes.verified'] < sent * verifiedShareMin;
}
