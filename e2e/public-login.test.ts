import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './browser.ts';
import { bodyOf, field, pathOf, refusal, sessionStorageOf, toast } from './form-page.ts';
import type { Calls } from './static-site.ts';
import { visit, type Visit } from './visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const user = { id: 'u1', name: 'Ada Byron', email: 'ada@example.com', phoneNumber: '' };

async function logIn(it: Visit): Promise<void> {
  await field(it, 'Email').fill('ada@example.com');
  await field(it, 'Password').fill('Secret123!');
  await it.page.getByRole('button', { name: 'Log In' }).click();
}

test('an empty login says what is missing', async () => {
  await using it = await visit(browser, '/login');
  await it.page.getByRole('button', { name: 'Log In' }).click();
  expect(await it.page.getByText('Valid email is required').isVisible()).toBe(true);
  expect(await it.page.getByText('Password is required').isVisible()).toBe(true);
});

test('a login asks who is there, and goes to the dashboard', async () => {
  await using it = await visit(browser, '/login', {
    calls: { 'POST /api/login': () => ({ json: { user } }), 'GET /api/user': () => ({ json: user }) },
  });
  await logIn(it);
  await expect.poll(() => pathOf(it)).toBe('/dashboard');
  expect(it.site.received.map(({ call }) => call)).toContain('GET /api/user');
});

test.each([
  [refusal('Invalid email or password.', 401), 'Invalid email or password.'],
  [refusal('Too many attempts.', 429), 'Invalid email or password.'],
  [refusal('Broken.', 500), 'Failed to log in. Please try again.'],
])('a failed login %# says so, stays, and keeps what was typed', async (reply, words) => {
  await using it = await visit(browser, '/login', { calls: { 'POST /api/login': () => reply } });
  await logIn(it);
  await expect.poll(() => it.page.getByRole('alert').textContent()).toBe(words);
  expect(await field(it, 'Password').inputValue()).toBe('Secret123!');
  expect(pathOf(it)).toBe('/login');
});

test('an unconfirmed account goes to /verify with a ticket; the password stays in its field', async () => {
  await using it = await visit(browser, '/login', {
    calls: {
      'POST /api/login': () => ({
        json: { needsConfirmation: true, userId: 'u1', message: 'Verify first.', confirmationTicket: 'ticket-2' },
      }),
    },
  });
  await logIn(it);
  await expect.poll(() => pathOf(it)).toBe('/verify');
  // The server sent the code itself.
  expect(it.site.received.map(({ call }) => call)).not.toContain('POST /api/resend-confirmation');
  expect(JSON.parse(await sessionStorageOf(it))).toMatchObject({
    email: 'ada@example.com',
    flow: 'login_confirmation',
    userId: 'u1',
    password: 'ticket-2',
  });
});

test.each(['Your account is not confirmed yet.', 'Please use Cognito authentication'])(
  'the refusal "%s" asks for a code and goes to /verify',
  async (message) => {
    await using it = await visit(browser, '/login', {
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

test('a forgotten password is reset with a mailed code, and the way leads back to the login', async () => {
  await using it = await visit(browser, '/forgot-password', {
    calls: {
      'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }),
      'POST /api/reset-password': () => ({ json: { message: 'Done.' } }),
    },
  });
  await it.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await it.page.getByText('Please enter a valid email address').waitFor();
  await field(it, 'Email').fill('ada@example.com');
  await it.page.getByRole('button', { name: 'Send Reset Code' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  expect(await field(it, 'Email').isDisabled()).toBe(true);
  expect(await it.page.evaluate('document.activeElement.tagName')).toBe('H1');
  await field(it, 'Verification code').fill('123456');
  await field(it, 'New password').fill('short');
  await it.page.getByRole('button', { name: 'Reset Password' }).click();
  await it.page.getByText('Password must be at least 8 characters long').waitFor();
  await field(it, 'New password').fill('Better123!');
  await it.page.getByRole('button', { name: 'Reset Password' }).click();
  await expect.poll(() => pathOf(it)).toBe('/login');
  expect(bodyOf(it, 'POST /api/reset-password')).toEqual({
    email: 'ada@example.com',
    verificationCode: '123456',
    newPassword: 'Better123!',
  });
});

test.each([
  ['POST /api/forgot-password', 'Failed to send reset code'],
  ['POST /api/reset-password', 'Failed to reset password'],
])('%s that fails without words shows "%s"', async (failing, words) => {
  const failed: Calls = { [failing]: () => ({ status: 500, json: null }) };
  await using it = await visit(browser, '/forgot-password', {
    calls: { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }), ...failed },
  });
  await field(it, 'Email').fill('ada@example.com');
  await it.page.getByRole('button', { name: 'Send Reset Code' }).click();
  if (failing === 'POST /api/reset-password') {
    await field(it, 'Verification code').fill('123456');
    await field(it, 'New password').fill('Better123!');
    await it.page.getByRole('button', { name: 'Reset Password' }).click();
  }
  await expect.poll(() => toast(it).textContent()).toContain(words);
});
