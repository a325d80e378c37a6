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
  await using visit = await open('/');
  await visit.page.getByRole('link', { name: 'Log In' }).waitFor();
  expect(await visit.page.getByRole('link', { name: 'Get Askline' }).getAttribute('href')).toBe('/signup');
  for (const path of ['/dashboard', '/subscribe']) {
    await visit.page.goto(visit.site.url + path);
    await visit.page.getByText('Authentication required', { exact: true }).waitFor();
    await expect.poll(() => pathOf(visit)).toBe('/login');
  }
  expect(visit.site.received.map(({ call }) => call)).not.toContain('GET /api/user');

  // The login leads to the page that was requested first.
  visit.site.answer({ ...accountCalls, 'POST /api/login': () => ({ json: { user } }) });
  await visit.page.getByLabel('Email').fill('ada@example.com');
  await visit.page.getByLabel('Password', { exact: true }).fill('Secret123!');
  await visit.page.getByRole('button', { name: 'Log In' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/subscribe');

  // On the login page the header links to the sign-up and the plans; a signed-in visitor is redirected.
  await visit.page.goto(`${visit.site.url}/login`);
  expect(await visit.page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).count()).toBe(1);
  expect(await visit.page.getByRole('banner').getByRole('link', { name: 'See Plans' }).getAttribute('href')).toBe(
    '/#pricing',
  );
});

test('the account menu works by keyboard; Logout removes the session and its data', async ({ open }) => {
  await using visit = await open('/dashboard', signedIn);
  const button = visit.page.getByRole('button', { name: 'My Account', exact: true });
  await button.focus();
  await visit.page.keyboard.press('ArrowDown');
  const focused = () => visit.page.evaluate('document.activeElement.textContent.trim()');
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
    await visit.page.keyboard.press(key);
    await expect.poll(focused, { message: key }).toBe(name);
  }
  await expect.poll(() => visit.page.getByRole('menu').count()).toBe(0);

  await visit.page.getByRole('heading', { name: 'Subscription' }).waitFor();
  await button.click();
  await visit.page.getByRole('menuitem', { name: 'Logout' }).click();
  await visit.page.getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(() => pathOf(visit)).toBe('/');
  expect(visit.site.received.map(({ call }) => call)).toContain('POST /api/logout');
  await expect.poll(() => visit.page.evaluate('document.cookie')).toBe('');
  expect(await visit.page.getByText('Authentication required').count()).toBe(0);
});

test('a click on My Account closes its open menu, also where a click does not focus a button', async ({ open }) => {
  await using visit = await open('/faq', signedIn);
  const button = visit.page.getByRole('button', { name: 'My Account', exact: true });
  await button.click();
  await expect.poll(() => visit.page.evaluate(`document.activeElement.getAttribute('role')`)).toBe('menuitem');
  // As in Safari, where the focus goes to what can have it around the button, or to nothing.
  await visit.page.evaluate(`{
    const around = document.querySelector('[aria-haspopup=menu]').parentElement.closest('[tabindex]');
    if (around) around.focus();
    else document.activeElement.blur();
  }`);
  await visit.page.evaluate(`document.querySelector('[aria-haspopup=menu]').click()`);
  await expect.poll(() => visit.page.getByRole('menu').count()).toBe(0);
});

test('a logout that does not reach the server keeps the session, and says so on the page', async ({ open }) => {
  await using visit = await open('/faq', signedIn);
  const button = visit.page.getByRole('button', { name: 'My Account', exact: true });
  const logOut = async () => {
    await button.click();
    await visit.page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  const failed = visit.page.getByRole('banner').getByRole('alert');
  for (const reply of [{ isCut: true }, { status: 503, json: { message: 'Soon.' } }, { text: '<p>Wi-Fi</p>' }]) {
    visit.site.answer({ 'POST /api/logout': () => reply });
    await logOut();
    await failed.getByText('We couldn’t log you out. Check your connection and try again.').waitFor();
    expect(await visit.page.evaluate('document.cookie')).toContain('authenticated');
    expect(await visit.page.evaluate('document.activeElement.textContent.trim()')).toBe('My Account');
    expect(pathOf(visit)).toBe('/faq');
    // The message appears once for each attempt.
    await visit.page.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => failed.count()).toBe(0);
  }

  // The logout works once the server is reached; until then the page says that it is still trying.
  const { promise: after, resolve: answer } = Promise.withResolvers<void>();
  visit.site.answer({ ...accountCalls, 'POST /api/logout': () => ({ json: {}, after }) });
  await logOut();
  await visit.page.getByRole('banner').getByText('Still working…').waitFor();
  answer();
  await visit.page.getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(() => visit.page.evaluate('document.cookie')).toBe('');
  await expect.poll(() => pathOf(visit)).toBe('/');
});

