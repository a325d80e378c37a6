import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { EXPECTED_USER_HEADER } from '#contract/expected-user.ts';

import { accountCalls, askStatus, user } from './account-calls.ts';
import { pathOf } from './form-page.ts';
import type { Calls } from './static-site.ts';
import { test, type Open } from './test.ts';

type User = typeof user;
const mom: User = user;
const dad: User = { ...user, id: 'u2', name: 'Carl Gauss', email: 'carl@example.com' };

/** A site on which the browser is logged in to one account: its calls obey the rule of server/http/sessions.ts. */
async function openAs(open: Open, first: User) {
  let signedIn: User | null = null;
  let refusedCalls = 0;
  const signIn = (next: User) => {
    signedIn = next;
    return { json: { user: next }, headers: { 'set-cookie': 'authenticated=true; path=/' } };
  };
  const acted: string[] = [];
  const actions: Calls = {
    'POST /api/subscription/cancel-immediately': () => ({ status: 500, json: null }),
    'DELETE /api/user/account': () => ({ json: { message: 'Your account is being deleted.' } }),
    'GET /api/user/ask-status': () => ({
      json: askStatus({ phoneNumber: signedIn === dad ? '+13125550199' : mom.phoneNumber }),
    }),
  };
  const guarded: Calls = Object.fromEntries(
    Object.entries({ ...accountCalls, ...actions }).map(([name, reply]) => [
      name,
      (body, headers) => {
        const expected = headers[EXPECTED_USER_HEADER];
        if (expected !== undefined && expected !== signedIn?.id) {
          refusedCalls++;
          return { status: 401, json: { code: 'other_account', message: 'It is another account.' } };
        }
        if (name in actions && !name.startsWith('GET')) acted.push(`${name} as ${signedIn?.id}`);
        return reply(body, headers);
      },
    ]),
  );
  signIn(first);
  const visit = await open('/dashboard', {
    cookies: ['authenticated'],
    calls: {
      ...guarded,
      'GET /api/user': () => (signedIn ? { json: signedIn } : { status: 401, json: { message: 'No.' } }),
      'POST /api/login': () => signIn(dad),
      'POST /api/logout': () => {
        signedIn = null;
        return { json: { message: 'You’re logged out.' } };
      },
    },
  });
  return {
    ...visit,
    acted,
    refusedCalls: () => refusedCalls,
    otherTab: () => visit.page.context().newPage(),
    [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose](),
  };
}

/** In another tab: logs out, and in to the other account. */
async function switchAccount(tab: Page, url: string): Promise<void> {
  await logOut(tab, url);
  await tab.goto(`${url}/login`);
  await tab.waitForSelector('html[data-hydrated]', { state: 'attached' });
  await tab.getByLabel('Email').fill(dad.email);
  await tab.getByLabel('Password', { exact: true }).fill('Secret123!');
  await tab.getByRole('button', { name: 'Log In' }).click();
  await greeting(tab, 'Carl').waitFor();
}

async function logOut(tab: Page, url: string): Promise<void> {
  await tab.goto(`${url}/faq`);
  await tab.getByRole('button', { name: 'My Account', exact: true }).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await tab.getByRole('link', { name: 'Log In' }).waitFor();
}

const greeting = (page: Page, name: string) => page.getByText(`Hi, ${name}.`, { exact: true });
/** A headless browser takes every tab for visible. */
const comeBack = (page: Page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);

test('a dashboard left open cannot cancel the plan of the account that another tab has logged in to', async ({
  open,
}) => {
  await using visit = await openAs(open, mom);
  await visit.page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = visit.page.getByRole('dialog');
  await dialog.getByText(mom.email).waitFor();
  const tab = await visit.otherTab();
  await switchAccount(tab, visit.site.url);
  await tab.close();

  await dialog.getByRole('button', { name: 'Cancel Subscription Now' }).click();
  // The page now shows the account that is logged in, and nothing of the other one.
  await greeting(visit.page, 'Carl').waitFor();
  expect(await visit.page.getByRole('dialog').count()).toBe(0);
  await visit.page.getByText('(312) 555-0199').first().waitFor();
  expect(visit.acted).toEqual([]);
  expect(visit.refusedCalls()).toBeGreaterThan(0);
  expect(await visit.page.evaluate('document.cookie')).toContain('authenticated');
  expect(pathOf(visit)).toBe('/dashboard');

  // It acts on that account from now on.
  await visit.page.getByRole('button', { name: 'Delete Account' }).click();
  await visit.page.getByRole('dialog').getByText(dad.email).waitFor();
  await visit.page.getByRole('button', { name: 'Cancel Subscription Now' }).click();
  await expect.poll(() => visit.acted).toEqual(['POST /api/subscription/cancel-immediately as u2']);
});

test('a dashboard that comes into view shows the account that is logged in now', async ({ open }) => {
  await using visit = await openAs(open, mom);
  await greeting(visit.page, 'Ada').waitFor();
  const tab = await visit.otherTab();
  await switchAccount(tab, visit.site.url);
  await comeBack(visit.page);
  await greeting(visit.page, 'Carl').waitFor();
  await visit.page.getByText('(312) 555-0199').first().waitFor();

  // A logout elsewhere ends it here, without a call.
  await logOut(tab, visit.site.url);
  await tab.close();
  const isRead = ({ call }: { call: string }) => call === 'GET /api/user';
  const before = visit.site.received.filter(isRead).length;
  await expect
    .poll(async () => {
      await comeBack(visit.page);
      return pathOf(visit);
    })
    .toBe('/login');
  expect(visit.site.received.filter(isRead).length).toBe(before);
});

test('a password that was asked for in one account does not repeat its call in the next', async ({ open }) => {
  await using visit = await openAs(open, mom);
  const message = 'Please enter your password to continue.';
  visit.site.answer({
    'POST /api/create-customer-portal': () => ({ status: 403, json: { code: 'password_needed', message } }),
  });
  await visit.page.getByRole('button', { name: 'Manage Subscription' }).click();
  const dialog = visit.page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.waitFor();
  const tab = await visit.otherTab();
  await switchAccount(tab, visit.site.url);
  await tab.close();
  await comeBack(visit.page);
  await greeting(visit.page, 'Carl').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(visit.site.received.filter(({ call }) => call === 'POST /api/create-customer-portal')).toHaveLength(1);
});

test('a dashboard from the history does not show the account that logged out since', async ({ open }) => {
  await using visit = await openAs(open, mom);
  await greeting(visit.page, 'Ada').waitFor();
  const tab = await visit.otherTab();
  await logOut(tab, visit.site.url);
  await tab.close();
  // A test's browser keeps no pages for the Back button.
  await visit.page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  await expect.poll(() => pathOf(visit)).toBe('/login');
  expect(await greeting(visit.page, 'Ada').count()).toBe(0);
});

test('a failed check of the session changes nothing on a page that comes into view', async ({ open }) => {
  await using visit = await openAs(open, mom);
  await greeting(visit.page, 'Ada').waitFor();
  const asked = () => visit.site.received.filter(({ call }) => call === 'GET /api/user').length;
  for (const reply of [{ status: 429, json: {} }, { isCut: true }, { text: '<p>Log in to the Wi-Fi</p>' }]) {
    const before = asked();
    visit.site.answer({ 'GET /api/user': () => reply });
    await expect
      .poll(async () => {
        await comeBack(visit.page);
        return asked();
      })
      .toBeGreaterThan(before);
    await greeting(visit.page, 'Ada').waitFor();
  }
  expect(await visit.page.evaluate('document.cookie')).toContain('authenticated');
  expect(pathOf(visit)).toBe('/dashboard');
});
