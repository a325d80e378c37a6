import { randomUUID } from 'node:crypto';

import { accountWords } from '#contract/account-words.ts';
import type { SignupBody, SignupReply } from '#contract/auth.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import type { Client } from '#server/platform/client-address.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { StoredIdentity } from '#server/providers/ports/identity.ts';

import { findAccountByEmail } from '../accounts.repo.ts';
import { codeClientOf, takeCodeBudget } from '../codes/code-budget.flow.ts';
import { sendPhoneCode } from '../codes/phone-code.flow.ts';
import { refuseCommonPassword } from '../common-passwords.ts';
import { removeUnprovenSignup } from '../email/email-proof.repo.ts';
import type { AccountParts } from '../parts.flow.ts';
import { findHolder, isOptedOut } from '../phones/phones.repo.ts';
import { optedOutError, readUsPhone } from '../us-phone.ts';
import { type Written, writeAccount } from './sign-up.repo.ts';

/** A new account, and whether its first code is on its way. */
export type SignedUp = Pick<SignupReply, 'user' | 'codeSent' | 'message' | 'retryAfterSeconds'>;

/**
 * Creates an account and texts the first code. The account stands even when no code can go out: another can be asked
 * for.
 * @throws AppError when there is no account afterwards
 */
export async function signUp(parts: AccountParts, body: SignupBody, client: Client): Promise<SignedUp> {
  const phoneNumber = readUsPhone(body.phoneNumber);
  await takeSignup(parts, client);
  await refuseCommonPassword(body.password, body.email, 'password');
  await refuseKnown(parts, body.email, phoneNumber);
  const id = randomUUID();
  const identity = await register(parts, id, body, phoneNumber);
  const written = await write(parts, { id, body, phoneNumber, identity, client });
  if (written !== 'written') {
    await forgetIdentity(parts, id, identity);
    throw refusal(parts, written);
  }
  parts.securityLog.info({ event: 'signed_up', user: id }, 'an account was created');
  const user = { id, name: body.name, email: body.email, phoneNumber: '', isEmailProven: false };
  return { user, ...(await firstCode(parts, id, phoneNumber, client)) };
}

async function takeSignup({ rateLimits, rules, securityLog }: AccountParts, { prefixes }: Client): Promise<void> {
  const limited = await rateLimits.takeAll([
    ...perClient(rules.signupPerHour, prefixes),
    ...perClient(rules.signupPerDay, prefixes),
  ]);
  if (!limited) return;
  securityLog.warn({ event: 'signup_limited', kind: limited.limit.name }, 'too many sign-ups from one address');
  throw new AppError('rate_limited', accountWords.tooManySignups, limited);
}

/** What can be known before anything is made; `writeAccount` decides when two come at once. */
async function refuseKnown(parts: AccountParts, email: string, phoneNumber: string): Promise<void> {
  const { db, phoneHash } = parts;
  if (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber))) throw refusal(parts, 'opted_out');
  if (await findHolder(db, phoneNumber)) throw refusal(parts, 'phone_taken');
  // An earlier try that proved neither phone nor mailbox does not block the address.
  if (!(await findAccountByEmail(db, email)) || (await removeUnprovenSignup(db, email))) return;
  throw refusal(parts, 'email_taken');
}

async function register(parts: AccountParts, userId: string, body: SignupBody, phoneNumber: string) {
  const { name, email, password } = body;
  const outcome = await parts.identity.register({ userId, name, email, phoneNumber, password: new Secret(password) });
  if (outcome.kind === 'email_taken') throw refusal(parts, 'email_taken');
  if (outcome.kind === 'refused') {
    const message = outcome.field === 'email' ? accountWords.emailRefused : accountWords.passwordRefused;
    throw new AppError('bad_request', message, { fields: { [outcome.field]: message } });
  }
  return outcome.stored;
}

/** It came to nothing: what the identity service has of it goes, now or by itself a little later. */
async function forgetIdentity({ identity }: AccountParts, userId: string, stored: StoredIdentity): Promise<void> {
  try {
    await identity.remove({ userId, ...stored });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

async function write(
  { db, phoneHash }: AccountParts,
  account: { id: string; body: SignupBody; phoneNumber: string; identity: StoredIdentity; client: Client },
): Promise<Written> {
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

function refusal({ serviceNumbers }: AccountParts, why: Exclude<Written, 'written'>): AppError {
  switch (why) {
    case 'opted_out':
      return optedOutError(serviceNumbers);
    case 'phone_taken':
      return new AppError('conflict', accountWords.phoneTaken, { fields: { phoneNumber: accountWords.phoneTaken } });
    case 'email_taken':
      return new AppError('conflict', accountWords.emailTaken, { fields: { email: accountWords.emailTaken } });
  }
}

async function firstCode(
  parts: AccountParts,
  userId: string,
  phoneNumber: string,
  client: Client,
): Promise<Omit<SignedUp, 'user'>> {
  try {
    await takeCodeBudget(parts, { userId, phoneNumber, client: codeClientOf(client), isSignedIn: false });
    await sendPhoneCode(parts, { userId, purpose: 'confirm', phoneNumber });
    return { codeSent: true, message: accountWords.codeSent, retryAfterSeconds: CODE_COOLDOWN_SECONDS };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, retryAfterSeconds = CODE_COOLDOWN_SECONDS } = error;
    return { codeSent: false, message, retryAfterSeconds };
  }
}
