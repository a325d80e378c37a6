import { accountCopy as words } from '#contract/account-copy.ts';

import { type Answer, testPassword, visitor } from '../visitor.ts';
import type { ErrorRow, World } from './world.ts';

const badEmail = 'Please enter a valid email address';
const badAreaCode = "Please enter a valid US area code (area codes don't start with 0 or 1)";
const tooSoon = `${words.phoneOptedOut} From that phone, text START to (202) 555-0101 first, then try again.`;
const shortPassword = 'Password must be at least 8 characters long';
const noTexts = 'You must consent to messaging to use the service';
const noTerms = 'You must agree to the Terms of Service and Privacy Policy';
const wrong = 'Wrong123!';

/** Errors of login, sign-up and the password reset. */
export const signInErrors: readonly ErrorRow[] = [
  ['who is not signed in', (w) => w.stranger().call('GET', '/api/user'), 401, words.authenticationRequired],
  ['a login without an address', (w) => login(w, 'ann', wrong), 400, 'Valid email is required', 'email'],
  ['a login without a password', (w) => login(w, w.known.email, ''), 400, 'Password is required', 'password'],
  ['a login with a wrong password', (w) => login(w, w.known.email, wrong), 401, words.invalidLogin],
  ['a login of nobody', (w) => login(w, 'nobody@askline.example', wrong), 401, words.invalidLogin],
  ['a login that has not moved to Cognito', loginAfterMove, 403, words.useCognito],
  ['the sixth wrong password', sixLogins, 429, words.tooManyLogins],

  ['a taken phone', signUp('phoneNumber', (w) => w.known.phoneNumber), 409, words.phoneTaken, 'phoneNumber'],
  ['a taken address', signUp('email', (w) => w.known.email), 409, words.emailTaken, 'email'],
  ['a Canadian phone', signUp('phoneNumber', '(416) 555-0142'), 400, words.phoneNotUs, 'phoneNumber'],
  ['a toll-free number', signUp('phoneNumber', '8005550142'), 400, words.phoneWrongType, 'phoneNumber'],
  ['a phone that is too short', signUp('phoneNumber', '312555'), 400, 'Phone number is too short', 'phoneNumber'],
  [
    'a phone that is too long',
    signUp('phoneNumber', '3125550142312555'),
    400,
    'Phone number is too long',
    'phoneNumber',
  ],
  ['a phone of 11 digits', signUp('phoneNumber', '31255501424'), 400, words.phoneInvalid, 'phoneNumber'],
  ['an area code that begins with 1', signUp('phoneNumber', '1125550142'), 400, badAreaCode, 'phoneNumber'],
  ['no consent to texts', signUp('consentToMessaging', false), 400, noTexts, 'consentToMessaging'],
  ['no consent to the terms', signUp('consentToTerms', false), 400, noTerms, 'consentToTerms'],
  ['a short password', signUp('password', 'Aa1!'), 400, shortPassword, 'password'],
  ['a phone that has said STOP', optedOutSignUp, 409, tooSoon, 'phoneNumber'],
  ['the sixth account from one place within an hour', sixSignUps, 429, words.tooManySignups],

  ['a forgotten password without an address', (w) => forgot(w, 'x'), 400, badEmail, 'email'],
  ['a forgotten password of nobody', (w) => forgot(w, 'no@askline.example'), 200, words.resetSent],
  ['a reset with a wrong code', (w) => reset(w, {}), 400, words.codeWrong],
  ['no code', (w) => reset(w, { verificationCode: '' }), 400, 'Verification code is required', 'verificationCode'],
  ['a reset to a short password', (w) => reset(w, { newPassword: 'Aa1!' }), 400, shortPassword, 'newPassword'],
];

function login(world: World, email: string, password: string): Promise<Answer> {
  return world.stranger().call('POST', '/api/login', { email, password });
}

function loginAfterMove({ post, other }: World): Promise<Answer> {
  return visitor(post).call('POST', '/api/login', { email: other.email, password: testPassword });
}

async function sixLogins(world: World): Promise<Answer> {
  const client = world.stranger();
  const body = { email: 'locked@askline.example', password: wrong };
  for (let n = 0; n < 5; n += 1) await client.call('POST', '/api/login', body);
  return client.call('POST', '/api/login', body);
}

/** A form with one invalid field. */
function signUp(field: string, value: string | boolean | ((world: World) => string)): ErrorRow[1] {
  return (world) => world.stranger().signUp({ [field]: typeof value === 'function' ? value(world) : value });
}

async function optedOutSignUp(world: World): Promise<Answer> {
  const phoneNumber = world.app.phone();
  await world.app.text(phoneNumber, 'STOP');
  await world.app.untilTextsDone();
  return world.stranger().signUp({ phoneNumber });
}

async function sixSignUps(world: World): Promise<Answer> {
  const browser = world.stranger();
  for (let n = 0; n < 5; n += 1) await browser.signUp();
  return browser.signUp();
}

function forgot(world: World, email: string): Promise<Answer> {
  return world.stranger().call('POST', '/api/forgot-password', { email });
}

function reset(world: World, given: object): Promise<Answer> {
  const { email } = world.other;
  const fields = { email, verificationCode: '123456', newPassword: testPassword, ...given };
  return world.stranger().call('POST', '/api/reset-password', fields);
}
