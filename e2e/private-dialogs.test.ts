import { expect } from 'vitest';

import { accountCalls, noSubscription, subscription, user } from './account-calls.ts';
import { faultsOf } from './axe.ts';
import { bodyOf, pathOf, refusal, toast } from './form-page.ts';
import { stopClock } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const signedIn = { cookies: ['authenticated'], calls: accountCalls };
const toasted = (visit: Visit, words: string) => expect.poll(() => toast(visit).textContent()).toContain(words);
const press = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = ({ page }: Visit) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

test('a phone change has two steps: the number, then its code', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'POST /api/check-phone-duplicate': () => ({ json: { isDuplicate: true, message: 'It is in use.' } }),
      'POST /api/cognito/initiate-phone-change': () => refusal('Please use the number of your own phone.', 400),
    },
  });
  await press(visit, 'Change');
  const field = dialog(visit).getByRole('textbox', { name: 'Phone number' });
  await field.pressSequentially('312555012');
  await expect.poll(() => field.inputValue()).toBe('(312) 555-012');
  await press(visit, 'Send Code');
  await dialog(visit).getByText('Phone number is required').waitFor();
  await field.press('End');
  await field.pressSequentially('34');
  await expect.poll(() => field.inputValue()).toBe('(312) 555-0123');
  await press(visit, 'Send Code');
  await toasted(visit, 'Phone Number Already in Use It is in use.');
  expect(visit.site.received.map(({ call }) => call)).not.toContain('POST /api/cognito/initiate-phone-change');

  // If the check itself fails, the flow continues.
  visit.site.answer({ 'POST /api/check-phone-duplicate': () => ({ status: 500, json: null }) });
  await press(visit, 'Send Code');
  await toasted(visit, 'Failed to Send Code Please use the number of your own phone.');
  await expect.poll(() => dialog(visit).getByText('Please use the number of your own phone.').count()).toBe(1);
  visit.site.answer({
    'POST /api/cognito/initiate-phone-change': () => ({ json: { message: 'Sent.', retryAfterSeconds: 60 } }),
    'POST /api/cognito/confirm-phone-change': () => refusal('This code is not right.', 400),
  });
  await press(visit, 'Send Code');
  await dialog(visit).getByText('(312) 555-0123').waitFor();
  expect(bodyOf(visit, 'POST /api/cognito/initiate-phone-change')).toEqual({ phoneNumber: '3125550123' });
  await dialog(visit).getByLabel('Verification code', { exact: true }).fill('123456');
  await press(visit, 'Verify');
  await toasted(visit, 'Verification Failed This code is not right.');

  visit.site.answer({
    'POST /api/cognito/confirm-phone-change': () => ({
      json: { message: 'Your phone number was changed.', phoneNumber: '+13125550123' },
    }),
    'GET /api/user/phone-numbers': () => ({ json: [{ phoneNumber: '+13125550123', verified: true, language: 'en' }] }),
  });
  await press(visit, 'Verify');
  await dialog(visit).waitFor({ state: 'detached' });
  await visit.page.getByText('(312) 555-0123', { exact: true }).waitFor();
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('Change');
});

test('a dialog whose script loads slowly shows a message, then opens', async ({ open }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using visit = await open('/dashboard', signedIn);
  await visit.page.route('**/assets/*dialog*.js', async (route) => {
    await released;
    await route.continue();
  });
  await press(visit, 'Get Support');
  await visit.page.getByRole('status').filter({ hasText: 'One moment' }).waitFor();
  expect(await faultsOf(visit.page)).toEqual([]);
  release();
  await dialog(visit).getByRole('heading', { name: 'Get Support' }).waitFor();
  await expect.poll(() => visit.page.getByText('One moment').count()).toBe(0);
});

test('the deletion dialog offers to use what is paid for, and then the plan ends with its period', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'POST /api/subscription/cancel-at-period-end': () => refusal('We cannot reach our payment provider.', 502),
    },
  });
  await press(visit, 'Delete Account');
  await press(visit, 'End Plan on March 4, 2027');
  await toasted(visit, 'Error We cannot reach our payment provider.');
  const ending = subscription({ isInGracePeriod: true });
  visit.site.answer({
    'POST /api/subscription/cancel-at-period-end': () => ({ json: { message: 'It ends.', subscription: ending } }),
  });
  await press(visit, 'End Plan on March 4, 2027');
  await toasted(visit, 'Plan Ends on March\u00a04,\u00a02027 It ends.');
  await dialog(visit).waitFor({ state: 'detached' });
  await visit.page.getByText('Active until March 4, 2027').waitFor();
  await press(visit, 'Delete Account');
  await dialog(visit).getByText('Your plan already ends on March 4, 2027.').waitFor();
  await dialog(visit).getByText('You’ve canceled your plan, and it still runs.').waitFor();
});

