import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

import { accountCalls, user } from './account-calls.ts';
import { pathOf } from './form-page.ts';
import { layoutShiftOf } from './layout-shift.ts';
import { stopClock, untilShown } from './stopped-clock.ts';
import { test } from './test.ts';

const signedIn = { cookies: ['authenticated'], calls: accountCalls };

test('without the cookie the page does not ask for the user, and a private page leads to the login', async ({
  open,
}) => {
  await using it = await open('/');
  await it.page.getByRole('link', { name: 'Log In' }).waitFor();
  expect(await it.page.getByRole('link', { name: 'Get Askline' }).getAttribute('href')).toBe('/signup');
  for (const path of ['/dashboard', '/subscribe']) {
    await it.page.goto(it.site.url + path);
    await it.page.getByText('Authentication required', { exact: true }).waitFor();
    await expect.poll(() => pathOf(it)).toBe('/login');
  }
  expect(it.site.received.map(({ call }) => call)).not.toContain('GET /api/user');

  // The login leads to the page that was requested first.
  it.site.answer({ ...accountCalls, 'POST /api/login': () => ({ json: { user } }) });
  await it.page.getByLabel('Email').fill('ada@example.com');
  await it.page.getByLabel('Password', { exact: true }).fill('Secret123!');
  await it.page.getByRole('button', { name: 'Log In' }).click();
  await expect.poll(() => pathOf(it)).toBe('/subscribe');

  // On the login page the header links to the sign-up and the plans; a signed-in visitor is redirected.
  await it.page.goto(`${it.site.url}/login`);
  expect(await it.page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).count()).toBe(1);
  expect(await it.page.getByRole('banner').getByRole('link', { name: 'See Plans' }).getAttribute('href')).toBe(
    '/#pricing',
  );
});

test('the account menu works by keyboard; Logout removes the session and its data', async ({ open }) => {
  await using it = await open('/dashboard', signedIn);
  const button = it.page.getByRole('button', { name: 'My Account', exact: true });
  await button.focus();
  await it.page.keyboard.press('ArrowDown');
  const focused = () => it.page.evaluate('document.activeElement.textContent.trim()');
  await expect.poll(focused).toBe('Dashboard');
  for (const [key, name] of [
    ['ArrowDown', 'Logout'],
    ['ArrowDown', 'Dashboard'],
    ['ArrowUp', 'Logout'],
    ['d', 'Dashboard'],
    ['End', 'Logout'],
    ['Home', 'Dashboard'],
    ['Escape', 'My Account'],
  ] as const) {
    await it.page.keyboard.press(key);
    await expect.poll(focused, { message: key }).toBe(name);
  }
  await expect.poll(() => it.page.getByRole('menu').count()).toBe(0);

  await it.page.getByRole('heading', { name: 'Subscription' }).waitFor();
  await button.click();
  await it.page.getByRole('menuitem', { name: 'Logout' }).click();
  await it.page.getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(() => pathOf(it)).toBe('/');
  expect(it.site.received.map(({ call }) => call)).toContain('POST /api/logout');
  await expect.poll(() => it.page.evaluate('document.cookie')).toBe('');
  expect(await it.page.getByText('Authentication required').count()).toBe(0);
});

test('a click on My Account closes its open menu, also where a click does not focus a button', async ({ open }) => {
  await using it = await open('/faq', signedIn);
  const button = it.page.getByRole('button', { name: 'My Account', exact: true });
  await button.click();
  await expect.poll(() => it.page.evaluate(`document.activeElement.getAttribute('role')`)).toBe('menuitem');
  // As in Safari, where the focus goes to what can have it around the button, or to nothing.
  await it.page.evaluate(`{
    const around = document.querySelector('[aria-haspopup=menu]').parentElement.closest('[tabindex]');
    if (around) around.focus();
    else document.activeElement.blur();
  }`);
  await it.page.evaluate(`document.querySelector('[aria-haspopup=menu]').click()`);
  await expect.poll(() => it.page.getByRole('menu').count()).toBe(0);
});

test('a logout that does not reach the server keeps the session, and says so on the page', async ({ open }) => {
  await using it = await open('/faq', signedIn);
  const button = it.page.getByRole('button', { name: 'My Account', exact: true });
  const logOut = async () => {
    await button.click();
    await it.page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  const failed = it.page.getByRole('banner').getByRole('alert');
  for (const reply of [{ isCut: true }, { status: 503, json: { message: 'Soon.' } }, { text: '<p>Wi-Fi</p>' }]) {
    it.site.answer({ 'POST /api/logout': () => reply });
    await logOut();
    await failed.getByText('We couldn’t log you out. Check your connection and try again.').waitFor();
    expect(await it.page.evaluate('document.cookie')).toContain('authenticated');
    expect(await it.page.evaluate('document.activeElement.textContent.trim()')).toBe('My Account');
    expect(pathOf(it)).toBe('/faq');
    // The message appears once for each attempt.
    await it.page.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => failed.count()).toBe(0);
  }

  // The logout works once the server is reached; until then the page says that it is still trying.
  const { promise: after, resolve: answer } = Promise.withResolvers<void>();
  it.site.answer({ ...accountCalls, 'POST /api/logout': () => ({ json: {}, after }) });
  await logOut();
  await it.page.getByRole('banner').getByText('Still working…').waitFor();
  answer();
  await it.page.getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(() => it.page.evaluate('document.cookie')).toBe('');
  await expect.poll(() => pathOf(it)).toBe('/');
});

