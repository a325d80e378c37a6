import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './browser.ts';
import { bodyOf, field, pathOf, refusal, toast } from './form-page.ts';
import type { Calls, Reply } from './static-site.ts';
import { visit, type Visit } from './visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const user = { id: 'u1', name: 'Ada Byron', email: 'ada@example.com', phoneNumber: '' };
const created: Reply = {
  json: { user, confirmationTicket: 'ticket-1', codeSent: true, message: 'Sent.', retryAfterSeconds: 60 },
};

async function fillInSignup(it: Visit): Promise<void> {
  await field(it, 'Name').fill('Ada Byron');
  await field(it, 'Email').fill('ada@example.com');
  await field(it, 'Password').fill('Secret123!');
  await field(it, 'Confirm password').fill('Secret123!');
  await field(it, 'Phone number').fill('(212) 555-0142');
  await it.page.getByRole('checkbox', { name: /I agree to receive text messages/ }).check();
  await it.page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
}

const submit = (it: Visit) => it.page.getByRole('button', { name: 'Create Account' }).click();

async function atCodeStep(calls: Calls): Promise<Visit> {
  const it = await visit(browser, '/signup', { calls: { 'POST /api/signup': () => created, ...calls } });
  await fillInSignup(it);
  await submit(it);
  await it.page.getByRole('heading', { level: 1, name: 'Verify your phone' }).waitFor();
  return it;
}

test('an empty sign-up lists every fault, links to the fields, and puts the focus into the first', async () => {
  await using it = await visit(browser, '/signup');
  await submit(it);
  const list = it.page.getByRole('alert');
  expect(await list.getByRole('button').allTextContents()).toEqual([
    'Name is required',
    'Valid email is required',
    'Password must be at least 8 characters long',
    'Confirm password is required',
    'Phone number is too short',
    'You must consent to messaging to use the service',
    'You must agree to the Terms of Service and Privacy Policy',
  ]);
  expect(await it.page.evaluate('document.activeElement.name')).toBe('name');
  await list.getByRole('button', { name: 'Phone number is too short' }).click();
  expect(await it.page.evaluate('document.activeElement.name')).toBe('phoneNumber');
});

test('the rules of a password are ticked off while it is typed', async () => {
  await using it = await visit(browser, '/signup');
  const rules = it.page.getByRole('list', { name: 'Requirements' });
  await field(it, 'Password').pressSequentially('secret1');
  expect(await rules.getByText('One lowercase letter: done').count()).toBe(1);
  expect(await rules.getByText('At least 8 characters: not yet').count()).toBe(1);
});

test('passwords that differ are said to differ, at the field and in a toast', async () => {
  await using it = await visit(browser, '/signup');
  await fillInSignup(it);
  await field(it, 'Confirm password').fill('Secret124!');
  await submit(it);
  await expect.poll(() => toast(it).textContent()).toContain("Passwords don't match");
  expect(await it.page.getByText('Passwords do not match').count()).toBe(1);
});

test.each(['+1 (212) 555-0142', '12125550142', '212-555-0142', '2125550142'])(
  'the phone number pasted as %s is taken, and sent as ten digits',
  async (pasted) => {
    await using it = await visit(browser, '/signup', { calls: { 'POST /api/signup': () => created } });
    await fillInSignup(it);
    await field(it, 'Phone number').fill(pasted);
    await submit(it);
    await it.page.getByRole('heading', { level: 1, name: 'Verify your phone' }).waitFor();
    expect(bodyOf(it, 'POST /api/signup')).toEqual({
      name: 'Ada Byron',
      email: 'ada@example.com',
      password: 'Secret123!',
      phoneNumber: '2125550142',
      consentToMessaging: true,
      consentToTerms: true,
    });
  },
);