test('the deletion opens at its heading, not at a button that ends the plan', async ({ open }) => {
  await using visit = await open('/dashboard', signedIn);
  const button = visit.page.getByRole('button', { name: 'Delete Account', exact: true });
  await button.focus();
  await visit.page.keyboard.press('Enter');
  await dialog(visit).getByRole('button', { name: 'End Plan on March 4, 2027' }).waitFor();
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('Delete Account');
  expect(await visit.page.evaluate('document.activeElement.tagName')).toBe('H2');
});

test('while the plan cannot be read, the deletion dialog offers to try again and not to continue', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: { ...accountCalls, 'GET /api/user/subscription': () => refusal('Please try again later.', 500) },
  });
  await press(visit, 'Delete Account');
  await dialog(visit).getByText('We couldn’t check whether you have an active plan.').waitFor();
  expect(await dialog(visit).getByRole('button', { name: 'Continue' }).count()).toBe(0);
  const retry = dialog(visit).getByRole('button', { name: 'Retry', exact: true });
  await retry.waitFor({ timeout: 15_000 });
  visit.site.answer({ 'GET /api/user/subscription': () => ({ json: subscription() }) });
  await retry.click();
  await dialog(visit).getByText('Cancel it first.').waitFor();
  await dialog(visit).getByText('you can ask for a refund: email support@askline.example').waitFor();
  expect(await dialog(visit).getByRole('button', { name: 'Continue' }).count()).toBe(0);
});

test('an account is deleted step by step, and every failure shows an error', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'POST /api/subscription/cancel-immediately': () => refusal('We cannot reach our payment provider.', 502),
      'DELETE /api/user/account': () => refusal('Please try again later.', 503),
    },
  });
  await press(visit, 'Delete Account');
  await expect
    .poll(() => dialog(visit).getByRole('listitem').allTextContents())
    .toEqual([
      'your name, your password, and your email, ada@example.com',
      'your phone, (212) 555-0142. We’ll stop answering it',
      'your Unlimited Monthly Plan, including the time you’ve paid for, through March\u00a04,\u00a02027',
    ]);
  await press(visit, 'Cancel Subscription Now');
  await toasted(visit, 'Error We cannot reach our payment provider.');
  const ended = subscription({ status: 'canceled', isExpired: true });
  visit.site.answer({
    'POST /api/subscription/cancel-immediately': () => ({ json: { message: 'Canceled.', subscription: ended } }),
  });
  await press(visit, 'Cancel Subscription Now');
  await visit.page.getByRole('heading', { name: 'Subscription Canceled' }).waitFor();
  await press(visit, 'Go Back');
  // A canceled plan is not canceled again.
  await press(visit, 'Continue');
  await expect.poll(() => dialog(visit).getAttribute('role')).toBe('alertdialog');
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('Go Back');

  const button = dialog(visit).getByRole('button', { name: 'Delete Account' });
  for (const typed of ['', 'delete', 'DELETE ']) {
    await dialog(visit).getByLabel('Type DELETE to confirm').fill(typed);
    await expect.poll(() => button.isDisabled()).toBe(true);
  }
  await dialog(visit).getByLabel('Type DELETE to confirm').fill('DELETE');
  await button.click();
  await toasted(visit, 'Deletion Failed Please try again later.');
  visit.site.answer({ 'DELETE /api/user/account': () => ({ json: { message: 'Deleted.' } }) });
  await stopClock(visit.page);
  await button.click();
  await toasted(visit, 'Account Deleted');
  expect(pathOf(visit)).toBe('/dashboard');
  await visit.page.clock.runFor(1000);
  await expect.poll(() => pathOf(visit)).toBe('/');
  await visit.page.getByRole('link', { name: 'Log In' }).waitFor();
});

test('a subject that the type no longer shows neither stops a support ticket nor is sent', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: { ...accountCalls, 'POST /api/support': () => ({ json: { message: 'Thanks.', ticketId: 'u1-ABCD2345' } }) },
  });
  await press(visit, 'Get Support');
  const field = (label: string) => dialog(visit).getByLabel(label, { exact: true });
  await field('Support type').selectOption('Other');
  // Pasted from a table; the schema refuses it.
  await field('Subject (optional)').fill('The\tengine');
  await field('Support type').selectOption('Billing');
  await dialog(visit).getByRole('checkbox').check();
  await press(visit, 'Submit Ticket');
  await toasted(visit, 'u1-ABCD2345');
  const body = visit.site.received.findLast(({ call }) => call === 'POST /api/support')?.body ?? '';
  expect(body).toContain('Billing');
  expect(body).not.toContain('customSubject');
});