test('a logout whose response removed the cookies counts, whatever else failed', async ({ open }) => {
  await using it = await open('/faq', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'POST /api/logout': () => ({
        status: 503,
        json: { message: 'Soon.' },
        headers: { 'set-cookie': 'authenticated=; path=/; max-age=0' },
      }),
    },
  });
  await it.page.getByRole('button', { name: 'My Account', exact: true }).click();
  await it.page.getByRole('menuitem', { name: 'Logout' }).click();
  await it.page.getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(() => pathOf(it)).toBe('/');
});

test.for([401, 500])(
  'a refused session (%i) signs out, removes the cookie and stays on the page',
  async (status, { open }) => {
    await using it = await open('/faq', {
      cookies: ['authenticated'],
      calls: { 'GET /api/user': () => ({ status, json: { code: 'x', message: 'No.' } }) },
    });
    await it.page.getByRole('link', { name: 'Log In' }).waitFor();
    await expect.poll(() => it.page.evaluate('document.cookie')).toBe('');
    expect(pathOf(it)).toBe('/faq');
  },
);

test.for(['the session', 'the cards'])(
  'an ended session leads from the dashboard to the login, when %s are refused first',
  async (first, { open }) => {
    const { promise: after, resolve: say } = Promise.withResolvers<void>();
    const refused = { status: 401, json: { code: 'unauthenticated', message: 'Authentication required' } };
    const later = () => ({ ...refused, after });
    const [session, cards] = first === 'the cards' ? [later, () => refused] : [() => refused, later];
    const cardCalls = ['GET /api/user/subscription', 'GET /api/user/phone-numbers', 'GET /api/service-phone-numbers'];
    await using it = await open('/dashboard', {
      cookies: ['authenticated'],
      calls: { ...Object.fromEntries(cardCalls.map((name) => [name, cards])), 'GET /api/user': session },
    });
    const asked = () => it.site.received.map(({ call }) => call);
    await expect.poll(asked).toEqual(expect.arrayContaining([...cardCalls, 'GET /api/user']));
    if (first === 'the cards') expect(pathOf(it)).toBe('/dashboard');
    else await expect.poll(() => pathOf(it)).toBe('/login');
    say();
    await it.page.getByText('Please log in to continue.').first().waitFor();
    await it.page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(pathOf(it)).toBe('/login');
    // The login replaced the dashboard in the history, and knows the page to return to.
    await expect.poll(() => it.page.evaluate('[history.length, history.state.usr.from]')).toEqual([2, '/dashboard']);
  },
);

test('while the server is unavailable the session stays; the page shows a message and recovers part by part', async ({
  open,
}) => {
  const away = () => ({ status: 503, json: { code: 'temporarily_unavailable', message: 'Soon.' } });
  const calls = { ...accountCalls, 'GET /api/user': away, 'GET /api/service-phone-numbers': away };
  await using it = await open('/faq', { ...signedIn, calls });
  await stopClock(it.page);
  await it.page.goto(`${it.site.url}/dashboard`);
  await untilShown(it.page.getByRole('heading', { name: 'One moment, please' }));
  expect(await it.page.getByRole('banner').getByText('Log In').isVisible()).toBe(false);
  const asked = () => it.site.received.filter(({ call }) => call === 'GET /api/user').length;
  const before = asked();
  await it.page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(asked).toBe(before + 1);
  expect(await it.page.evaluate('document.cookie')).toContain('authenticated');
  expect(pathOf(it)).toBe('/dashboard');

  const untilRead = (part: Locator) =>
    expect
      .poll(async () => {
        await it.page.clock.runFor(1000);
        return part.count();
      })
      .toBe(1);
  it.site.answer({ 'GET /api/user': () => ({ json: user }) });
  await untilRead(it.page.getByText('Service Numbers Unavailable'));
  it.site.answer(accountCalls);
  await untilRead(it.page.getByRole('link', { name: '(202) 555-0100' }).first());
});

test.for(['/', '/dashboard'])('before the session is known, neither state flashes on %s', async (path, { open }) => {
  const { promise: after, resolve: say } = Promise.withResolvers<void>();
  await using it = await open(path, {
    cookies: ['authenticated'],
    calls: { ...accountCalls, 'GET /api/user': () => ({ json: user, after }) },
    isFirst: true,
  });
  const entry = it.page.getByRole('banner').getByText('Log In');
  expect(await entry.isVisible()).toBe(false);
  expect(await it.page.locator('[data-auth-pending]').isVisible()).toBe(true);
  if (path === '/dashboard') {
    expect(await it.page.getByText('Loading your account').isVisible()).toBe(true);
    // The cards' data is loaded meanwhile.
    await expect.poll(() => it.site.received.map(({ call }) => call)).toContain('GET /api/service-phone-numbers');
  }
  say();
  await it.page.getByRole('button', { name: 'My Account', exact: true }).waitFor();
  expect(await it.page.locator('[data-auth-pending]').count()).toBe(0);
  expect(pathOf(it)).toBe(path);
  if (path === '/dashboard') await it.page.getByRole('heading', { name: 'Subscription' }).waitFor();
  // Its replacement has the same size, and there are no console errors.
  expect(await layoutShiftOf(it.page)).toBeLessThanOrEqual(0.03);
  expect(it.complaints).toEqual([]);
});
