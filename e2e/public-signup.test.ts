import { expect } from 'vitest';

import { newUser as user } from './account-calls.ts';
import { bodyOf, field, pathOf, refusal, resendNow, sessionStorageOf, toast } from './form-page.ts';
import { atCodeStep, fillInSignup, submit } from './signup-page.ts';
import type { Reply } from './static-site.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const verify = (visit: Visit) => visit.page.getByRole('button', { name: 'Verify', exact: true }).click();

test('an empty sign-up lists every error, links to the fields, and focuses the first', async ({ open }) => {
  await using visit = await open('/signup');
  await submit(visit);
  const list = visit.page.getByRole('alert');
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
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('name');
  await list.getByRole('button', { name: 'Phone number is too short' }).click();
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('phoneNumber');
  await list.getByRole('button', { name: 'You must consent to messaging' }).click();
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('consentToMessaging');

  // The password rules are checked off during input, and describe the field to a person who hears it.
  const rules = visit.page.getByRole('list', { name: 'Requirements' });
  const described = (await field(visit, 'Password').getAttribute('aria-describedby')) ?? '';
  expect(described.split(' ')).toContain(await rules.getAttribute('id'));
  await field(visit, 'Password').pressSequentially('secret1');
  await expect.poll(() => rules.getByText('One lowercase letter: done').count()).toBe(1);
  await expect.poll(() => rules.getByText('At least 8 characters: not yet').count()).toBe(1);

  await fillInSignup(visit);
  await field(visit, 'Confirm password').fill('Secret124!');
  await submit(visit);
  await expect.poll(() => toast(visit).textContent()).toContain("Passwords don't match");
  await expect.poll(() => visit.page.getByText('Passwords do not match').count()).toBe(1);
});

test('a consent to one wording does not count for the other', async ({ open }) => {
  await using visit = await open('/signup');
  const own = visit.page.getByRole('checkbox', { name: /^I agree to receive text messages/ });
  const helper = visit.page.getByRole('checkbox', { name: /^The owner of this phone asked me/ });
  const terms = visit.page.getByRole('checkbox', { name: /I agree to the Terms/ });
  await fillInSignup(visit);
  await visit.page.getByLabel('Someone else’s phone').check();
  await helper.waitFor();
  await expect.poll(() => helper.isChecked()).toBe(false);
  expect(await terms.isChecked()).toBe(true);
  await submit(visit);
  await visit.page.getByText('You must consent to messaging to use the service').waitFor();
  await helper.check();
  await visit.page.getByLabel('My own phone').check();
  await own.waitFor();
  await expect.poll(() => own.isChecked()).toBe(false);
  expect(visit.site.received.map(({ call }) => call)).not.toContain('POST /api/signup');
});

test('reading the terms keeps what was typed', async ({ open }) => {
  await using visit = await open('/signup');
  await fillInSignup(visit);
  for (const title of ['Terms of Service', 'Privacy Policy']) {
    const opened = visit.page.context().waitForEvent('page');
    await visit.page
      .getByRole('main')
      .getByRole('link', { name: `${title} (opens in a new tab)` })
      .click();
    const tab = await opened;
    await tab.getByRole('heading', { level: 1, name: title }).waitFor();
    await tab.close();
  }
  expect(await field(visit, 'Password').inputValue()).toBe('Secret123!');
  expect(await field(visit, 'Phone number').inputValue()).toBe('(212) 555-0142');
});

test('no account is created while the step that verifies its phone cannot be loaded', async ({ open }) => {
  const without = '**/assets/verify-step-*.js';
  await using visit = await open('/signup', { without, isFirst: true });
  await fillInSignup(visit);
  await submit(visit);
  await expect.poll(() => toast(visit).textContent()).toContain('Account Creation Failed');
  expect(visit.site.received.map(({ call }) => call)).not.toContain('POST /api/signup');
});

test('each refusal has its title, and keeps the input', async ({ open }) => {
  await using visit = await open('/signup');
  await fillInSignup(visit);
  for (const [reply, title] of [
    [refusal('Phone number already registered. Log in.'), 'Phone Number Already Registered'],
    [refusal('US phone numbers only. This number is from another country.'), 'US Phone Numbers Only'],
    [refusal('An account with this email address already exists.'), 'Account Creation Failed'],
    [{ json: {} }, 'Unexpected Response'],
  ] as const) {
    visit.site.answer({ 'POST /api/signup': () => reply });
    await submit(visit);
    await expect.poll(() => toast(visit).textContent()).toContain(title);
  }
  expect(await field(visit, 'Password').inputValue()).toBe('Secret123!');
  expect(await field(visit, 'Phone number').inputValue()).toBe('(212) 555-0142');
});

