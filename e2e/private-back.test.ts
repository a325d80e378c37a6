import { expect } from 'vitest';

import { accountCalls, noSubscription } from './account-calls.ts';
import { pathOf } from './form-page.ts';
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
async function openDashboard(it: Visit): Promise<void> {
  await it.page.getByRole('button', { name: 'My Account', exact: true }).click();
  await it.page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await it.page.getByRole('button', { name: 'Get Support' }).waitFor();
}

const signedIn = { cookies: ['authenticated'], calls: accountCalls };

test('Back closes an open dialog and returns the focus; the next Back leaves the page', async ({ open }) => {
  await using it = await open('/faq', signedIn);
  await openDashboard(it);
  // As often as one likes, and however the dialogs before were closed.
  for (const close of ['Escape', 'Back', 'Escape', 'Back']) {
    await press(it, 'Get Support');
    await dialog(it).waitFor();
    if (close === 'Back') await back(it);
    else await it.page.keyboard.press(close);
    await dialog(it).waitFor({ state: 'detached' });
    await settled(it);
    await expect.poll(() => it.page.evaluate('document.activeElement.textContent')).toBe('Get Support');
    expect(pathOf(it)).toBe('/dashboard');
  }
  await back(it);
  await expect.poll(() => pathOf(it)).toBe('/faq');
  expect(it.complaints).toEqual([]);
});

test('Back never discards a ticket: it asks, and asks again', async ({ open }) => {
  await using it = await open('/faq', signedIn);
  await openDashboard(it);
  await press(it, 'Get Support');
  const message = dialog(it).getByLabel('Message', { exact: true });
  await message.fill('No answer since Monday.');
  const question = it.page.getByText('Discard this ticket?');
  for (const isAsking of [true, false, true]) {
    await back(it);
    await question.waitFor({ state: isAsking ? 'visible' : 'detached' });
    await settled(it);
  }
  await press(it, 'Keep Writing');
  expect(await message.inputValue()).toBe('No answer since Monday.');

  // The browser asks before it leaves the site or reloads the page.
  const leaving = it.page.waitForEvent('dialog');
  const reload = it.page.evaluate('location.reload()').catch(() => undefined);
  const browserQuestion = await leaving;
  expect(browserQuestion.type()).toBe('beforeunload');
  await browserQuestion.dismiss();
  await reload;
  expect(await message.inputValue()).toBe('No answer since Monday.');

  await back(it);
  await press(it, 'Discard');
  await dialog(it).waitFor({ state: 'detached' });
  await settled(it);
  expect(pathOf(it)).toBe('/dashboard');
  await back(it);
  await expect.poll(() => pathOf(it)).toBe('/faq');
});

test('Back closes the question for the password first, and its action is not done', async ({ open }) => {
  const { promise: after, resolve: reply } = Promise.withResolvers<void>();
  await using it = await open('/faq', {
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
  await openDashboard(it);
  await press(it, 'Delete Account');
  await press(it, 'Continue');
  await it.page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog(it).getByRole('button', { name: 'Delete Account' }).click();
  // What is being done is not left half-way.
  await dialog(it).getByRole('button', { name: 'Deleting…' }).waitFor();
  await back(it);
  await settled(it);
  await dialog(it, 'Delete your account permanently?').waitFor();
  reply();
  const question = dialog(it, 'Enter your password');
  await question.waitFor();
  await back(it);
  await question.waitFor({ state: 'detached' });
  await dialog(it).getByText('Please enter your password to continue.').waitFor();
  await settled(it);
  expect(pathOf(it)).toBe('/dashboard');

  // A jump over all of them leaves the page without a trace of them.
  await dialog(it).getByRole('button', { name: 'Delete Account' }).click();
  await question.waitFor();
  await settled(it);
  await it.page.evaluate('history.go(-3)');
  await expect.poll(() => pathOf(it)).toBe('/faq');
  await openDashboard(it);
  await settled(it);
  expect(await dialog(it).count()).toBe(0);
  expect(it.site.received.filter(({ call }) => call === 'DELETE /api/user/account')).toHaveLength(2);
});