test('a support ticket is sent with its files; the input is not lost by accident', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: { ...accountCalls, 'POST /api/support': () => refusal('Please write in fewer words.', 422) },
  });
  await press(visit, 'Get Support');
  const field = (label: string) => dialog(visit).getByLabel(label, { exact: true });
  expect(await field('Ticket ID').getAttribute('readonly')).toBe('');
  expect(await field('Ticket ID').inputValue()).toMatch(/^u1-[A-Z2-9]{8}$/);
  expect(await field('Email').inputValue()).toBe(user.email);
  expect(await field('Phone number').inputValue()).toBe('(212) 555-0142');
  await press(visit, 'Submit Ticket');
  await dialog(visit).getByText('Please select a support type').waitFor();
  await dialog(visit).getByText('Message must be at least 10 characters when not requesting a phone call').waitFor();

  await field('Support type').selectOption('Other');
  expect(await field('Subject (optional)').getAttribute('maxlength')).toBe('120');
  await field('Subject (optional)').fill('The engine');
  // A call can be requested instead of a message.
  await dialog(visit).getByRole('checkbox').check();
  await field('Attachments (optional)').setInputFiles([
    { name: 'trace.log', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  // The toast stays until Escape removes it.
  await stopClock(visit.page);
  await press(visit, 'Submit Ticket');
  await toasted(visit, 'Please write in fewer words.');
  await visit.page.keyboard.press('Escape');
  await expect.poll(() => toast(visit).count()).toBe(0);
  await field('Subject (optional)').press('Escape');
  const question = visit.page.getByText('Discard this ticket?');
  await question.waitFor();
  // Only Discard discards: another Escape, or the close button, keeps what was typed.
  await visit.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await press(visit, 'Close');
  await question.waitFor();
  await press(visit, 'Close');
  await question.waitFor({ state: 'detached' });
  // The question takes the focus, and gives it back to where the writer was.
  await field('Subject (optional)').press('Escape');
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('Keep Writing');
  await visit.page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('customSubject');
  // Its button is at the end of the form, the question at the top.
  await visit.page.setViewportSize({ width: 390, height: 700 });
  await press(visit, 'Cancel');
  await expect.poll(async () => (await question.boundingBox())?.y ?? -1).toBeGreaterThan(0);
  await press(visit, 'Keep Writing');

  visit.site.answer({ 'POST /api/support': () => ({ json: { message: 'Thank you.', ticketId: 'u1-ABCD2345' } }) });
  await press(visit, 'Submit Ticket');
  await toasted(visit, 'u1-ABCD2345');
  await dialog(visit).waitFor({ state: 'detached' });
  const body = visit.site.received.findLast(({ call }) => call === 'POST /api/support')?.body ?? '';
  for (const part of [
    'name="supportType"\r\n\r\nOther',
    'name="customSubject"\r\n\r\nThe engine',
    'name="preferCall"\r\n\r\ntrue',
    'name="attachments"; filename="trace.log"',
  ]) {
    expect(body).toContain(part);
  }
});

test.for([
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const)(
  'private pages and dialogs are accessible and fit at $width px, $colorScheme',
  async ({ width, colorScheme }, { open }) => {
    const look = { viewport: { width, height: 800 }, colorScheme };
    await using visit = await open('/dashboard', { ...signedIn, ...look });
    await visit.page.getByRole('heading', { name: 'Subscription' }).waitFor();
    await visit.page.getByText('Version details').click();
    await visit.page.getByText('Commit:').waitFor();
    expect(await faultsOf(visit.page)).toEqual([]);
    for (const button of ['Change', 'Get Support', 'Delete Account']) {
      await press(visit, button);
      await dialog(visit).waitFor();
      expect(await faultsOf(visit.page, '[role=dialog], [role=alertdialog]')).toEqual([]);
      await visit.page.keyboard.press('Escape');
      await dialog(visit).waitFor({ state: 'detached' });
    }
    await visit.page.goto(`${visit.site.url}/fridge-card`);
    await visit.page.getByRole('article', { name: 'Card to print' }).waitFor();
    expect(await faultsOf(visit.page)).toEqual([]);
    visit.site.answer({ 'GET /api/user/subscription': () => ({ json: noSubscription }) });
    await visit.page.goto(`${visit.site.url}/subscribe`);
    await visit.page.getByRole('button', { name: 'Continue to Payment' }).waitFor();
    expect(await faultsOf(visit.page)).toEqual([]);
    await visit.page.context().clearCookies();
    await visit.page.goto(`${visit.site.url}/verify?email=ada@example.com&userId=u1`);
    await visit.page.getByLabel('Verification code', { exact: true }).waitFor();
    expect(await faultsOf(visit.page)).toEqual([]);
    expect(visit.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  },
);