test('the code, with the ticket in place of the password, signs in and leads to the plans', async ({ open }) => {
  await using visit = await atCodeStep(open);
  expect(bodyOf(visit, 'POST /api/signup')).toEqual({
    name: 'Ada Byron',
    email: 'ada@example.com',
    password: 'Secret123!',
    phoneNumber: '2125550142',
    consentToMessaging: true,
    consentToTerms: true,
  });
  await visit.page.getByText('(212) 555-0142').waitFor();
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('code');
  await verify(visit);
  await visit.page.getByText('Verification code is required').waitFor();
  await field(visit, 'Verification code').fill('12345');
  await verify(visit);
  await visit.page.getByText('Please enter the 6-digit verification code').waitFor();

  visit.site.answer({ 'POST /api/confirm-registration': () => refusal('This code is not right.', 400) });
  await field(visit, 'Verification code').fill('123-456');
  await expect.poll(() => field(visit, 'Verification code').inputValue()).toBe('123456');
  await verify(visit);
  await expect.poll(() => toast(visit).textContent()).toContain('Verification failed This code is not right.');

  const authTokens = { accessToken: 'opaque', expiresAt: '2026-11-21T02:00:00.000Z' };
  visit.site.answer({
    'POST /api/confirm-registration': () => ({ json: { user, loggedIn: true, authTokens } }),
    'GET /api/user': () => ({ json: { ...user, phoneNumber: '+12125550142' } }),
  });
  await verify(visit);
  await expect.poll(() => pathOf(visit)).toBe('/subscribe');
  expect(bodyOf(visit, 'POST /api/confirm-registration')).toEqual({
    email: 'ada@example.com',
    confirmationCode: '123456',
    password: 'ticket-1',
  });
  expect(await visit.page.evaluate("localStorage.getItem('authTokens')")).toContain('opaque');
  const stored = await visit.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  expect(stored).not.toContain('Secret123!');
});

test('the step for the code is there again after a reload, and its code still signs in', async ({ open }) => {
  await using visit = await atCodeStep(open, {
    'GET /api/user': () => ({ json: { ...user, phoneNumber: '+12125550142' } }),
  });
  const again = { message: 'On its way.', retryAfterSeconds: 60, phoneNumber: '+12125550199' };
  visit.site.answer({ 'POST /api/resend-confirmation': () => ({ json: again }) });
  await visit.page.getByRole('button', { name: 'Wrong number? Change it' }).click();
  await field(visit, 'New phone number').fill('(212) 555-0199');
  await visit.page.getByRole('button', { name: 'Text a Code to This Number' }).click();
  await visit.page.getByText('We texted a 6-digit code to (212) 555-0199.').waitFor();

  // A kept code that cannot be read is no reason to lose the step.
  await visit.page.evaluate("sessionStorage.setItem('textedCode', '{')");
  await visit.page.reload();
  await visit.page.getByText('We texted a 6-digit code to (212) 555-0199.').waitFor();
  await visit.page
    .getByRole('button', { name: 'Resend code', exact: true })
    .getByText(/in \d+ sec/)
    .waitFor();
  // Also after another page, and no code is sent for it.
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await visit.page.goBack();
  await visit.page.getByText('We texted a 6-digit code to (212) 555-0199.').waitFor();
  expect(visit.site.received.filter(({ call }) => call === 'POST /api/resend-confirmation')).toHaveLength(1);

  const authTokens = { accessToken: 'opaque', expiresAt: '2026-11-21T02:00:00.000Z' };
  visit.site.answer({ 'POST /api/confirm-registration': () => ({ json: { user, loggedIn: true, authTokens } }) });
  await field(visit, 'Verification code').fill('123456');
  await verify(visit);
  await expect.poll(() => pathOf(visit)).toBe('/subscribe');
  expect(bodyOf(visit, 'POST /api/confirm-registration')).toMatchObject({
    email: 'ada@example.com',
    password: 'ticket-1',
  });
  expect(await sessionStorageOf(visit)).toBe('{}');
});

