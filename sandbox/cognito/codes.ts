import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

import { CognitoError, codeMismatch, expiredCode, limitExceeded } from './errors.ts';
import type { Contact, Pool, User } from './pool.ts';

const HOUR_MS = 3_600_000;
/** Sign-up and attribute codes live for a day, reset codes for an hour (developer guide, "Quotas", code validity). */
const LIFE_MS = { signup: 24 * HOUR_MS, reset: HOUR_MS, email: 24 * HOUR_MS, phone_number: 24 * HOUR_MS } as const;
const TRIES_MAX = 5;
/** Cognito does not publish its limits; this is the order of what callers report. */
const CODES_PER_HOUR = 10;

/** What a code is for: confirming a sign-up, a new password, or the attribute of that name. */
export type Purpose = keyof typeof LIFE_MS;

export type Delivery = {
  readonly Destination: string;
  readonly DeliveryMedium: 'SMS' | 'EMAIL';
  readonly AttributeName: Contact;
};

/**
 * Sends a new code, which ends the one before it for the same purpose.
 * @throws CognitoError LimitExceeded after too many codes in an hour
 */
export function sendCode(pool: Pool, user: User, purpose: Purpose, to: { contact: Contact; value: string }): Delivery {
  const now = pool.now();
  user.codesSent = user.codesSent.filter((at) => at > now - HOUR_MS);
  if (user.codesSent.length >= CODES_PER_HOUR) throw limitExceeded();
  user.codesSent.push(now);
  pool.book.put('user', user);

  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = `${user.id}:${purpose}`;
  pool.book.put('code', { id, hash: hashOf(id, code), contact: to.contact, expires: now + LIFE_MS[purpose], tries: 0 });
  deliver(pool, to, purpose === 'reset' ? 'Your password reset code is' : 'Your verification code is', code);
  return deliveryTo(to);
}

/**
 * Takes a code, once.
 * @returns the contact that it proves
 * @throws CognitoError CodeMismatch, ExpiredCode, TooManyFailedAttempts
 */
export function useCode(pool: Pool, user: User, purpose: Purpose, given: string): Contact {
  const id = `${user.id}:${purpose}`;
  const code = pool.book.get('code', id);
  if (!code || code.expires <= pool.now()) throw expiredCode();
  if (code.tries >= TRIES_MAX) {
    throw new CognitoError(
      'TooManyFailedAttemptsException',
      'Invalid code provided too many times, please request a code again.',
    );
  }
  code.tries += 1;
  pool.book.put('code', code);
  if (!timingSafeEqual(Buffer.from(hashOf(id, given)), Buffer.from(code.hash))) throw codeMismatch();
  pool.book.remove('code', id);
  return code.contact;
}

/** Makes every code that is out look as old as it needs to be to fail. */
export function expireCodes(pool: Pool): void {
  for (const code of pool.book.all('code')) pool.book.put('code', { ...code, expires: 0 });
}

function hashOf(id: string, code: string): string {
  return createHash('sha256').update(`${id}:${code}`).digest('hex');
}

/** Cognito sends from its own short number and address, not through the product's carrier or mail server. */
export function deliver(
  pool: Pool,
  { contact, value }: { contact: Contact; value: string },
  words: string,
  secret: string,
): void {
  const { outside } = pool.context;
  if (contact === 'phone_number') outside.text({ from: '47832', to: value, body: `${words} ${secret}.` });
  else {
    const subject = words.replace(/ is$/, '');
    outside.mail({ from: 'no-reply@verificationemail.com', to: value, subject, text: `${words} ${secret}.` });
  }
}

/** Where a message went, as much of it as may be told. */
export function deliveryTo({ contact, value }: { contact: Contact; value: string }): Delivery {
  if (contact === 'phone_number') {
    return { Destination: `+*******${value.slice(-4)}`, DeliveryMedium: 'SMS', AttributeName: contact };
  }
  const [name = '', domain = ''] = value.split('@');
  return {
    Destination: `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`,
    DeliveryMedium: 'EMAIL',
    AttributeName: contact,
  };
}
