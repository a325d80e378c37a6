import { expect } from 'vitest';

import { accountCalls, newUser as user, noSubscription } from './account-calls.ts';
import { bodyOf, field, pathOf, refusal, sessionStorageOf, toast } from './form-page.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

async function logIn(visit: Visit): Promise<void> {
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Password').fill('Secret123!');
  await visit.page.getByRole('button', { name: 'Log In' }).click();
}

test('a failed login shows the reason and keeps the input; a successful one loads the user', async ({ open }) => {
  await using visit = await open('/login');
  await visit.page.getByRole('button', { name: 'Log In' }).click();
  await visit.page.getByText('Valid email is required').waitFor();
  await visit.page.getByText('Password is required').waitFor();
  for (const [reply, words] of [
    [refusal('Invalid email or password.', 401), 'Invalid email or password.'],
    [refusal('Broken.', 500), 'Failed to log in. Please try again.'],
    [
      { ...refusal('Too many attempts.', 429), headers: { 'retry-after': '900' } },
      'Too many attempts. You can try again in 15 minutes.',
    ],
    [refusal('Our database is briefly unavailable.', 503), 'Our database is briefly unavailable.'],
  ] as const) {
    visit.site.answer({ 'POST /api/login': () => reply });
    await logIn(visit);
    await expect.poll(() => visit.page.getByRole('alert').textContent()).toBe(words);
  }
  expect(await field(visit, 'Password').inputValue()).toBe('Secret123!');
  expect(pathOf(visit)).toBe('/login');

  visit.site.answer({ 'POST /api/login': () => ({ json: { user } }), 'GET /api/user': () => ({ json: user }) });
  await visit.page.getByRole('button', { name: 'Log In' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/dashboard');
  expect(visit.site.received.map(({ call }) => call)).toContain('GET /api/user');
});

test('an unconfirmed account goes to /verify with a ticket; the password stays in its field', async ({ open }) => {
  await using visit = await open('/login', {
    calls: {
      'POST /api/login': () => ({
        json: {
          needsConfirmation: true,
          userId: 'u1',
          message: 'Verify first.',
          confirmationTicket: 'ticket-2',
          codeSent: true,
          isHelper: false,
        },
      }),
    },
  });
  await logIn(visit);
  await expect.poll(() => pathOf(visit)).toBe('/verify');
  expect(JSON.parse(await sessionStorageOf(visit))).toMatchObject({
    email: 'ada@example.com',
    flow: 'login_confirmation',
    userId: 'u1',
    password: 'ticket-2',
  });
});

test.for(['Your account is not confirmed yet.', 'Please use Cognito authentication'])(
  'the refusal "%s" asks for a code and goes to /verify',
  async (message, { open }) => {
    await using visit = await open('/login', {
      calls: {
        'POST /api/login': () => refusal(message, 403),
        'POST /api/resend-confirmation': () => ({ json: { message: 'Sent.', retryAfterSeconds: 60 } }),
      },
    });
    await logIn(visit);
    await expect.poll(() => pathOf(visit)).toBe('/verify');
    expect(bodyOf(visit, 'POST /api/resend-confirmation')).toEqual({ email: 'ada@example.com' });
    expect(await sessionStorageOf(visit)).not.toContain('Secret123!');
  },
);

test('a right password that must be reset leads via /verify to the reset, not into a loop', async ({ open }) => {
  const message = 'Please use Cognito authentication';
  await using visit = await open('/login', {
    calls: {
      'POST /api/login': () => ({
        status: 403,
        json: { code: 'forbidden', message, userId: 'u1', confirmationTicket: 'ticket-3' },
      }),
      'POST /api/resend-confirmation': () => ({
        json: { message: 'This phone number is already verified.', retryAfterSeconds: 0, alreadyVerified: true },
      }),
    },
  });
  await logIn(visit);
  await visit.page.getByRole('heading', { level: 1, name: 'Set a new password to log in' }).waitFor();
  expect(pathOf(visit)).toBe('/verify');
  // Nothing of the verification is left for the next person at this browser.
  await expect.poll(() => sessionStorageOf(visit)).toBe('{}');
  await visit.page.getByRole('link', { name: 'Set a New Password' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
  expect(await field(visit, 'Email').inputValue()).toBe('ada@example.com');
});

test('skipping to the content keeps the page to return to', async ({ open }) => {
  await using visit = await open('/subscribe?plan=annual');
  await visit.page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor();
  const skip = visit.page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await visit.page.keyboard.press('Enter');
  await expect.poll(() => visit.page.evaluate('document.activeElement.id')).toBe('main');
  visit.site.answer({
    ...accountCalls,
    'POST /api/login': () => ({ json: { user } }),
    'GET /api/user/subscription': () => ({ json: noSubscription }),
  });
  await logIn(visit);
  await expect.poll(() => pathOf(visit)).toBe('/subscribe');
});

test('a forgotten password is reset with an emailed code, and the page leads back to the login', async ({ open }) => {
  await using visit = await open('/forgot-password', {
    calls: { 'POST /api/forgot-password': () => ({ status: 500, json: null }) },
  });
  const sendCode = () => visit.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await sendCode();
  await visit.page.getByText('Please enter a valid email address').waitFor();
  await field(visit, 'Email').fill('ada@example.com');
  await sendCode();
  await expect.poll(() => toast(visit).textContent()).toContain('Failed to send reset code');

  visit.site.answer({ 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) });
  await sendCode();
  await visit.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  expect(await field(visit, 'Email').isDisabled()).toBe(true);
  await expect.poll(() => visit.page.evaluate('document.activeElement.tagName')).toBe('H1');
  const reset = () => visit.page.getByRole('button', { name: 'Reset Password' }).click();
  await field(visit, 'Verification code').fill('123456');
  await field(visit, 'New password').fill('short');
  await reset();
  await visit.page.getByText('Password must be at least 8 characters long').waitFor();
  await field(visit, 'New password').fill('Better123!');
  visit.site.answer({ 'POST /api/reset-password': () => ({ status: 500, json: null }) });
  await reset();
  await expect.poll(() => toast(visit).textContent()).toContain('Failed to reset password');

  const message = 'Your password was changed. For your safety, your phone was removed: log in and verify it again.';
  visit.site.answer({ 'POST /api/reset-password': () => ({ json: { message } }) });
  await reset();
  await expect.poll(() => pathOf(visit)).toBe('/login');
  await visit.page.getByRole('main').getByText(message).waitFor();
  expect(bodyOf(visit, 'POST /api/reset-password')).toEqual({
    email: 'ada@example.com',
    verificationCode: '123456',
    newPassword: 'Better123!',
  });
});

test('a password that is reset while logged in leads to the login with its message', async ({ open }) => {
  const message = 'Your password was changed. For your safety, your phone was removed: log in and verify it again.';
  let isIn = true;
  await using visit = await open('/forgot-password', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'GET /api/user': () => (isIn ? { json: user } : refusal('Authentication required', 401)),
      'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }),
      // A new password ends all sessions.
      'POST /api/reset-password': () => {
        isIn = false;
        return { json: { message } };
      },
    },
  });
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).waitFor();
  await field(visit, 'Email').fill('ada@example.com');
  await visit.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await field(visit, 'Verification code').fill('123456');
  await field(visit, 'New password').fill('Better123!');
  await visit.page.getByRole('button', { name: 'Reset Password' }).click();
  await visit.page.getByRole('main').getByText(message).waitFor();
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).waitFor({ state: 'detached' });
  expect(pathOf(visit)).toBe('/login');
  expect(await toast(visit).textContent()).toContain('Password reset');
});

