import type { Page } from 'playwright-core';

import { user } from '../account-calls.ts';
import { fillIn } from '../form-page.ts';
import type { Calls, Reply } from '../static-site.ts';
import { enlargeText, type Scene } from './public-scenes.ts';

const refused =
  (message: string, status = 409) =>
  (): Reply => ({ status, json: { code: 'conflict', message } });
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const text = (words: string) => (page: Page) => page.getByText(words, { exact: true }).waitFor();
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const alert = (page: Page) => page.getByRole('alert').waitFor();

/** One action after the other. */
const inTurn =
  (...acts: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page): Promise<void> => {
    for (const act of acts) await act(page);
  };

/** Types into fields with these labels. */
const type = (values: Readonly<Record<string, string>>) => (page: Page) => fillIn(page, values);

/** The longest that a person is likely to have. */
const longEmail = 'wilhelmina.featherstonehaugh-cholmondeley@alumni.universityofnorthcarolina.example.com';

const details = {
  Name: 'Ada Byron',
  Email: 'ada@example.com',
  Password: 'Secret123!',
  'Confirm password': 'Secret123!',
  'Phone number': '(212) 555-0142',
};
const agree = async (page: Page) => {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
};
const signUp = inTurn(type(details), agree, press('Create Account'));
const { Name: theirHelper, 'Phone number': theirNumber, ...others } = details;
const signUpParent = inTurn(
  type({ 'Your name': theirHelper, ...others, 'Their phone number': theirNumber }),
  agree,
  press('Create Account'),
);

const created = (isSent: boolean) => (): Reply => ({
  json: {
    user,
    confirmationTicket: 't',
    codeSent: isSent,
    message: isSent ? 'Sent.' : 'We couldn’t text this phone. It may have texted STOP to us before.',
    retryAfterSeconds: 60,
  },
});

const signup: readonly Scene[] = [
  { name: 'signup', path: '/signup' },
  { name: 'signup-parent', path: '/signup?for=parent' },
  { name: 'signup-large', path: '/signup', act: enlargeText },
  { name: 'signup-without-scripts', path: '/signup', isWithoutScripts: true },
  {
    name: 'signup-faults',
    path: '/signup',
    act: inTurn(press('Create Account'), alert),
  },
  {
    name: 'signup-mismatch',
    path: '/signup',
    isWindow: true,
    act: inTurn(
      type({ ...details, Password: 'secret123', 'Confirm password': 'Secret124!' }),
      agree,
      press('Create Account'),
      text("Passwords don't match"),
    ),
  },
  {
    name: 'signup-pending',
    path: '/signup',
    isWindow: true,
    // Longer than the screenshot takes; the visit's end drops the call.
    calls: { 'POST /api/signup': () => ({ after: new Promise(() => undefined) }) },
    act: inTurn(signUp, text('Still working…')),
  },
  {
    name: 'signup-refused',
    path: '/signup',
    isWindow: true,
    calls: {
      'POST /api/signup': refused(
        'Phone number already registered. Log in or use a different number. Is it yours now? Contact us.',
      ),
    },
    act: inTurn(signUp, text('Phone Number Already Registered')),
  },
  {
    name: 'signup-code',
    path: '/signup',
    calls: { 'POST /api/signup': created(true) },
    act: inTurn(signUp, press('Wrong number? Change it')),
  },
  {
    name: 'signup-code-parent',
    path: '/signup?for=parent',
    isWindow: true,
    calls: {
      'POST /api/signup': created(true),
      'POST /api/confirm-registration': refused('That code is wrong or expired. Check it or request a new one.', 400),
    },
    act: inTurn(
      signUpParent,
      heading('Verify the phone'),
      type({ 'Verification code': '123456' }),
      press('Verify'),
      text('Verification failed'),
    ),
  },
  {
    name: 'signup-by-text',
    path: '/signup',
    calls: {
      'POST /api/signup': created(false),
      'POST /api/verify/phone/by-text': () => ({
        json: { phoneNumber: '+12125550142', serviceNumber: '+12025550100', code: '482913', expiresInSeconds: 600 },
      }),
      'POST /api/verify/phone/by-text/check': () => ({ json: { verified: false } }),
    },
    act: inTurn(signUp, text('JOIN 482913')),
  },
];

