import { expect } from 'vitest';

import { accountCalls, subscription, user } from './account-calls.ts';
import { field, pathOf, toast } from './form-page.ts';
import { test } from './test.ts';

const signedIn = { cookies: ['authenticated'], calls: accountCalls };
const passwordNeeded = {
  status: 403,
  json: { code: 'password_needed', message: 'Please enter your password to continue.' },
};

test('the portal asks for the password again if the server requires it, then opens', async ({ open }) => {
  let isProven = false;
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'POST /api/create-customer-portal': () =>
        isProven ? { json: { redirectUrl: '/faq', message: 'Opening.' } } : passwordNeeded,
      'POST /api/confirm-password': (body) => {
        if (!body.includes('Secret123!')) {
          return {
            status: 400,
            json: {
              code: 'bad_request',
              message: 'That password is wrong.',
              fields: { password: 'That password is wrong.' },
            },
          };
        }
        isProven = true;
        return { json: { message: 'Thank you.' } };
      },
    },
  });
  await visit.page.getByRole('button', { name: 'Manage Subscription' }).click();
  const dialog = visit.page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('That password is wrong.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill('Secret123!');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await visit.page.waitForURL('**/faq');
});

test('a plan is ended right away once the password that the server requires was entered', async ({ open }) => {
  let isProven = false;
  const ended = subscription({ status: 'canceled', isExpired: true });
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'POST /api/subscription/cancel-immediately': () =>
        isProven ? { json: { message: 'Canceled.', subscription: ended } } : passwordNeeded,
      'POST /api/confirm-password': () => {
        isProven = true;
        return { json: { message: 'Thank you.' } };
      },
    },
  });
  await visit.page.getByRole('button', { name: 'Delete Account' }).click();
  await visit.page.getByRole('button', { name: 'Cancel Subscription Now' }).click();
  const dialog = visit.page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.getByLabel('Password', { exact: true }).fill('Secret123!');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await visit.page.getByRole('heading', { name: 'Subscription Canceled' }).waitFor();
});

test('a password that is confirmed late does not close the next question for it', async ({ open }) => {
  const { promise: after, resolve: confirm } = Promise.withResolvers<void>();
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'POST /api/create-customer-portal': () => passwordNeeded,
      'GET /api/user/export': () => passwordNeeded,
      'POST /api/confirm-password': () => ({ json: { message: 'Confirmed.' }, after }),
    },
  });
  const dialog = visit.page.getByRole('dialog', { name: 'Enter your password' });
  const password = dialog.getByLabel('Password', { exact: true });
  await visit.page.getByRole('button', { name: 'Manage Subscription' }).click();
  await password.fill('Secret123!');
  await visit.page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await visit.page.getByRole('button', { name: 'Download My Data' }).click();
  await password.fill('Secret');
  const confirmed = visit.page.waitForResponse('**/api/confirm-password');
  confirm();
  await (await confirmed).finished();
  // By then the page has handled the reply.
  await visit.page.evaluate("fetch('/api/status').then((reply) => reply.text())");
  expect(await password.inputValue()).toBe('Secret');
});

test('a password question whose page was left is not asked again, and its action is not done', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'GET /api/user/subscription': () => ({ json: subscription({ status: 'canceled', isExpired: true }) }),
      'DELETE /api/user/account': () => passwordNeeded,
    },
  });
  await visit.page.getByRole('button', { name: 'Delete Account' }).click();
  await visit.page.getByRole('button', { name: 'Continue', exact: true }).click();
  await visit.page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await visit.page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
  const question = visit.page.getByRole('dialog', { name: 'Enter your password' });
  await question.waitFor();
  // The dialogs hide the page's links from people, but not every way to leave it.
  await visit.page.evaluate(`document.querySelector('footer a[href="/faq"]').click()`);
  await expect.poll(() => pathOf(visit)).toBe('/faq');
  await question.waitFor({ state: 'detached' });
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).click();
  await visit.page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await visit.page.getByRole('button', { name: 'Delete Account' }).waitFor();
  await visit.page.evaluate("fetch('/api/status').then((reply) => reply.text())");
  expect(await question.count()).toBe(0);
  expect(visit.site.received.filter(({ call }) => call === 'DELETE /api/user/account')).toHaveLength(1);
});

test('an owner who forgot the password gets from its question to a code for a new one', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: { ...accountCalls, 'POST /api/create-customer-portal': () => passwordNeeded },
  });
  const manage = visit.page.getByRole('button', { name: 'Manage Subscription' });
  const question = visit.page.getByRole('dialog', { name: 'Enter your password' });
  // The error of the empty field, shown as the focus leaves it, does not move what is pressed away from the pointer.
  await manage.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await manage.click();
  await question.getByRole('link', { name: 'Forgot your password?' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
  expect(await field(visit, 'Email').inputValue()).toBe(user.email);
  // Nothing failed: the owner chose another way.
  expect(await toast(visit).count()).toBe(0);
  await visit.page.goBack();
  await manage.waitFor();
  expect(await question.count()).toBe(0);
});
