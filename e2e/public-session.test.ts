import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './browser.ts';
import { visit } from './visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const user = { id: 'u1', name: 'Ada Byron', email: 'ada@example.com', phoneNumber: '+12125550142' };
const signedIn = {
  cookies: ['authenticated'],
  calls: { 'GET /api/user': () => ({ json: user }), 'POST /api/logout': () => ({ json: { message: 'Bye.' } }) },
};

test('without the cookie nobody asks the server who is there', async () => {
  await using it = await visit(browser, '/');
  await it.page.getByRole('link', { name: 'Log In' }).waitFor();
  expect(it.site.received.map(({ call }) => call)).not.toContain('GET /api/user');
  expect(await it.page.getByRole('link', { name: 'Get Askline' }).getAttribute('href')).toBe('/signup');
});

test('with the cookie and a session the account menu is there, and works by keyboard', async () => {
  await using it = await visit(browser, '/', signedIn);
  const button = it.page.getByRole('button', { name: 'My Account' });
  await button.focus();
  await it.page.keyboard.press('ArrowDown');
  const focused = () => it.page.evaluate('document.activeElement.textContent.trim()');
  await expect.poll(focused).toBe('Dashboard');
  const steps: string[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'd', 'End', 'Home', 'Escape']) {
    await it.page.keyboard.press(key);
    steps.push(String(await focused()));
  }
  expect(steps).toEqual(['Logout', 'Dashboard', 'Logout', 'Dashboard', 'Logout', 'Dashboard', 'My Account']);
  expect(await it.page.getByRole('menu').count()).toBe(0);
});

test('Logout tells the server, forgets the cookie and shows the way back in', async () => {
  await using it = await visit(browser, '/faq', signedIn);
  await it.page.getByRole('button', { name: 'My Account' }).click();
  await it.page.getByRole('menuitem', { name: 'Logout' }).click();
  await it.page.getByRole('link', { name: 'Log In' }).waitFor();
  expect(it.site.received.map(({ call }) => call)).toContain('POST /api/logout');
  expect(await it.page.evaluate('document.cookie')).toBe('');
});

test.each([401, 403, 500])(
  'a refused session (%i) signs out, forgets the cookie and stays on the page',
  async (status) => {
    await using it = await visit(browser, '/faq', {
      cookies: ['authenticated'],
      calls: { 'GET /api/user': () => ({ status, json: { code: 'x', message: 'No.' } }) },
    });
    await it.page.getByRole('link', { name: 'Log In' }).waitFor();
    expect(await it.page.evaluate('document.cookie')).toBe('');
    expect(new URL(it.page.url()).pathname).toBe('/faq');
  },
);

test('a server that is away for a moment ends no session', async () => {
  await using it = await visit(browser, '/faq', {
    cookies: ['authenticated'],
    calls: { 'GET /api/user': () => ({ status: 503, json: { code: 'temporarily_unavailable', message: 'Soon.' } }) },
  });
  await it.page.getByRole('link', { name: 'Log In' }).waitFor();
  expect(await it.page.evaluate('document.cookie')).toContain('authenticated');
});

test('before the session is known neither state flashes', async () => {
  await using it = await visit(browser, '/', {
    cookies: ['authenticated'],
    calls: { 'GET /api/user': () => ({ json: user, delayMs: 600 }) },
  });
  const entry = it.page.getByRole('banner').getByText('Log In');
  expect(await entry.isVisible()).toBe(false);
  expect(await it.page.locator('[data-auth-pending]').isVisible()).toBe(true);
  await it.page.getByRole('button', { name: 'My Account' }).waitFor();
  expect(await it.page.locator('[data-auth-pending]').count()).toBe(0);
});

test('on the login and sign-up pages the header leads to the other one and to the plans', async () => {
  await using it = await visit(browser, '/login');
  const header = it.page.getByRole('banner');
  expect(await header.getByRole('link', { name: 'See Plans' }).getAttribute('href')).toBe('/#pricing');
  await header.getByRole('link', { name: 'Sign Up' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor();
  await header.getByRole('link', { name: 'Log In' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor();
});

test('who is signed in is sent from the login page to the dashboard', async () => {
  await using it = await visit(browser, '/login', signedIn);
  await expect.poll(() => new URL(it.page.url()).pathname).toBe('/dashboard');
});
