import { z } from 'zod';

import { accountCopy } from '#contract/account-copy.ts';
import type { Client } from '#server/http/client-address.ts';
import { AppError } from '#server/platform/errors.ts';

import { type Account, findAccount, provenAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { claimPhone } from '../phones/first-phone.ts';
import { findHolder, isOptedOut } from '../phones/phones.repo.ts';
import { optedOutMessage } from '../phones/read-us-phone.ts';
import { codeClientOf, limitsOfPhoneAndAccount, takeCodeLimits } from './code-limits.ts';
import { sendPhoneCode } from './phone-code.ts';

const CarriedClient = z.array(z.object({ key: z.string(), share: z.number(), suffix: z.string() })).readonly();
export type TextCode = z.infer<typeof textCodeQueue.payload>;

/** The job that texts the code of an unconfirmed account to the number on record. */
export const textCodeQueue = {
  name: 'text-code',
  payload: z.object({
    user: z.uuid(),
    /** The client that requested the code, which the job counts; null if the limits are already taken. */
    client: CarriedClient.nullable().optional(),
  }),
} as const;

/**
 * Texts the code of an unconfirmed account. This is a job for two reasons: the time of a request must not reveal
 * whether the account exists (docs/reference/security.md#t5), and a login must not wait for the carrier. A no-op for an
 * account that does not exist or needs no code.
 */
export async function textCode(deps: AccountDeps, { user, client = [] }: TextCode): Promise<void> {
  const account = await findAccount(deps.db, user);
  if (!account || account.isConfirmed || account.pendingPhone === null) return;
  const phoneNumber = account.pendingPhone;
  try {
    const request = { userId: user, phoneNumber };
    const points =
      client === null
        ? limitsOfPhoneAndAccount(deps.rules, request)
        : await takeCodeLimits(deps, { ...request, client, isSignedIn: false });
    await claimPhone(deps, provenAccount(account), phoneNumber);
    await sendPhoneCode(deps, { ...request, purpose: 'confirm' }, points);
  } catch (error) {
    // Over a limit, opted out, another account's number, or not textable: already logged, and the person can ask again.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Whether a code is being sent, or why not. */
export type CodeAfterLogin = { readonly codeSent: boolean; readonly message: string };

/**
 * Queues the code of an unconfirmed account after a right password. Takes the limits here, for the client that logs in,
 * so that the reply can say whether a code is sent.
 */
export async function queueCodeAfterLogin(
  deps: AccountDeps,
  account: Account,
  client: Client,
): Promise<CodeAfterLogin> {
  const { db, jobQueue, phoneHash, rateLimits, rules, serviceNumbers } = deps;
  const { id: userId, pendingPhone: phoneNumber } = account;
  if (phoneNumber === null) return { codeSent: false, message: accountCopy.notConfirmed };
  if (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber))) return noCodeSent(optedOutMessage(serviceNumbers));
  const holder = await findHolder(db, phoneNumber);
  if (holder && holder.userId !== userId) return noCodeSent(accountCopy.phoneOfOther);
  // A code was sent less than a minute ago: enter that one.
  const cooldown = await rateLimits.peek(rules.codePerPhoneMinute, phoneNumber);
  if (!cooldown.ok) return { codeSent: true, message: accountCopy.notConfirmed };
  try {
    await takeCodeLimits(deps, { userId, phoneNumber, client: codeClientOf(deps, client), isSignedIn: false });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return noCodeSent(error.message);
  }
  await jobQueue.send(textCodeQueue, { user: userId, client: null }, { key: userId });
  return { codeSent: true, message: accountCopy.notConfirmed };
}

/** The pages look for "not confirmed" in the message. */
function noCodeSent(why: string): CodeAfterLogin {
  return { codeSent: false, message: `${accountCopy.notConfirmedNoCode} ${why}` };
}
