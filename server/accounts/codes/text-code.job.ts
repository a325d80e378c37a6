import { z } from 'zod';

import { accountWords } from '#contract/account-words.ts';
import type { Client } from '#server/platform/client-address.ts';
import { AppError } from '#server/platform/errors.ts';

import { type Account, findAccount } from '../accounts.repo.ts';
import type { AccountParts } from '../parts.flow.ts';
import { claimNumberNow, findHolder, isOptedOut } from '../phones/phones.repo.ts';
import { optedOutMessage } from '../us-phone.ts';
import { codeClientOf, takeCodeBudget } from './code-budget.flow.ts';
import { sendPhoneCode } from './phone-code.flow.ts';

const CarriedClient = z.array(z.object({ key: z.string(), share: z.number(), suffix: z.string() })).readonly();
export type TextCode = z.infer<typeof textCodeQueue.payload>;

/** Texts the code of an account that waits for its confirmation, to the number on record. */
export const textCodeQueue = {
  name: 'text-code',
  payload: z.object({
    user: z.uuid(),
    /** Who asked for it: counted by the job. Null where the budget was taken before. */
    client: CarriedClient.nullable().optional(),
  }),
} as const;

/**
 * In a job for two reasons: whoever asks for the code of an account must not learn from the time that it takes whether
 * there is one (security T5), and a login must not wait for the carrier. An account that is not there, or needs no code,
 * is fine.
 */
export async function textCode(parts: AccountParts, { user, client = [] }: TextCode): Promise<void> {
  const account = await findAccount(parts.db, user);
  if (!account || account.isConfirmed || account.pendingPhone === null) return;
  const phoneNumber = account.pendingPhone;
  try {
    if (client !== null) await takeCodeBudget(parts, { userId: user, phoneNumber, client, isSignedIn: false });
    if (await claimNumberNow(parts.db, user, phoneNumber)) return;
    await sendPhoneCode(parts, { userId: user, purpose: 'confirm', phoneNumber });
  } catch (error) {
    // The limits, a STOP, a number that cannot be texted: it is logged, and asking again is up to the person.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Whether a code is on its way, or why not. */
export type CodeOutlook = { readonly codeSent: boolean; readonly message: string };

/**
 * Has the code of an account texted after a right password. The budget is taken here, for the client that logs in, so
 * that the reply can say what happens.
 */
export async function codeAfterLogin(parts: AccountParts, account: Account, client: Client): Promise<CodeOutlook> {
  const { db, background, phoneHash, rateLimits, rules, serviceNumbers } = parts;
  const { id: userId, pendingPhone: phoneNumber } = account;
  if (phoneNumber === null) return { codeSent: false, message: accountWords.notConfirmed };
  if (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber))) return withoutCode(optedOutMessage(serviceNumbers));
  const holder = await findHolder(db, phoneNumber);
  if (holder && holder.userId !== userId) return withoutCode(accountWords.phoneOfOther);
  // The code of less than a minute ago is the one to type.
  const cooldown = await rateLimits.peek(rules.codePerPhoneMinute, phoneNumber);
  if (!cooldown.ok) return { codeSent: true, message: accountWords.notConfirmed };
  try {
    await takeCodeBudget(parts, { userId, phoneNumber, client: codeClientOf(client), isSignedIn: false });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return withoutCode(error.message);
  }
  await background.send(textCodeQueue, { user: userId, client: null }, { key: userId });
  return { codeSent: true, message: accountWords.notConfirmed };
}

/** The pages look for "not confirmed" in what they get. */
function withoutCode(why: string): CodeOutlook {
  return { codeSent: false, message: `${accountWords.notConfirmedNoCode} ${why}` };
}
