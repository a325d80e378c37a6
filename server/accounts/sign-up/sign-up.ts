import { randomUUID } from 'node:crypto';

import { accountCopy } from '#contract/account-copy.ts';
import type { SignupBody, SignupReply } from '#contract/auth.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import type { Client } from '#server/http/client-address.ts';
import { perClient } from '#server/http/client-limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { findAccountByEmail } from '../accounts.repo.ts';
import { codeClientOf, takeCodeLimits } from '../codes/code-limits.ts';
import { sendPhoneCode } from '../codes/phone-code.ts';
import type { AccountDeps } from '../dependencies.ts';
import type { StoredIdentity } from '../identity/identity-provider.ts';
import { endClaim, findHolder, isOptedOut } from '../phones/phones.repo.ts';
import { optedOutError, readUsPhone } from '../phones/read-us-phone.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { deleteUnprovenSignup, type WriteOutcome, writeAccount } from './sign-up.repo.ts';

/** A new account, and whether its first code was sent. */
export type SignedUp = Pick<SignupReply, 'user' | 'codeSent' | 'message' | 'retryAfterSeconds'>;

/**
 * Creates an account and texts the first code. Creates the account even if no code can be sent, because the person can
 * request another.
 * @throws AppError when no account was created
 */
export async function signUp(deps: AccountDeps, body: SignupBody, client: Client): Promise<SignedUp> {
  const phoneNumber = readUsPhone(body.phoneNumber);
  await takeSignupLimits(deps, client);
  await refuseCommonPassword(body.password, body.email, 'password');
  await refuseTaken(deps, body.email, phoneNumber);
  const id = randomUUID();
  const identity = await register(deps, id, body, phoneNumber);
  const written = await writeSignUp(deps, { id, body, phoneNumber, identity, client });
  if (written !== 'written') {
    await removeIdentity(deps, id, identity);
    throw refusalError(deps, written);
  }
  deps.securityLog.info({ event: 'signed_up', user: id }, 'an account was created');
  const { name, email, isHelper = false } = body;
  const user = { id, name, email, phoneNumber: '', isEmailProven: false, isHelper };
  return { user, ...(await sendFirstCode(deps, id, phoneNumber, client)) };
}

async function takeSignupLimits({ rateLimits, rules, securityLog }: AccountDeps, { prefixes }: Client): Promise<void> {
  const limited = await rateLimits.takeAll([
    ...perClient(rules.signupPerHour, prefixes),
    ...perClient(rules.signupPerDay, prefixes),
  ]);
  if (!limited) return;
  securityLog.warn({ event: 'signup_limited', kind: limited.limit.name }, 'too many sign-ups from one address');
  throw new AppError('rate_limited', accountCopy.tooManySignups, limited);
}

/**
 * Refuses early what is in use; `writeAccount` resolves races. An unproven sign-up with this email does not count: it
 * is deleted (`makeEmailAvailable`).
 */
async function refuseTaken(deps: AccountDeps, email: string, phoneNumber: string): Promise<void> {
  const { db, phoneHash } = deps;
  if (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber))) throw refusalError(deps, 'opted_out');
  if (await findHolder(db, phoneNumber)) throw refusalError(deps, 'phone_taken');
  if (!(await makeEmailAvailable(deps, email))) throw refusalError(deps, 'email_taken');
}

/**
 * Makes an email available to another account: deletes an earlier sign-up with it that proved neither phone nor
 * mailbox.
 * @returns false when an account uses it
 */
export async function makeEmailAvailable(deps: AccountDeps, email: string): Promise<boolean> {
  if (!(await findAccountByEmail(deps.db, email))) return true;
  const deleted = await deleteUnprovenSignup(deps.db, email);
  if (!deleted) return false;
  // Now, not with the next sync, because its identity has the address.
  if (deleted.externalIdentityId !== null) await removeIdentity(deps, deleted.userId, deleted);
  return true;
}

async function register(deps: AccountDeps, userId: string, body: SignupBody, phoneNumber: string) {
  const { name, email, password } = body;
  const outcome = await deps.identity.register({ userId, name, email, phoneNumber, password: new Secret(password) });
  if (outcome.kind === 'email_taken') throw refusalError(deps, 'email_taken');
  if (outcome.kind === 'refused') {
    const message = outcome.field === 'email' ? accountCopy.emailRefused : accountCopy.passwordRefused;
    throw new AppError('bad_request', message, { fields: { [outcome.field]: message } });
  }
  return outcome.stored;
}

/** Removes the identity of a sign-up that was not written or was deleted, now or with a later sync. */
async function removeIdentity(
  { identity }: AccountDeps,
  userId: string,
  { externalIdentityId }: Pick<StoredIdentity, 'externalIdentityId'>,
): Promise<void> {
  try {
    await identity.remove({ userId, externalIdentityId });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

async function writeSignUp(
  { db, phoneHash }: AccountDeps,
  account: { id: string; body: SignupBody; phoneNumber: string; identity: StoredIdentity; client: Client },
): Promise<WriteOutcome> {
  const { id, body, phoneNumber, identity, client } = account;
  return writeAccount(db, {
    id,
    fields: body,
    phoneNumber,
    phoneHash: phoneHash(phoneNumber),
    identity,
    address: client.address,
  });
}

function refusalError({ serviceNumbers }: AccountDeps, why: Exclude<WriteOutcome, 'written'>): AppError {
  switch (why) {
    case 'opted_out':
      return optedOutError(serviceNumbers);
    case 'phone_taken':
      return new AppError('conflict', accountCopy.phoneTaken, { fields: { phoneNumber: accountCopy.phoneTaken } });
    case 'email_taken':
      return new AppError('conflict', accountCopy.emailTaken, { fields: { email: accountCopy.emailTaken } });
  }
}

async function sendFirstCode(
  deps: AccountDeps,
  userId: string,
  phoneNumber: string,
  client: Client,
): Promise<Omit<SignedUp, 'user'>> {
  try {
    const request = { userId, phoneNumber };
    const points = await takeCodeLimits(deps, { ...request, client: codeClientOf(deps, client), isSignedIn: false });
    await sendPhoneCode(deps, { ...request, purpose: 'confirm' }, points);
    return { codeSent: true, message: accountCopy.codeSent, retryAfterSeconds: CODE_COOLDOWN_SECONDS };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Without a text, nothing would tell the number's owner who keeps it (docs/reference/security.md#t30).
    await endClaim(deps.db, userId, phoneNumber);
    const { message, retryAfterSeconds = CODE_COOLDOWN_SECONDS } = error;
    return { codeSent: false, message, retryAfterSeconds };
  }
}