test.each([
  ['Phone number already registered. Log in, or use another number.', 'Phone Number Already Registered'],
  ['US phone numbers only: this number belongs to another country.', 'US Phone Numbers Only'],
  ['An account with this email address already exists.', 'Account Creation Failed'],
])('the refusal "%s" is titled %s, and keeps what was typed', async (message, title) => {
  await using it = await visit(browser, '/signup', { calls: { 'POST /api/signup': () => refusal(message) } });
  await fillInSignup(it);
  await submit(it);
  await expect.poll(() => toast(it).textContent()).toContain(title);
  expect(await toast(it).textContent()).toContain(message);
  expect(await field(it, 'Password').inputValue()).toBe('Secret123!');
  expect(await field(it, 'Phone number').inputValue()).toBe('(212) 555-0142');
});

test('a reply without a user is unexpected', async () => {
  await using it = await visit(browser, '/signup', { calls: { 'POST /api/signup': () => ({ json: {} }) } });
  await fillInSignup(it);
  await submit(it);
  await expect.poll(() => toast(it).textContent()).toContain('Unexpected Response');
});

test('a code that is typed, with the ticket in the password’s place, signs in and goes on to the plans', async () => {
  await using it = await atCodeStep({
    'POST /api/confirm-registration': () => ({
      json: {
        user,
        loggedIn: true,
        authTokens: { accessToken: 'opaque', expiresAt: '2026-11-21T02:00:00.000Z' },
      },
    }),
    'GET /api/user': () => ({ json: { ...user, phoneNumber: '+12125550142' } }),
  });
  await it.page.getByText('+1 (212) 555-0142').waitFor();
  await field(it, 'Verification code').fill('123-456');
  expect(await field(it, 'Verification code').inputValue()).toBe('123456');
  await it.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect.poll(() => pathOf(it)).toBe('/subscribe');
  expect(bodyOf(it, 'POST /api/confirm-registration')).toEqual({
    email: 'ada@example.com',
    confirmationCode: '123456',
    password: 'ticket-1',
  });
  expect(await it.page.evaluate("localStorage.getItem('authTokens')")).toContain('opaque');
  expect(await it.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
    'Secret123!',
  );
});

test('a short code is not sent, and a wrong one is said to be wrong', async () => {
  await using it = await atCodeStep({
    'POST /api/confirm-registration': () => refusal('This code is not right.', 400),
  });
  await it.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await it.page.getByText('Verification code is required').waitFor();
  await field(it, 'Verification code').fill('12345');
  await it.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await it.page.getByText('Please enter the 6-digit verification code').waitFor();
  await field(it, 'Verification code').fill('000000');
  await it.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Verification failed');
  expect(await toast(it).textContent()).toContain('This code is not right.');
});

test('another code can be had after 60 seconds, not before', async () => {
  await using it = await atCodeStep({
    'POST /api/resend-confirmation': () => ({ json: { message: 'On its way.', retryAfterSeconds: 60 } }),
  });
  await it.page.getByRole('button', { name: /Resend in \d+ s/ }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Please Wait');
  expect(it.site.received.map(({ call }) => call)).not.toContain('POST /api/resend-confirmation');
  await it.page.clock.install();
  await it.page.clock.fastForward(61_000);
  await it.page.getByRole('button', { name: 'Resend code' }).click();
  await expect.poll(() => toast(it).textContent()).toContain('On its way.');
  expect(bodyOf(it, 'POST /api/resend-confirmation')).toEqual({ email: 'ada@example.com' });
});

test('a resend that fails says so', async () => {
  await using it = await atCodeStep({
    'POST /api/resend-confirmation': () => refusal('We cannot text codes right now.', 503),
  });
  await it.page.getByRole('button', { name: 'Wrong number? Change it' }).click();
  await field(it, 'New phone number').fill('(212) 555-0199');
  await it.page.getByRole('button', { name: 'Send code to this number' }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Failed to resend code');
  expect(bodyOf(it, 'POST /api/resend-confirmation')).toEqual({ email: 'ada@example.com', phoneNumber: '2125550199' });
});