test('a phone that was verified by its text while the page was gone is signed in after a reload', async ({ open }) => {
  const ask = 'POST /api/verify/phone/by-text';
  const unsent = { user, confirmationTicket: 't', codeSent: false, message: 'Codes are paused.', retryAfterSeconds: 0 };
  const code = { phoneNumber: '+12125550142', serviceNumber: '+12025550100', code: '550142', expiresInSeconds: 600 };
  const authTokens = { accessToken: 'opaque', expiresAt: '2026-11-21T02:00:00.000Z' };
  const confirmation = { user, loggedIn: true, authTokens };
  for (const codeSent of [true, false]) {
    await using visit = await atCodeStep(open, {
      [ask]: () => ({ json: code }),
      [`${ask}/check`]: () => ({ json: { verified: false } }),
      ...(!codeSent && { 'POST /api/signup': () => ({ json: unsent }) }),
    });
    if (codeSent) await visit.page.getByRole('button', { name: 'No code? Text us instead' }).click();
    await visit.page.getByText('text JOIN 550142').waitFor();
    // Its ten minutes are over too: what the page showed is not what it looks by.
    await visit.page.evaluate("sessionStorage.removeItem('textedCode')");
    await visit.page.goto('about:blank');
    visit.site.answer({
      [ask]: () => refusal('This phone number is already verified.'),
      [`${ask}/check`]: () => ({ json: { verified: true, confirmation } }),
      'GET /api/user': () => ({ json: { ...user, phoneNumber: '+12125550142' } }),
    });
    await visit.page.goto(`${visit.site.url}/signup`);
    await expect.poll(() => pathOf(visit)).toBe('/subscribe');
    expect(visit.site.received.filter(({ call }) => call === ask)).toHaveLength(1);
    expect(await sessionStorageOf(visit)).toBe('{}');
  }
});

test('a kept sign-up says why no code came, makes room for another, and is gone after ten minutes', async ({
  open,
}) => {
  const unsent = { user, confirmationTicket: 't', codeSent: false, message: 'Codes are paused.', retryAfterSeconds: 0 };
  await using visit = await atCodeStep(open, { 'POST /api/signup': () => ({ json: unsent }) });
  await visit.page.reload();
  await visit.page.getByText('Codes are paused.').waitFor();
  expect(await visit.page.getByText('We texted a 6-digit code').count()).toBe(0);
  await visit.page.evaluate("sessionStorage.setItem('storedAt', String(Date.now() - 11 * 60_000))");
  await visit.page.reload();
  await visit.page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor();
  await expect.poll(() => sessionStorageOf(visit)).toBe('{}');

  await fillInSignup(visit);
  await submit(visit);
  await visit.page.getByRole('link', { name: 'Start over' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor();
  expect(await sessionStorageOf(visit)).toBe('{}');
});

test('another code is available after 60 seconds, not before, and also for another number', async ({ open }) => {
  await using visit = await atCodeStep(open);
  const resend = visit.page.getByRole('button', { name: 'Resend code', exact: true });
  await expect.poll(() => resend.textContent()).toMatch(/^Resend code in \d+ sec$/);
  await resend.click();
  await expect.poll(() => toast(visit).textContent()).toContain('Please Wait');
  expect(visit.site.received.map(({ call }) => call)).not.toContain('POST /api/resend-confirmation');

  visit.site.answer({ 'POST /api/resend-confirmation': () => refusal('We cannot text codes right now.', 503) });
  await visit.page.getByRole('button', { name: 'Wrong number? Change it' }).click();
  await field(visit, 'New phone number').fill('(212) 555-0199');
  await visit.page.getByRole('button', { name: 'Text a Code to This Number' }).click();
  await expect.poll(() => toast(visit).textContent()).toContain('Failed to resend code');
  expect(bodyOf(visit, 'POST /api/resend-confirmation')).toEqual({
    email: 'ada@example.com',
    phoneNumber: '2125550199',
  });

  const again = { message: 'On its way.', retryAfterSeconds: 60, phoneNumber: '+12125550142' };
  visit.site.answer({ 'POST /api/resend-confirmation': () => ({ json: again }) });
  await visit.page.clock.install();
  await visit.page.clock.fastForward(61_000);
  await resendNow(visit).click();
  await expect.poll(() => toast(visit).textContent()).toContain('On its way.');
  // The code comes to the corrected number: the form for the number closes, and the code is next.
  await visit.page.getByRole('button', { name: 'Text a Code to This Number' }).click();
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('code');
});

test('a code after the proof of the password has expired leads to the login, not to a code that is refused', async ({
  open,
}) => {
  await using visit = await atCodeStep(open);
  const toStranger: Reply = { json: { message: 'If this account waits, we have.', retryAfterSeconds: 60 } };
  visit.site.answer({ 'POST /api/resend-confirmation': () => toStranger });
  await visit.page.getByRole('button', { name: 'Wrong number? Change it' }).click();
  await field(visit, 'New phone number').fill('(212) 555-0199');
  await visit.page.getByRole('button', { name: 'Text a Code to This Number' }).click();
  await expect.poll(() => toast(visit).textContent()).toContain('This session timed out. Log in to get a new code.');
  await visit.page.getByText('We texted a 6-digit code to (212) 555-0142.').waitFor();
});
