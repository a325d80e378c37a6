import { expect } from 'vitest';

import { accountCalls, newUser as user, noSubscription } from './account-calls.ts';
import { bodyOf, field, pathOf, refusal, sessionStorageOf, toast } from './form-page.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

async function logIn(it: Visit): Promise<void> {
  await field(it, 'Email').fill('ada@example.com');
  await field(it, 'Password').fill('Secret123!');
  await it.page.getByRole('button', { name: 'Log In' }).click();
}

test('a failed login shows the reason and keeps the input; a successful one loads the user', async ({ open }) => {
  await using it = await open('/login');
  await it.page.getByRole('button', { name: 'Log In' }).click();
  await it.page.getByText('Valid email is required').waitFor();
  await it.page.getByText('Password is required').waitFor();
  for (const [reply, words] of [
    [refusal('Invalid email or password.', 401), 'Invalid email or password.'],
    [refusal('Broken.', 500), 'Failed to log in. Please try again.'],
    [
      { ...refusal('Too many attempts.', 429), headers: { 'retry-after': '900' } },
      'Too many attempts. You can try again in 15 minutes.',
    ],
    [refusal('Our database is briefly unavailable.', 503), 'Our database is briefly unavailable.'],
  ] as const) {
    it.site.answer({ 'POST /api/login': () => reply });
    await logIn(it);
    await expect.poll(() => it.page.getByRole('alert').textContent()).toBe(words);
  }
  expect(await field(it, 'Password').inputValue()).toBe('Secret123!');
  expect(pathOf(it)).toBe('/login');

  it.site.answer({ 'POST /api/login': () => ({ json: { user } }), 'GET /api/user': () => ({ json: user }) });
  await it.page.getByRole('button', { name: 'Log In' }).click();
  await expect.poll(() => pathOf(it)).toBe('/dashboard');
  expect(it.site.received.map(({ call }) => call)).toContain('GET /api/user');
});

