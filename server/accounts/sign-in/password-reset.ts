import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { accountCopy } from '#contract/account-copy.ts';
import type { ResetPasswordBody } from '#contract/auth.ts';
import { digitsOf } from '#contract/us-phone-input.ts';
import { CODE_DIGITS } from '#contract/verification-code.ts';
import { perClient } from '#server/http/client-limits.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';
import { Secret } from '#server/platform/secret.ts';
import { newToken } from '#server/platform/token.ts';

import { findAccountByEmail } from '../accounts.repo.ts';
import { codeWrongError, withFailureLimit } from '../codes/phone-code.ts';
import type { AccountDeps } from '../dependencies.ts';
import type { PasswordResetOutcome } from '../identity/identity-provider.ts';
import { refuseCommonPassword } from '../sign-up/common-passwords.ts';
import type { LoginClient } from './login-client.ts';
import { forgetLoginFailures } from './login-limits.ts';
import { newResetRequest, type ResetRequest } from './reset-request.ts';

/** The job that records a browser's request for a new password and has a code emailed. */
export const startResetQueue = {
  name: 'start-password-reset',
  payload: z.object({
    user: z.uuid(),
    request: z.string().default(() => newToken().hash),
    /** Only the previous release sends `false`, for a request that may have no tries of its own. */
    isMailed: z.boolean().default(true),
  }),
} as const;
export type StartReset = z.infer<typeof startResetQueue.payload>;

/**
 * Starts a password reset. The reply and its time are the same for every email (docs/reference/security.md#t5): the
 * rest happens in a job, even for an unknown account. Each email comes with a request, which has tries of its own
 * (docs/reference/security.md#t30). Over the limit of emails there is neither, so that the same limit bounds tries; the
 * browser can still enter the code of an earlier email.
 * @returns the request that the browser keeps; null over the limit
 * @throws AppError `rate_limited`, by the client's address only; never for a known browser
 */
export async function requestPasswordReset(
  deps: AccountDeps,
  email: string,
  caller: LoginClient,
): Promise<ResetRequest | null> {
  const { db, jobQueue, rateLimits, rules } = deps;
  if (caller.device === null) await refuseOverLimit(rateLimits, perClient(rules.resetPerAddress, caller.prefixes));
  const account = await findAccountByEmail(db, email);
  const isEmailProven = account?.isEmailProven === true;
  const limits = emailLimits(deps, { email: email.toLowerCase(), isEmailProven }, caller);
  if ((await rateLimits.takeAll(limits)) !== null) return null;
  const user = account?.id ?? randomUUID();
  const request = newResetRequest(email);
  await jobQueue.send(startResetQueue, { user, request: request.hash, isMailed: true }, { key: request.hash });
  return request;
}

/**
 * The limits of password emails. A browser that has proved the password before has its own, safe from strangers. While
 * the mailbox is unproven, all such browsers share one too: the password may be that of a stranger, who signed up with
 * the address and makes browsers known at will (docs/reference/security.md#t31).
 */
function emailLimits(
  { rules }: AccountDeps,
  { email, isEmailProven }: { email: string; isEmailProven: boolean },
  { device, prefixes }: LoginClient,
): LimitOf[] {
  if (device !== null) {
    const own: LimitOf = [rules.resetPerDevice, `${device}|${email}`];
    return isEmailProven ? [own] : [own, [rules.resetOnDevices, email]];
  }
  const ofEmail = prefixes.map((prefix) => ({ ...prefix, key: `${prefix.key}|${email}` }));
  return [...perClient(rules.resetPerEmail, ofEmail), [rules.resetPerEmailAnywhere, email]];
}

/**
 * Sets a new password for the holder of the emailed code; ends all sessions. Wrong codes count against the browser's
 * own request; browsers without a request share tries, per email and day. The code also proves the mailbox, even if
 * the identity service refuses the new password.
 * @returns whether the account's phone must be verified again
 * @throws AppError
 */
export async function resetPassword(
  deps: AccountDeps,
  body: ResetPasswordBody,
  { caller, requestHash }: { caller: LoginClient; requestHash: string | null },
): Promise<boolean> {
  const { db, rateLimits, rules, securityLog } = deps;
  const perAddress = caller.device === null ? perClient(rules.loginPerAddress, caller.prefixes) : [];
  const uncount = (): Promise<void> => rateLimits.refundAll(perAddress);
  await refuseOverLimit(deps.rateLimits, perAddress);
  await refuseCommonPassword(body.newPassword, body.email, 'newPassword');
  const account = await findAccountByEmail(db, body.email);
  // A code that was not checked is not a failure.
  const outcome = await resetWithCode(deps, body, { userId: account?.id ?? null, requestHash }).catch(
    async (error: unknown) => {
      await uncount();
      throw error;
    },
  );
  if (outcome.kind === 'wrong_code') throw codeWrongError();
  // Only a wrong code counts.
  await uncount();
  if (outcome.kind === 'refused') throw passwordRefusedError();
  // For the types: any code is wrong for an unknown account.
  if (!account) throw codeWrongError();
  await forgetLoginFailures(deps, body.email, caller);
  const { kind, firstProof } = outcome;
  if (firstProof !== null) {
    securityLog.info({ event: 'email_proven', user: account.id, kind: 'code' }, 'an account proved its mailbox');
  }
  securityLog.info({ event: 'password_reset', user: account.id, outcome: kind }, 'a password was reset');
  // The code was right, so whatever the service says, the old password and its sessions have ended.
  if (kind === 'not_accepted') throw passwordRefusedError();
  if (kind === 'unavailable') throw new AppError('upstream_unavailable', accountCopy.resetUnfinished);
  return firstProof?.hadPhone === true;
}

function passwordRefusedError(): AppError {
  const message = accountCopy.passwordRefused;
  return new AppError('bad_request', message, { fields: { newPassword: message } });
}

async function resetWithCode(
  deps: AccountDeps,
  { email, verificationCode, newPassword }: ResetPasswordBody,
  { userId, requestHash }: { userId: string | null; requestHash: string | null },
): Promise<PasswordResetOutcome> {
  const { identity, securityLog } = deps;
  const code = new Secret(digitsOf(verificationCode).slice(0, CODE_DIGITS));
  const attempt = { userId, code, newPassword: new Secret(newPassword) };
  if (requestHash !== null) {
    const outcome = await identity.resetPassword({ ...attempt, requestHash });
    if (outcome.kind === 'wrong_code')
      securityLog.warn({ event: 'code_wrong', user: userId }, 'a wrong code was typed');
    return outcome;
  }
  return withFailureLimit(
    deps,
    // By the email, so that an account that is deleted and made again has no new tries.
    { userId, key: `${email.toLowerCase()}|password` },
    () => identity.resetPassword({ ...attempt, requestHash: null }),
    ({ kind }) => kind === 'wrong_code',
  );
}