const logIn = inTurn(type({ Email: 'ada@example.com', Password: 'Secret123!' }), press('Log In'));

const login: readonly Scene[] = [
  { name: 'login', path: '/login' },
  { name: 'login-required', path: '/dashboard', isWindow: true, act: text('Please log in to continue.') },
  { name: 'login-faults', path: '/login', act: inTurn(press('Log In'), text('Password is required')) },
  {
    name: 'login-failed',
    path: '/login',
    calls: { 'POST /api/login': refused('Invalid email or password.', 401) },
    act: inTurn(logIn, alert),
  },
];

const sent: Calls = {
  'POST /api/resend-confirmation': () => ({
    json: { message: 'We texted a verification code.', retryAfterSeconds: 60, phoneNumber: '+12125550142' },
  }),
};
const verifyPath = '/verify?email=ada@example.com&userId=u1';
const enterCode = inTurn(text('Phone Not Verified'), type({ 'Verification code': '123456' }), press('Verify'));

const verify: readonly Scene[] = [
  { name: 'verify', path: verifyPath, calls: sent, act: text('Phone Not Verified') },
  {
    name: 'verify-lost',
    path: '/verify?email=ada@example.com',
    calls: { 'POST /api/resend-confirmation': refused('We cannot text codes right now. Please try again later.', 503) },
    act: text('Auto-send failed'),
  },
  {
    name: 'verify-refused',
    path: verifyPath,
    calls: {
      ...sent,
      'POST /api/verify/phone/confirm': refused(
        'This phone number was already verified by another user. Is it yours now? Contact us.',
      ),
    },
    act: inTurn(enterCode, text('Already Verified by Another User')),
  },
  {
    name: 'verify-done',
    path: verifyPath,
    calls: {
      ...sent,
      'POST /api/verify/phone/confirm': () => ({
        json: { verified: true, alreadyVerified: false, message: 'Your phone is verified.' },
      }),
    },
    act: inTurn(enterCode, heading('Phone verified')),
  },
  {
    name: 'verify-reset',
    path: '/login',
    calls: {
      'POST /api/login': () => ({
        status: 403,
        json: {
          code: 'forbidden',
          message: 'Please use Cognito authentication',
          userId: 'u1',
          confirmationTicket: 't',
        },
      }),
      'POST /api/resend-confirmation': () => ({
        json: { message: 'This phone number is already verified.', retryAfterSeconds: 0, alreadyVerified: true },
      }),
    },
    act: inTurn(logIn, heading('Set a new password to log in')),
  },
];

const codeMailed: Calls = { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) };
const askForCode = (email: string) =>
  inTurn(type({ Email: email }), press('Send Reset Code'), heading('Choose a new password'));
const undoPath = '/forgot-password#undo_phone=token';

const password: readonly Scene[] = [
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-failed',
    path: '/forgot-password',
    calls: { 'POST /api/forgot-password': () => ({ status: 500, json: null }) },
    act: inTurn(type({ Email: 'ada@example.com' }), press('Send Reset Code'), alert),
  },
  { name: 'reset-password', path: '/forgot-password', calls: codeMailed, act: askForCode('ada@example.com') },
  {
    name: 'reset-password-faults',
    path: '/forgot-password',
    calls: codeMailed,
    act: inTurn(askForCode(longEmail), type({ 'New password': 'short' }), press('Reset Password')),
  },
  { name: 'undo-phone', path: undoPath, act: (page) => page.getByText('Bring My Old Number Back').waitFor() },
  {
    name: 'undo-phone-done',
    path: undoPath,
    calls: {
      'POST /api/undo-phone-change': () => ({
        json: { message: 'Your old phone number is back. Now choose a new password.' },
      }),
    },
    act: inTurn(press('Bring My Old Number Back'), text('Your old phone number is back. Now choose a new password.')),
  },
];

/** The pages that lead into an account, and every state of them that looks different. */
export const entryScenes: readonly Scene[] = [...signup, ...login, ...verify, ...password];