test('the step for the reset code survives a reload, and is there without another code', async ({ open }) => {
  await using visit = await open('/forgot-password', {
    calls: { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) },
  });
  const atCode = () => visit.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  const sent = () => visit.site.received.filter(({ call }) => call === 'POST /api/forgot-password').length;
  const haveCode = () => visit.page.getByRole('button', { name: 'I already have a code' }).click();
  await haveCode();
  await visit.page.getByText('Please enter a valid email address').waitFor();
  await field(visit, 'Email').fill('ada@example.com');
  await haveCode();
  await atCode();
  await visit.page.getByText('Enter the code we emailed to ada@example.com.').waitFor();
  expect(sent()).toBe(0);
  await visit.page.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect.poll(sent).toBe(1);
  await visit.page.reload();
  await atCode();
  expect(await field(visit, 'Email').inputValue()).toBe('ada@example.com');

  // The link in the email: its address leaves the address bar, and another reload keeps the step.
  await visit.page.goto(`${visit.site.url}/about`);
  await visit.page.goto(`${visit.site.url}/forgot-password#email=ruth%2Bmom%40example.com`);
  await atCode();
  await expect.poll(() => new URL(visit.page.url()).hash).toBe('');
  await visit.page.reload();
  await atCode();
  expect(await field(visit, 'Email').inputValue()).toBe('ruth+mom@example.com');
  await field(visit, 'Verification code').fill('123456');
  await field(visit, 'New password').fill('Better123!');
  visit.site.answer({ 'POST /api/reset-password': () => ({ json: { message: 'Your password was changed.' } }) });
  await visit.page.getByRole('button', { name: 'Reset Password' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/login');
  expect(bodyOf(visit, 'POST /api/reset-password')).toMatchObject({ email: 'ruth+mom@example.com' });
  expect(sent()).toBe(1);
});

test('no reset code is sent while the step that takes it cannot be loaded', async ({ open }) => {
  const without = '**/assets/reset-step-*.js';
  const calls = { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) };
  await using visit = await open('/forgot-password', { calls, without, isFirst: true });
  await field(visit, 'Email').fill('ada@example.com');
  const sendCode = () => visit.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await sendCode();
  await visit.page.getByRole('main').getByText('Failed to send reset code').waitFor();
  expect(visit.site.received.map(({ call }) => call)).not.toContain('POST /api/forgot-password');

  await visit.page.unroute(without);
  await sendCode();
  await visit.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
});

/** A script that fails to load as one that could not be fetched fails in Firefox. */
const failsInFirefox = {
  contentType: 'text/javascript',
  body: 'throw new TypeError(`error loading dynamically imported module: ${import.meta.url}`)',
};

test('a step that Firefox could not load once, and would never fetch again, is loaded under another address', async ({
  open,
}) => {
  const calls = { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) };
  await using visit = await open('/forgot-password', { calls, isFirst: true });
  await visit.page.route('**/assets/reset-step-*.js', (route) => route.fulfill(failsInFirefox));
  await field(visit, 'Email').fill('ada@example.com');
  await visit.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
});

test('a step that cannot be loaded under another address either fails once, and comes when it can be loaded', async ({
  open,
}) => {
  const calls = { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) };
  await using visit = await open('/forgot-password', { calls, isFirst: true });
  let asked = 0;
  await visit.page.route('**/assets/reset-step-*.js*', (route) => {
    asked += 1;
    return route.fulfill(failsInFirefox);
  });
  await field(visit, 'Email').fill('ada@example.com');
  const sendCode = () => visit.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await sendCode();
  await visit.page.getByRole('main').getByText('Failed to send reset code').waitFor();
  expect(asked).toBeLessThan(10);
  await visit.page.unroute('**/assets/reset-step-*.js*');
  await sendCode();
  await visit.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
});
