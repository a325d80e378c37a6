import type { Browser } from 'playwright-core';
import { expect } from 'vitest';

import { startStaticSite } from './static-site.ts';
import { test } from './test.ts';
import { quietCalls } from './visit.ts';
import { newVisitor } from './visitor.ts';

/**
 * A page whose scripts arrive late, never, or in syntax that the browser does not know; `late` selects the late ones.
 */
async function slowPage(
  browser: Browser,
  path: string,
  scripts: 'late' | 'never' | 'unreadable',
  late = '**/assets/*.js',
) {
  const site = await startStaticSite({
    ...quietCalls,
    'POST /api/login': () => ({
      status: 401,
      json: { code: 'unauthenticated', message: 'Invalid email or password.' },
    }),
  });
  const visitor = await newVisitor(browser, { viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(late, async (route) => {
    if (scripts === 'never') return route.abort();
    if (scripts === 'unreadable') return route.fulfill({ contentType: 'text/javascript', body: 'of the future' });
    await released;
    return route.continue();
  });
  await page.goto(site.url + path, { waitUntil: 'commit' });
  await page.waitForSelector('form, main h1');
  return {
    page,
    site,
    letScriptsCome: release,
    async [Symbol.asyncDispose]() {
      await visitor[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

test('a menu that is clicked before hydration opens after it', async ({ browser }) => {
  await using slow = await slowPage(browser, '/', 'late');
  await slow.page.getByRole('button', { name: 'Menu' }).click();
  slow.letScriptsCome();
  await slow.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).waitFor();
  const menu = slow.page.getByRole('button', { name: 'Menu' });
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
});

test('a login that is submitted before hydration is sent after it, with its input, and never in the URL', async ({
  browser,
}) => {
  await using slow = await slowPage(browser, '/login', 'late');
  const addresses: string[] = [];
  slow.page.on('request', (request) => addresses.push(request.url()));
  await slow.page.getByLabel('Email').fill('ada@example.com');
  await slow.page.getByLabel('Password', { exact: true }).fill('Secret123!');
  await slow.page.keyboard.press('Enter');
  slow.letScriptsCome();
  await expect.poll(() => slow.page.getByRole('alert').textContent()).toBe('Invalid email or password.');
  expect(slow.site.received.find(({ call }) => call === 'POST /api/login')?.body).toBe(
    JSON.stringify({ email: 'ada@example.com', password: 'Secret123!' }),
  );
  expect(addresses.join(' ')).not.toContain('Secret');
});

test('an owner chosen before hydration stays chosen, and so does a tick', async ({ browser }) => {
  await using slow = await slowPage(browser, '/signup', 'late');
  await slow.page.getByLabel('Someone else’s phone').check();
  await slow.page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
  slow.letScriptsCome();
  await slow.page.getByLabel('Their phone number').waitFor();
  expect(await slow.page.getByLabel('Someone else’s phone').isChecked()).toBe(true);
  expect(await slow.page.getByRole('checkbox', { name: /I agree to the Terms/ }).isChecked()).toBe(true);
});

test('an owner chosen before hydration counts more than the one that the link names', async ({ browser }) => {
  await using slow = await slowPage(browser, '/signup?for=parent', 'late');
  await slow.page.getByLabel('My own phone').check();
  slow.letScriptsCome();
  await slow.page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  await slow.page.getByText('we text them a code').waitFor();
  expect(await slow.page.getByLabel('My own phone').isChecked()).toBe(true);
  expect(await slow.page.getByLabel('Their phone number').count()).toBe(0);
});

test('if the scripts never load, a password is not sent', async ({ browser }) => {
  await using slow = await slowPage(browser, '/login', 'never');
  const addresses: string[] = [];
  slow.page.on('request', (request) => addresses.push(request.url()));
  await slow.page.getByLabel('Email').fill('ada@example.com');
  await slow.page.getByLabel('Password', { exact: true }).fill('Secret123!');
  await slow.page.getByRole('button', { name: 'Log In' }).click();
  await slow.page.keyboard.press('Enter');
  expect(slow.page.url()).not.toContain('Secret');
  expect(addresses.join(' ')).not.toContain('Secret');
});

test('without JavaScript a form is a POST that leads back to its page, which explains what is missing', async ({
  browser,
}) => {
  await using site = await startStaticSite(quietCalls);
  await using visitor = await newVisitor(browser, { javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto(`${site.url}/signup`);
  expect(await page.getByText('This form needs JavaScript').isVisible()).toBe(true);
  await page.getByLabel('Password', { exact: true }).fill('Secret123!');
  await page.getByRole('button', { name: 'Create Account' }).click();
  expect(page.url()).toBe(`${site.url}/signup`);
});

test('a first page whose code cannot be loaded says so', async ({ browser }) => {
  await using slow = await slowPage(browser, '/faq', 'never', '**/assets/faq-page*.js');
  await slow.page.getByRole('heading', { level: 1, name: 'This page didn’t load' }).waitFor();
  await slow.page.unroute('**/assets/faq-page*.js');
  await slow.page.getByRole('button', { name: 'Reload' }).click();
  await slow.page.getByRole('heading', { level: 1, name: 'Frequently' }).waitFor();
});

test.for([
  ['never', '**/assets/*.js'],
  ['never', '**/assets/main-*.js'],
  ['never', '**/assets/react-*.js'],
  ['unreadable', '**/assets/main-*.js'],
] as const)(
  'a page whose scripts come %s (%s) is the one without JavaScript',
  async ([scripts, which], { browser }) => {
    await using slow = await slowPage(browser, '/signup', scripts, which);
    await slow.page.getByText('This form needs JavaScript').waitFor();
    expect(await slow.page.getByRole('banner').getByRole('link', { name: 'Contact' }).isVisible()).toBe(true);
    expect(await slow.page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false);
    await slow.page.getByLabel('Email').fill('ada@example.com');
    await slow.page.getByRole('button', { name: 'Create Account' }).click();
    expect(await slow.page.getByLabel('Email').inputValue()).toBe('ada@example.com');
  },
);

test.for([
  ['cannot be loaded', 'https://x.example/other.js', 'error'],
  ['cannot be read', '/other.js', 'load'],
] as const)('a page on which another script %s is the page with JavaScript', async ([, address, end], { browser }) => {
  await using slow = await slowPage(browser, '/signup', 'late');
  await slow.page.route('**/other.js', (route) =>
    end === 'error' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: 'of the future' }),
  );
  await slow.page.evaluate(`new Promise((done) => {
      const script = document.createElement('script');
      script.src = '${address}';
      script.addEventListener('${end}', done);
      document.head.append(script);
    })`);
  slow.letScriptsCome();
  await slow.page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  expect(await slow.page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(true);
  expect(await slow.page.getByText('This form needs JavaScript').isVisible()).toBe(false);
});
