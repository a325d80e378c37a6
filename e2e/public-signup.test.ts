import { expect } from 'vitest';

import { newUser as user } from './account-calls.ts';
import { bodyOf, field, pathOf, refusal, sessionStorageOf, toast } from './form-page.ts';
import { atCodeStep, fillInSignup, submit } from './signup-page.ts';
import type { Reply } from './static-site.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const verify = (it: Visit) => it.page.getByRole('button', { name: 'Verify', exact: true }).click();

test('an empty sign-up lists every error, links to the fields, and focuses the first', async ({ open }) => {
  await using it = await open('/signup');
  await submit(it);
  const list = it.page.getByRole('alert');
  await expect
    .poll(() => list.getByRole('button').allTextContents())
    .toEqual([
      'Name is required',
      'Valid email is required',
      'Password must be at least 8 characters long',
      'Confirm password is required',
      'Phone number is too short',
      'You must consent to messaging to use the service',
      'You must agree to the Terms of Service and Privacy Policy',
    ]);
  await expect.poll(() => it.page.evaluate('document.activeElement.name')).toBe('name');
  await list.getByRole('button', { name: 'Phone number is too short' }).click();
  await expect.poll(() => it.page.evaluate('document.activeElement.name')).toBe('phoneNumber');

  // The password rules are checked off during input.
  const rules = it.page.getByRole('list', { name: 'Requirements' });
  await field(it, 'Password').pressSequentially('secret1');
  await expect.poll(() => rules.getByText('One lowercase letter: done').count()).toBe(1);
  await expect.poll(() => rules.getByText('At least 8 characters: not yet').count()).toBe(1);

  await fillInSignup(it);
  await field(it, 'Confirm password').fill('Secret124!');
  await submit(it);
  await expect.poll(() => toast(it).textContent()).toContain("Passwords don't match");
  await expect.poll(() => it.page.getByText('Passwords do not match').count()).toBe(1);
});

test('a consent to one wording does not count for the other', async ({ open }) => {
  await using it = await open('/signup');
  const own = it.page.getByRole('checkbox', { name: /^I agree to receive text messages/ });
  const helper = it.page.getByRole('checkbox', { name: /^The owner of this phone asked me/ });
  const terms = it.page.getByRole('checkbox', { name: /I agree to the Terms/ });
  await fillInSignup(it);
  await it.page.getByLabel('A phone of someone I help').check();
  await helper.waitFor();
  await expect.poll(() => helper.isChecked()).toBe(false);
  expect(await terms.isChecked()).toBe(true);
  await submit(it);
  await it.page.getByText('You must consent to messaging to use the service').waitFor();
  await helper.check();
  await it.page.getByLabel('My own phone').check();
  await own.waitFor();
  await expect.poll(() => own.isChecked()).toBe(false);
  expect(it.site.received.map(({ call }) => call)).not.toContain('POST /api/signup');
});

test('reading the terms keeps what was typed', async ({ open }) => {
  await using it = await open('/signup');
  await fillInSignup(it);
  for (const title of ['Terms of Service', 'Privacy Policy']) {
    const opened = it.page.context().waitForEvent('page');
    await it.page
      .getByRole('main')
      .getByRole('link', { name: `${title} (opens in a new tab)` })
      .click();
    const tab = await opened;
    await tab.getByRole('heading', { level: 1, name: title }).waitFor();
    await tab.close();
  }
  expect(await field(it, 'Password').inputValue()).toBe('Secret123!');
  expect(await field(it, 'Phone number').inputValue()).toBe('(212) 555-0142');
});

test('no account is created while the step that verifies its phone cannot be loaded', async ({ open }) => {
  const without = '**/assets/verify-step-*.js';
  await using it = await open('/signup', { without, isFirst: true });
  await fillInSignup(it);
  await submit(it);
  await expect.poll(() => toast(it).textContent()).toContain('Account Creation Failed');
  expect(it.site.received.map(({ call }) => call)).not.toContain('POST /api/signup');
});

test('each refusal has its title, and keeps the input', async ({ open }) => {
  await using it = await open('/signup');
  await fillInSignup(it);
  for (const [reply, title] of [
    [refusal('Phone number already registered. Log in.'), 'Phone Number Already Registered'],
    [refusal('US phone numbers only. This number is from another country.'), 'US Phone Numbers Only'],
    [refusal('An account with this email address already exists.'), 'Account Creation Failed'],
    [{ json: {} }, 'Unexpected Response'],
  ] as const) {
    it.site.answer({ 'POST /api/signup': () => reply });
    await submit(it);
    await expect.poll(() => toast(it).textContent()).toContain(title);
  }
  expect(await field(it, 'Password').inputValue()).toBe('Secret123!');
  expect(await field(it, 'Phone number').inputValue()).toBe('(212) 555-0142');
});

