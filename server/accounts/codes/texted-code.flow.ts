import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

import { accountWords } from '#contract/account-words.ts';
import type { TextedCodeReply } from '#contract/phone.ts';
import { CODE_DIGITS } from '#contract/verification-code.ts';
import type { Client } from '#server/platform/client-address.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Secret } from '#server/platform/secret.ts';

import { type Account, findAccount } from '../accounts.repo.ts';
import type { AccountParts } from '../parts.flow.ts';
import { choosePhone, claimPhone } from '../phones/choose-phone.flow.ts';
import { finishVerification } from '../sign-up/confirm.flow.ts';
import { keepTextedCode, noteTextedCodeUsed, TEXTED_CODE_SECONDS, tryTextedCodes } from './texted-code.repo.ts';

/**
 * Makes a code for the owner of an account to text to us from the phone that is to be verified. It costs us nothing and
 * proves the phone, so it stays open when no codes can be texted to visitors (security T29).
 * @param provenUserId the account whose password this browser has shown
 * @throws AppError
 */
export async function issueTextedCode(
  parts: AccountParts,
  typed: string | undefined,
  { client, provenUserId }: { client: Client; provenUserId: string | null },
): Promise<TextedCodeReply> {
  const { rateLimits, rules, serviceNumbers } = parts;
  const account = await requireProven(parts, provenUserId);
  if (account.isConfirmed) throw new AppError('conflict', accountWords.alreadyVerified);
  const phoneNumber = await choosePhone(parts, account, typed);
  const limited = await rateLimits.takeAll([
    [rules.textedPerAccount, account.id],
    ...perClient(rules.textedPerAddress, client.prefixes),
  ]);
  if (limited) throw new AppError('rate_limited', accountWords.tooManyRequests, limited);
  await claimPhone(parts, account.id, phoneNumber);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  await keepTextedCode(parts.db, { userId: account.id, phoneNumber, codeHash: hashOf(parts, phoneNumber, code) });
  const serviceNumber = serviceNumbers[0] ?? '';
  return { phoneNumber, serviceNumber, code, expiresInSeconds: TEXTED_CODE_SECONDS };
}

/**
 * A phone texted a code: it is verified for the account that the code was made for, as if that account had typed a code
 * of ours. Safe to repeat.
 * @returns false for a wrong, old or foreign code, and for a number that another account has proved
 */
export async function proveByText(
  parts: AccountParts,
  { sender, code }: { readonly sender: string; readonly code: Secret },
): Promise<boolean> {
  const { db, securityLog } = parts;
  const hash = Buffer.from(hashOf(parts, sender, code.reveal()));
  const candidates = await tryTextedCodes(db, sender);
  const match = candidates.find(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), hash));
  const account = match === undefined ? null : await findAccount(db, match.userId);
  if (!account) {
    securityLog.warn({ event: 'texted_code_wrong', count: candidates.length }, 'a phone texted a wrong code');
    return false;
  }
  if (account.verifiedPhone === sender) return true;
  // An account that was confirmed once changes its phone when signed in only.
  if (account.isConfirmed || !(await finishVerification(parts, account.id, sender))) return false;
  await noteTextedCodeUsed(db, account.id);
  return true;
}

/**
 * The account whose password this browser has shown, once its phone is verified; null while it is not.
 * @throws AppError when the browser has shown none, or too long ago
 */
export async function findVerified(parts: AccountParts, provenUserId: string | null): Promise<Account | null> {
  const account = await requireProven(parts, provenUserId);
  return account.isConfirmed && account.verifiedPhone !== null ? account : null;
}

async function requireProven({ db }: AccountParts, provenUserId: string | null): Promise<Account> {
  const account = provenUserId === null ? null : await findAccount(db, provenUserId);
  // Not a 401: the pages would take it for the end of a session.
  if (!account) throw new AppError('forbidden', accountWords.proofExpired);
  return account;
}

/** Six digits have too few values for a hash without a key. */
function hashOf({ textedCodeKey }: AccountParts, phoneNumber: string, code: string): string {
  return createHmac('sha256', textedCodeKey).update(`texted code\n${phoneNumber}\n${code}`).digest('base64url');
}
