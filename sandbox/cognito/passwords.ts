import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { CognitoError } from './errors.ts';

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  cost: { N: number },
) => Promise<Buffer>;
/** Cheap for scrypt: test passwords only have to be unreadable in the state file. */
const COST = { N: 1_024 };
const LENGTH = 32;

/** A salted hash of a password, as text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64')}:${(await derive(password, salt, LENGTH, COST)).toString('base64')}`;
}

/** Whether a password matches a hash; without a hash the check takes just as long. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [salt = '', expected = ''] = (hash ?? `${'A'.repeat(24)}:${'A'.repeat(44)}`).split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64'), LENGTH, COST);
  const wanted = Buffer.from(expected, 'base64');
  return hash !== null && wanted.length === derived.length && timingSafeEqual(derived, wanted);
}

/** The symbols that count (Cognito's developer guide, "Password policy"). */
const SYMBOLS = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/;

/** @throws CognitoError InvalidPassword with Cognito's sentence for the first broken rule */
export function checkPolicy(password: string): void {
  const broken =
    (password.length < passwordPolicy.MinimumLength && 'Password not long enough') ||
    (!/[a-z]/.test(password) && 'Password must have lowercase characters') ||
    (!/[A-Z]/.test(password) && 'Password must have uppercase characters') ||
    (!/\d/.test(password) && 'Password must have numeric characters') ||
    (!SYMBOLS.test(password) && 'Password must have symbol characters');
  if (broken) {
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${broken}`);
  }
}

/** The pool's policy, as DescribeUserPool shows it. */
export const passwordPolicy = {
  MinimumLength: 8,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  TemporaryPasswordValidityDays: 7,
} as const;