test('the code, with the ticket in place of the password, signs in and leads to the plans', async ({ open }) => {
  await using it = await atCodeStep(open);
  expect(bodyOf(it, 'POST /api/signup')).toEqual({
    name: 'Ada Byron',
    email: 'ada@example.com',
    password: 'Secret123!',
    phoneNumber: '2125550142',
    consentToMessaging: true,
    consentToTerms: true,
  });
  await it.page.getByText('(212) 555-0142').waitFor();
  await expect.poll(() => it.page.evaluate('document.activeElement.name')).toBe('code');
  await verify(it);
  await it.page.getByText('Verification code is required').waitFor();
  await field(it, 'Verification code').fill('12345');
  await verify(it);
  await it.page.getByText('Please enter the 6-digit verification code').waitFor();

  it.site.answer({ 'POST /api/confirm-registration': () => refusal('This code is not right.', 400) });
  await field(it, 'Verification code').fill('123-456');
  await expect.poll(() => field(it, 'Verification code').inputValue()).toBe('123456');
  await verify(it);
  await expect.poll(() => toast(it).textContent()).toContain('Verification failedThis code is not right.');

  const authTokens = { accessToken: 'opaque', expiresAt: '2026-11-21T02:00:00.000Z' };
  it.site.answer({
    'POST /api/confirm-registration': () => ({ json: { user, loggedIn: true, authTokens } }),
    'GET /api/user': () => ({ json: { ...user, phoneNumber: '+12125550142' } }),
  });
  await verify(it);
  await expect.poll(() => pathOf(it)).toBe('/subscribe');
  expect(bodyOf(it, 'POST /api/confirm-registration')).toEqual({
    email: 'ada@example.com',
    confirmationCode: '123456',
    password: 'ticket-1',
  });
  expect(await it.page.evaluate("localStorage.getItem('authTokens')")).toContain('opaque');
  const stored = await it.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  expect(stored).not.toContain('Secret123!');
});

test('the step for the code is there again after a reload, and its code still signs in', async ({ open }) => {
  await using it = await atCodeStep(open, {
    'GET /api/user': () => ({ json: { ...user, phoneNumber: '+12125550142' } }),
  });
  const again = { message: 'On its way.', retryAfterSeconds: 60, phoneNumber: '+12125550199' };
  it.site.answer({ 'POST /api/resend-confirmation': () => ({ json: again }) });
  await it.page.getByRole('button', { name: 'Wrong number? Change it' }).click();
  await field(it, 'New phone number').fill('(212) 555-0199');
  await it.page.getByRole('button', { name: 'Text a code to this number' }).click();
  await it.page.getByText('We texted a 6-digit code to (212) 555-0199.').waitFor();

  // A kept code that cannot be read is no reason to lose the step.
  await it.page.evaluate("sessionStorage.setItem('textedCode', '{')");
  await it.page.reload();
  await it.page.getByText('We texted a 6-digit code to (212) 555-0199.').waitFor();
  await it.page.getByRole('button', { name: /Resend code in/ }).waitFor();
  // Also after another page, and no code is sent for it.
  await it.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await it.page.goBack();
  await it.page.getByText('We texted a 6-digit code to (212) 555-0199.').waitFor();
  expect(it.site.received.filter(({ call }) => call === 'POST /api/resend-confirmation')).toHaveLength(1);

  const authTokens = { accessToken: 'opaque', expiresAt: '2026-11-21T02:00:00.000Z' };
  it.site.answer({ 'POST /api/confirm-registration': () => ({ json: { user, loggedIn: true, authTokens } }) });
  await field(it, 'Verification code').fill('123456');
  await verify(it);
  await expect.poll(() => pathOf(it)).toBe('/subscribe');
  expect(bodyOf(it, 'POST /api/confirm-registration')).toMatchObject({
    email: 'ada@example.com',
    password: 'ticket-1',
  });
  expect(await sessionStorageOf(it)).toBe('{}');
});

