import { createHmac, timingSafeEqual } from 'node:crypto';

import { accountCopy } from '#contract/account-copy.ts';
import type { TextedCodeReply } from '#contract/phone.ts';
import { CODE_MINUTES } from '#contract/verification-code.ts';
import type { Client } from '#server/http/client-address.ts';
import { perClient } from '#server/http/client-limits.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Secret } from '#server/platform/secret.ts';

import { type Account, findAccount, findProvenAccount, provenAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { generateCode } from '../identity/codes.ts';
import { lockProven } from '../identity/credentials.repo.ts';
import { resolvePhoneChoice } from '../phones/first-phone.ts';
import { finishVerification } from '../sign-up/confirm.ts';
import { attemptTextedCodes, recordTextedCodeUse, setTextedCode } from './texted-code.repo.ts';

/**
 * Issues a code that the account's owner texts to us from the phone to verify. It costs us nothing and proves the
 * phone, so it stays available when no codes can be texted to visitors (docs/reference/security.md#t29). It does not
 * claim the number: claims without a text would let anyone keep a number from its owner
 * (docs/reference/security.md#t30).
 * @param proven the account whose password this browser has proved
 * @throws AppError
 */
export async function issueTextedCode(
  deps: AccountDeps,
  typed: string | undefined,
  { client, proven }: { client: Client; proven: ProvenAccount | null },
): Promise<TextedCodeReply> {
  const { rules, serviceNumbers } = deps;
  const account = await requireProvenAccount(deps, proven);
  if (account.isConfirmed) throw new AppError('conflict', accountCopy.alreadyVerified);
  const phoneNumber = await resolvePhoneChoice(deps, account, { typed, client, outranksClaims: true });
  await refuseOverLimit(deps.rateLimits, [
    [rules.textedPerAccount, account.id],
    ...perClient(rules.textedPerAddress, client.prefixes),
  ]);
  const code = generateCode().reveal();
  const codeHash = hashOf(deps, phoneNumber, code);
  await deps.db.transaction().execute(async (transaction) => {
    if (!(await lockProven(transaction, provenAccount(account)))) throw proofExpiredError();
    await setTextedCode(transaction, { userId: account.id, phoneNumber, codeHash });
  });
  const serviceNumber = serviceNumbers[0] ?? '';
  return { phoneNumber, serviceNumber, code, expiresInSeconds: CODE_MINUTES * 60 };
}

/**
 * Verifies the phone that texted a code, for the account that the code was issued to, as if that account had entered a
 * code that we texted. Safe to repeat.
 * @returns false for a wrong or expired code, another phone's code, and a number that another account has verified
 */
export async function proveByText(
  deps: AccountDeps,
  { sender, code }: { readonly sender: string; readonly code: Secret },
): Promise<boolean> {
  const { db, securityLog } = deps;
  const hash = Buffer.from(hashOf(deps, sender, code.reveal()));
  const candidates = await attemptTextedCodes(db, sender);
  const match = candidates.find(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), hash));
  const account = match === undefined ? null : await findAccount(db, match.userId);
  if (!match || !account) {
    securityLog.warn({ event: 'texted_code_wrong', count: candidates.length }, 'a phone texted a wrong code');
    return false;
  }
  if (account.verifiedPhone === sender) return true;
  // A confirmed account can change its phone only when signed in.
  if (account.isConfirmed) return false;
  if (!(await finishVerification(deps, match, { phoneNumber: sender, address: null }))) return false;
  await recordTextedCodeUse(db, account.id);
  return true;
}

/**
 * The account whose password this browser has proved, once its phone is verified; null until then.
 * @throws AppError when the browser has proved no password, or too long ago
 */
export async function findVerifiedAccount(deps: AccountDeps, proven: ProvenAccount | null): Promise<Account | null> {
  const account = await requireProvenAccount(deps, proven);
  return account.isConfirmed && account.verifiedPhone !== null ? account : null;
}

async function requireProvenAccount({ db }: AccountDeps, proven: ProvenAccount | null): Promise<Account> {
  const account = proven && (await findProvenAccount(db, proven));
  if (!account) throw proofExpiredError();
  return account;
}

/** Not a 401: the pages would treat it as the end of a session. */
function proofExpiredError(): AppError {
  return new AppError('forbidden', accountCopy.proofExpired);
}

/** A keyed hash: six digits have too few values for a plain one. */
function hashOf({ textedCodeKey }: AccountDeps, phoneNumber: string, code: string): string {
  return createHmac('sha256', textedCodeKey).update(`texted code\n${phoneNumber}\n${code}`).digest('base64url');
}