test('a logout whose response removed the cookies counts, whatever else failed', async ({ open }) => {
  await using visit = await open('/faq', {
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
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).click();
  await visit.page.getByRole('menuitem', { name: 'Logout' }).click();
  await visit.page.getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(() => pathOf(visit)).toBe('/');
});

test.for([401, 500])(
  'a refused session (%i) signs out, removes the cookie and stays on the page',
  async (status, { open }) => {
    await using visit = await open('/faq', {
      cookies: ['authenticated'],
      calls: { 'GET /api/user': () => ({ status, json: { code: 'x', message: 'No.' } }) },
    });
    await visit.page.getByRole('link', { name: 'Log In' }).waitFor();
    await expect.poll(() => visit.page.evaluate('document.cookie')).toBe('');
    expect(pathOf(visit)).toBe('/faq');
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
    await using visit = await open('/dashboard', {
      cookies: ['authenticated'],
      calls: { ...Object.fromEntries(cardCalls.map((name) => [name, cards])), 'GET /api/user': session },
    });
    const asked = () => visit.site.received.map(({ call }) => call);
    await expect.poll(asked).toEqual(expect.arrayContaining([...cardCalls, 'GET /api/user']));
    if (first === 'the cards') expect(pathOf(visit)).toBe('/dashboard');
    else await expect.poll(() => pathOf(visit)).toBe('/login');
    say();
    await visit.page.getByText('Please log in to continue.').first().waitFor();
    await visit.page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(pathOf(visit)).toBe('/login');
    // The login replaced the dashboard in the history, and knows the page to return to.
    await expect.poll(() => visit.page.evaluate('[history.length, history.state.usr.from]')).toEqual([2, '/dashboard']);
  },
);

test.for(['/dashboard', '/login'])(
  'who logs in after the session has ended gets in at the first try, from %s',
  async (path, { open }) => {
    let isIn = false;
    const none = { 'set-cookie': 'authenticated=; path=/; max-age=0' };
    const refused = {
      status: 401,
      json: { code: 'unauthenticated', message: 'Authentication required' },
      headers: none,
    };
    const guarded = Object.entries(accountCalls).map(([name, reply]) => [
      name,
      (...asked: Parameters<typeof reply>) => (isIn ? reply(...asked) : refused),
    ]);
    await using visit = await open('/faq', { calls: Object.fromEntries(guarded) });
    visit.site.answer({
      'POST /api/login': () => {
        isIn = true;
        return { json: { user }, headers: { 'set-cookie': 'authenticated=true; path=/' } };
      },
    });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await visit.page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await visit.page.context().addCookies([{ name: 'authenticated', value: 'true', url: visit.site.url }]);
    await visit.page.goto(visit.site.url + path, { waitUntil: 'commit' });
    // The refusal of what the page asked for early removes the cookie before the page's code has read it.
    await expect.poll(() => visit.page.evaluate('document.cookie')).toBe('');
    release();
    await visit.page.getByLabel('Email').fill('ada@example.com');
    await visit.page.getByLabel('Password', { exact: true }).fill('Secret123!');
    await visit.page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await visit.page.getByRole('heading', { name: 'Subscription' }).waitFor();
    expect(pathOf(visit)).toBe('/dashboard');
    expect(visit.site.received.filter(({ call }) => call === 'POST /api/login')).toHaveLength(1);
  },
);

test('while the server is unavailable the session stays; the page shows a message and recovers part by part', async ({
  open,
}) => {
  const away = () => ({ status: 503, json: { code: 'temporarily_unavailable', message: 'Soon.' } });
  const calls = { ...accountCalls, 'GET /api/user': away, 'GET /api/service-phone-numbers': away };
  await using visit = await open('/faq', { ...signedIn, calls });
  await stopClock(visit.page);
  await visit.page.goto(`${visit.site.url}/dashboard`);
  await untilShown(visit.page.getByRole('heading', { name: 'One moment, please' }));
  expect(await visit.page.getByRole('banner').getByText('Log In').isVisible()).toBe(false);
  expect(await visit.page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).isVisible()).toBe(true);
  const asked = () => visit.site.received.filter(({ call }) => call === 'GET /api/user').length;
  const before = asked();
  await visit.page.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(asked).toBe(before + 1);
  expect(await visit.page.evaluate('document.cookie')).toContain('authenticated');
  expect(pathOf(visit)).toBe('/dashboard');

  const untilRead = (part: Locator) =>
    expect
      .poll(async () => {
        await visit.page.clock.runFor(1000);
        return part.count();
      })
      .toBe(1);
  visit.site.answer({ 'GET /api/user': () => ({ json: user }) });
  await untilRead(visit.page.getByText('Service Numbers Unavailable'));
  visit.site.answer(accountCalls);
  await untilRead(visit.page.getByRole('link', { name: '(202) 555-0100' }).first());
});

test.for(['/', '/dashboard'])('before the session is known, neither state flashes on %s', async (path, { open }) => {
  const { promise: after, resolve: say } = Promise.withResolvers<void>();
  await using visit = await open(path, {
    cookies: ['authenticated'],
    calls: { ...accountCalls, 'GET /api/user': () => ({ json: user, after }) },
    isFirst: true,
  });
  const entry = visit.page.getByRole('banner').getByText('Log In');
  expect(await entry.isVisible()).toBe(false);
  expect(await visit.page.locator('[data-auth-pending]').isVisible()).toBe(true);
  if (path === '/dashboard') {
    expect(await visit.page.getByText('Loading your account').isVisible()).toBe(true);
    // The cards' data is loaded meanwhile.
    await expect.poll(() => visit.site.received.map(({ call }) => call)).toContain('GET /api/service-phone-numbers');
  }
  say();
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).waitFor();
  expect(await visit.page.locator('[data-auth-pending]').count()).toBe(0);
  expect(pathOf(visit)).toBe(path);
  if (path === '/dashboard') await visit.page.getByRole('heading', { name: 'Subscription' }).waitFor();
  // Its replacement has the same size, and there are no console errors.
  expect(await layoutShiftOf(visit.page)).toBeLessThanOrEqual(0.03);
  expect(visit.complaints).toEqual([]);
});
