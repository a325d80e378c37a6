import { expect } from 'vitest';

import { accountCalls, noSubscription, user } from './account-calls.ts';
import { pathOf, toast } from './form-page.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const press = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = ({ page }: Visit, name: string | RegExp = /./) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
/** Like the button of a phone: Playwright's own would wait for a page to load. */
const back = ({ page }: Visit) => page.evaluate('history.back()');
/** By then the browser has gone where it was sent before. */
const settled = ({ page }: Visit) =>
  page.evaluate(
    `new Promise((done) => setTimeout(done)).then(() => fetch('/api/status').then((reply) => reply.text()))`,
  );

/** The dashboard of someone who read the questions before. */
async function openDashboard(visit: Visit): Promise<void> {
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).click();
  await visit.page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await visit.page.getByRole('button', { name: 'Get Support' }).waitFor();
}

const signedIn = { cookies: ['authenticated'], calls: accountCalls };

test('Back closes an open dialog and returns the focus; the next Back leaves the page', async ({ open }) => {
  await using visit = await open('/faq', signedIn);
  await openDashboard(visit);
  // As often as one likes, and however the dialogs before were closed.
  for (const close of ['Escape', 'Back', 'Escape', 'Back']) {
    await press(visit, 'Get Support');
    await dialog(visit).waitFor();
    if (close === 'Back') await back(visit);
    else await visit.page.keyboard.press(close);
    await dialog(visit).waitFor({ state: 'detached' });
    await settled(visit);
    await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('Get Support');
    expect(pathOf(visit)).toBe('/dashboard');
  }
  await back(visit);
  await expect.poll(() => pathOf(visit)).toBe('/faq');
  expect(visit.complaints).toEqual([]);
});

test('Back never discards a ticket: it asks, and asks again', async ({ open }) => {
  await using visit = await open('/faq', signedIn);
  await openDashboard(visit);
  await press(visit, 'Get Support');
  const message = dialog(visit).getByLabel('Message', { exact: true });
  await message.fill('No answer since Monday.');
  const question = visit.page.getByText('Discard this ticket?');
  // Its message is at the top too: it must not cover the question.
  await visit.page
    .getByLabel('Attachments')
    .setInputFiles({ name: 'big.log', mimeType: 'text/plain', buffer: Buffer.alloc(3_700_000, 'x') });
  await expect.poll(() => toast(visit).textContent()).toContain('File too large');
  for (const isAsking of [true, false, true]) {
    await back(visit);
    await question.waitFor({ state: isAsking ? 'visible' : 'detached' });
    await toast(visit).waitFor({ state: 'detached' });
    await settled(visit);
  }
  await press(visit, 'Keep Writing');
  expect(await message.inputValue()).toBe('No answer since Monday.');

  // The browser asks before it leaves the site or reloads the page.
  const leaving = visit.page.waitForEvent('dialog');
  const reload = visit.page.evaluate('location.reload()').catch(() => undefined);
  const browserQuestion = await leaving;
  expect(browserQuestion.type()).toBe('beforeunload');
  await browserQuestion.dismiss();
  await reload;
  expect(await message.inputValue()).toBe('No answer since Monday.');

  await back(visit);
  await press(visit, 'Discard');
  await dialog(visit).waitFor({ state: 'detached' });
  await settled(visit);
  expect(pathOf(visit)).toBe('/dashboard');
  await back(visit);
  await expect.poll(() => pathOf(visit)).toBe('/faq');
});

test('Back closes the question for the password first, and its action is not done', async ({ open }) => {
  const { promise: after, resolve: reply } = Promise.withResolvers<void>();
  await using visit = await open('/faq', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'GET /api/user/subscription': () => ({ json: noSubscription }),
      'DELETE /api/user/account': () => ({
        status: 403,
        json: { code: 'password_needed', message: 'Please enter your password to continue.' },
        after,
      }),
    },
  });
  await openDashboard(visit);
  await press(visit, 'Delete Account');
  await press(visit, 'Continue');
  await visit.page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog(visit).getByRole('button', { name: 'Delete Account' }).click();
  // What is being done is not left half-way.
  await dialog(visit).getByRole('button', { name: 'Deleting…' }).waitFor();
  await back(visit);
  await settled(visit);
  await dialog(visit, 'Delete your account permanently?').waitFor();
  reply();
  const question = dialog(visit, 'Enter your password');
  await question.waitFor();
  await back(visit);
  await question.waitFor({ state: 'detached' });
  await dialog(visit).getByText('Please enter your password to continue.').waitFor();
  await settled(visit);
  expect(pathOf(visit)).toBe('/dashboard');

  // A jump over all of them leaves the page without a trace of them.
  await dialog(visit).getByRole('button', { name: 'Delete Account' }).click();
  await question.waitFor();
  await settled(visit);
  await visit.page.evaluate('history.go(-3)');
  await expect.poll(() => pathOf(visit)).toBe('/faq');
  await openDashboard(visit);
  await settled(visit);
  expect(await dialog(visit).count()).toBe(0);
  expect(visit.site.received.filter(({ call }) => call === 'DELETE /api/user/account')).toHaveLength(2);
});

test('a code for another phone can still be entered after Back and after a reload, and is gone with its user', async ({
  open,
}) => {
  const ask = 'POST /api/cognito/initiate-phone-change';
  const calls = {
    ...accountCalls,
    'POST /api/check-phone-duplicate': () => ({ json: { isDuplicate: false, message: 'It is free.' } }),
    [ask]: () => ({ json: { message: 'Sent.', retryAfterSeconds: 60 } }),
  };
  await using visit = await open('/faq', { ...signedIn, calls });
  await openDashboard(visit);
  const change = async (isAtCode: boolean): Promise<void> => {
    await press(visit, 'Change');
    await dialog(visit, isAtCode ? 'Enter the code' : /phone number/i).waitFor();
  };
  const number = dialog(visit).getByRole('textbox', { name: 'Phone number' });
  await change(false);
  await number.fill('3125550123');
  await press(visit, 'Send Code');
  await dialog(visit, 'Enter the code').waitFor();
  await back(visit);
  await dialog(visit).waitFor({ state: 'detached' });
  await settled(visit);
  await change(true);
  await visit.page.reload();
  await change(true);
  await dialog(visit).getByText('(312) 555-0123').waitFor();
  // Back to the number and again to its code: another one would have to wait.
  await press(visit, 'Back');
  await press(visit, 'Send Code');
  await dialog(visit, 'Enter the code').waitFor();
  expect(visit.site.received.filter(({ call }) => call === ask)).toHaveLength(1);
  // Not for another account, whose session this tab may show by now.
  visit.site.answer({ 'GET /api/user': () => ({ json: { ...user, id: 'another account' } }) });
  await visit.page.reload();
  await change(false);
  visit.site.answer({ 'GET /api/user': () => ({ json: user }) });
  // A page that has not loaded the dialog forgets it too.
  await visit.page.goto(`${visit.site.url}/faq`);
  const kept = () => visit.page.evaluate(`sessionStorage.getItem('phoneChange')`);
  expect(await kept()).not.toBe(null);
  await press(visit, 'My Account');
  await visit.page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.poll(kept).toBe(null);
});