test('an unconfirmed account goes to /verify with a ticket; the password stays in its field', async ({ open }) => {
  await using it = await open('/login', {
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
  await logIn(it);
  await expect.poll(() => pathOf(it)).toBe('/verify');
  expect(JSON.parse(await sessionStorageOf(it))).toMatchObject({
    email: 'ada@example.com',
    flow: 'login_confirmation',
    userId: 'u1',
    password: 'ticket-2',
  });
});

test.for(['Your account is not confirmed yet.', 'Please use Cognito authentication'])(
  'the refusal "%s" asks for a code and goes to /verify',
  async (message, { open }) => {
    await using it = await open('/login', {
      calls: {
        'POST /api/login': () => refusal(message, 403),
        'POST /api/resend-confirmation': () => ({ json: { message: 'Sent.', retryAfterSeconds: 60 } }),
      },
    });
    await logIn(it);
    await expect.poll(() => pathOf(it)).toBe('/verify');
    expect(bodyOf(it, 'POST /api/resend-confirmation')).toEqual({ email: 'ada@example.com' });
    expect(await sessionStorageOf(it)).not.toContain('Secret123!');
  },
);

test('a right password that must be reset leads via /verify to the reset, not into a loop', async ({ open }) => {
  const message = 'Please use Cognito authentication';
  await using it = await open('/login', {
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
  await logIn(it);
  await it.page.getByRole('heading', { level: 1, name: 'Set a new password to log in' }).waitFor();
  expect(pathOf(it)).toBe('/verify');
  // Nothing of the verification is left for the next person at this browser.
  await expect.poll(() => sessionStorageOf(it)).toBe('{}');
  await it.page.getByRole('link', { name: 'Set a New Password' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
  expect(await field(it, 'Email').inputValue()).toBe('ada@example.com');
});

test('skipping to the content keeps the page to return to', async ({ open }) => {
  await using it = await open('/subscribe?plan=annual');
  await it.page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor();
  const skip = it.page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await it.page.keyboard.press('Enter');
  await expect.poll(() => it.page.evaluate('document.activeElement.id')).toBe('main');
  it.site.answer({
    ...accountCalls,
    'POST /api/login': () => ({ json: { user } }),
    'GET /api/user/subscription': () => ({ json: noSubscription }),
  });
  await logIn(it);
  await expect.poll(() => pathOf(it)).toBe('/subscribe');
});

test('a forgotten password is reset with an emailed code, and the page leads back to the login', async ({ open }) => {
  await using it = await open('/forgot-password', {
    calls: { 'POST /api/forgot-password': () => ({ status: 500, json: null }) },
  });
  const sendCode = () => it.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await sendCode();
  await it.page.getByText('Please enter a valid email address').waitFor();
  await field(it, 'Email').fill('ada@example.com');
  await sendCode();
  await expect.poll(() => toast(it).textContent()).toContain('Failed to send reset code');

  it.site.answer({ 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) });
  await sendCode();
  await it.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  expect(await field(it, 'Email').isDisabled()).toBe(true);
  await expect.poll(() => it.page.evaluate('document.activeElement.tagName')).toBe('H1');
  const reset = () => it.page.getByRole('button', { name: 'Reset Password' }).click();
  await field(it, 'Verification code').fill('123456');
  await field(it, 'New password').fill('short');
  await reset();
  await it.page.getByText('Password must be at least 8 characters long').waitFor();
  await field(it, 'New password').fill('Better123!');
  it.site.answer({ 'POST /api/reset-password': () => ({ status: 500, json: null }) });
  await reset();
  await expect.poll(() => toast(it).textContent()).toContain('Failed to reset password');

  const message = 'Your password was changed. For your safety, your phone was removed: log in and verify it again.';
  it.site.answer({ 'POST /api/reset-password': () => ({ json: { message } }) });
  await reset();
  await expect.poll(() => pathOf(it)).toBe('/login');
  await it.page.getByRole('main').getByText(message).waitFor();
  expect(bodyOf(it, 'POST /api/reset-password')).toEqual({
    email: 'ada@example.com',
    verificationCode: '123456',
    newPassword: 'Better123!',
  });
});

test('a password that is reset while logged in leads to the login with its message', async ({ open }) => {
  const message = 'Your password was changed. For your safety, your phone was removed: log in and verify it again.';
  let isIn = true;
  await using it = await open('/forgot-password', {
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
  await it.page.getByRole('button', { name: 'My Account', exact: true }).waitFor();
  await field(it, 'Email').fill('ada@example.com');
  await it.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await field(it, 'Verification code').fill('123456');
  await field(it, 'New password').fill('Better123!');
  await it.page.getByRole('button', { name: 'Reset Password' }).click();
  await it.page.getByRole('main').getByText(message).waitFor();
  await it.page.getByRole('button', { name: 'My Account', exact: true }).waitFor({ state: 'detached' });
  expect(pathOf(it)).toBe('/login');
  expect(await toast(it).textContent()).toContain('Password reset');
});

test('the step for the reset code survives a reload, and is there without another code', async ({ open }) => {
  await using it = await open('/forgot-password', {
    calls: { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) },
  });
  const atCode = () => it.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  const sent = () => it.site.received.filter(({ call }) => call === 'POST /api/forgot-password').length;
  const haveCode = () => it.page.getByRole('button', { name: 'I already have a code' }).click();
  await haveCode();
  await it.page.getByText('Please enter a valid email address').waitFor();
  await field(it, 'Email').fill('ada@example.com');
  await haveCode();
  await atCode();
  await it.page.getByText('Enter the code we emailed to ada@example.com.').waitFor();
  expect(sent()).toBe(0);
  await it.page.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect.poll(sent).toBe(1);
  await it.page.reload();
  await atCode();
  expect(await field(it, 'Email').inputValue()).toBe('ada@example.com');

  // The link in the email: its address leaves the address bar, and another reload keeps the step.
  await it.page.goto(`${it.site.url}/about`);
  await it.page.goto(`${it.site.url}/forgot-password#email=ruth%2Bmom%40example.com`);
  await atCode();
  await expect.poll(() => new URL(it.page.url()).hash).toBe('');
  await it.page.reload();
  await atCode();
  expect(await field(it, 'Email').inputValue()).toBe('ruth+mom@example.com');
  await field(it, 'Verification code').fill('123456');
  await field(it, 'New password').fill('Better123!');
  it.site.answer({ 'POST /api/reset-password': () => ({ json: { message: 'Your password was changed.' } }) });
  await it.page.getByRole('button', { name: 'Reset Password' }).click();
  await expect.poll(() => pathOf(it)).toBe('/login');
  expect(bodyOf(it, 'POST /api/reset-password')).toMatchObject({ email: 'ruth+mom@example.com' });
  expect(sent()).toBe(1);
});

test('no reset code is sent while the step that takes it cannot be loaded', async ({ open }) => {
  const without = '**/assets/reset-step-*.js';
  const calls = { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) };
  await using it = await open('/forgot-password', { calls, without, isFirst: true });
  await field(it, 'Email').fill('ada@example.com');
  const sendCode = () => it.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await sendCode();
  await it.page.getByRole('main').getByText('Failed to send reset code').waitFor();
  expect(it.site.received.map(({ call }) => call)).not.toContain('POST /api/forgot-password');

  await it.page.unroute(without);
  await sendCode();
  await it.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
});