test('a phone that was verified by its text while the page was gone is signed in after a reload', async ({ open }) => {
  const ask = 'POST /api/verify/phone/by-text';
  const unsent = { user, confirmationTicket: 't', codeSent: false, message: 'Codes are paused.', retryAfterSeconds: 0 };
  const code = { phoneNumber: '+12125550142', serviceNumber: '+12025550100', code: '550142', expiresInSeconds: 600 };
  const authTokens = { accessToken: 'opaque', expiresAt: '2026-11-21T02:00:00.000Z' };
  const confirmation = { user, loggedIn: true, authTokens };
  for (const codeSent of [true, false]) {
    await using it = await atCodeStep(open, {
      [ask]: () => ({ json: code }),
      [`${ask}/check`]: () => ({ json: { verified: false } }),
      ...(!codeSent && { 'POST /api/signup': () => ({ json: unsent }) }),
    });
    if (codeSent) await it.page.getByRole('button', { name: 'No code? Text us instead' }).click();
    await it.page.getByText('text JOIN 550142').waitFor();
    // Its ten minutes are over too: what the page showed is not what it looks by.
    await it.page.evaluate("sessionStorage.removeItem('textedCode')");
    await it.page.goto('about:blank');
    it.site.answer({
      [ask]: () => refusal('This phone number is already verified.'),
      [`${ask}/check`]: () => ({ json: { verified: true, confirmation } }),
      'GET /api/user': () => ({ json: { ...user, phoneNumber: '+12125550142' } }),
    });
    await it.page.goto(`${it.site.url}/signup`);
    await expect.poll(() => pathOf(it)).toBe('/subscribe');
    expect(it.site.received.filter(({ call }) => call === ask)).toHaveLength(1);
    expect(await sessionStorageOf(it)).toBe('{}');
  }
});

test('a kept sign-up says why no code came, makes room for another, and is gone after ten minutes', async ({
  open,
}) => {
  const unsent = { user, confirmationTicket: 't', codeSent: false, message: 'Codes are paused.', retryAfterSeconds: 0 };
  await using it = await atCodeStep(open, { 'POST /api/signup': () => ({ json: unsent }) });
  await it.page.reload();
  await it.page.getByText('Codes are paused.').waitFor();
  expect(await it.page.getByText('We texted a 6-digit code').count()).toBe(0);
  await it.page.evaluate("sessionStorage.setItem('storedAt', String(Date.now() - 11 * 60_000))");
  await it.page.reload();
  await it.page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor();
  await expect.poll(() => sessionStorageOf(it)).toBe('{}');

  await fillInSignup(it);
  await submit(it);
  await it.page.getByRole('link', { name: 'Start over' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor();
  expect(await sessionStorageOf(it)).toBe('{}');
});

test('another code is available after 60 seconds, not before, and also for another number', async ({ open }) => {
  await using it = await atCodeStep(open);
  await it.page.getByRole('button', { name: /Resend code in \d+ sec/ }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Please Wait');
  expect(it.site.received.map(({ call }) => call)).not.toContain('POST /api/resend-confirmation');

  it.site.answer({ 'POST /api/resend-confirmation': () => refusal('We cannot text codes right now.', 503) });
  await it.page.getByRole('button', { name: 'Wrong number? Change it' }).click();
  await field(it, 'New phone number').fill('(212) 555-0199');
  await it.page.getByRole('button', { name: 'Text a code to this number' }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Failed to resend code');
  expect(bodyOf(it, 'POST /api/resend-confirmation')).toEqual({ email: 'ada@example.com', phoneNumber: '2125550199' });

  const again = { message: 'On its way.', retryAfterSeconds: 60, phoneNumber: '+12125550142' };
  it.site.answer({ 'POST /api/resend-confirmation': () => ({ json: again }) });
  await it.page.clock.install();
  await it.page.clock.fastForward(61_000);
  await it.page.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect.poll(() => toast(it).textContent()).toContain('On its way.');
  // The code comes to the corrected number: the form for the number closes, and the code is next.
  await it.page.getByRole('button', { name: 'Text a code to this number' }).click();
  await expect.poll(() => it.page.evaluate('document.activeElement.name')).toBe('code');
});

test('a code after the proof of the password has expired leads to the login, not to a code that is refused', async ({
  open,
}) => {
  await using it = await atCodeStep(open);
  const toStranger: Reply = { json: { message: 'If this account waits, we have.', retryAfterSeconds: 60 } };
  it.site.answer({ 'POST /api/resend-confirmation': () => toStranger });
  await it.page.getByRole('button', { name: 'Wrong number? Change it' }).click();
  await field(it, 'New phone number').fill('(212) 555-0199');
  await it.page.getByRole('button', { name: 'Text a code to this number' }).click();
  await expect.poll(() => toast(it).textContent()).toContain('This session timed out. Log in to get a new code.');
  await it.page.getByText('We texted a 6-digit code to (212) 555-0142.').waitFor();
});
