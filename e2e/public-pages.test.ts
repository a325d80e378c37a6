import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { accountCalls } from './account-calls.ts';
import { faultsOf } from './axe.ts';
import { layoutShiftOf } from './layout-shift.ts';
import { test } from './test.ts';

const paths = [
  '/',
  '/faq',
  '/terms',
  '/privacy',
  '/about-us',
  '/contact',
  '/signup',
  '/login',
  '/forgot-password',
  '/no-such-page',
];
const titles = new Set<string>();

/** By how many pixels the page is wider than a tablet, a phone and a small phone once its text is twice as large. */
async function widthsOverAtTwiceTheText(page: Page): Promise<number[]> {
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  const over: number[] = [];
  for (const width of [768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    over.push(
      Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')),
    );
  }
  return over;
}

// Both widths and both schemes once; e2e/screens/review.ts checks all four combinations, and every state. The larger text
// comes last, on the page that is open already.
test.for(paths)(
  '%s is accessible and fits, narrow and light, wide and dark, and at twice the text size on small screens, without console errors',
  async (path, { open }) => {
    await using visit = await open(path, { viewport: { width: 320, height: 800 }, isFirst: true });
    expect(await layoutShiftOf(visit.page)).toBeLessThanOrEqual(0.03);
    expect(await faultsOf(visit.page)).toEqual([]);
    await visit.page.setViewportSize({ width: 1280, height: 800 });
    await visit.page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(visit.page)).toEqual([]);
    const count = (selector: string) => visit.page.locator(selector).count();
    expect([await count('title'), await count('meta[name="description"]'), await count('h1')]).toEqual([1, 1, 1]);
    expect(titles).not.toContain(await visit.page.title());
    titles.add(await visit.page.title());
    expect(visit.complaints.filter((text) => !(path === '/no-such-page' && text.includes('404')))).toEqual([]);
    expect(await widthsOverAtTwiceTheText(visit.page)).toEqual([0, 0, 0]);
    if (path !== '/') return;
    await visit.page.setViewportSize({ width: 390, height: 800 });
    // Words next to a drawing, and those on the drawn phone, which does not grow.
    const nextToDrawing = `document.querySelector('#who li p, #who li svg + span').clientWidth`;
    expect(await visit.page.evaluate(nextToDrawing)).toBeGreaterThan(200);
    const onPhone = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.lcd'))`;
    expect(await visit.page.evaluate(onPhone)).toBe(0);
    // What both plans have is no list of the card above it: its name is there for the eye as well.
    expect(await visit.page.locator('#pricing').getByText('Every plan has').isVisible()).toBe(true);
    expect(await visit.page.getByRole('list', { name: 'Every plan has' }).getByRole('listitem').count()).toBe(4);
  },
);

test.for(['/', '/faq', '/signup'])(
  '%s keeps its lines where they are when the font comes late',
  async (path, { open }) => {
    await using visit = await open('/login', { viewport: { width: 360, height: 800 } });
    const { promise: isShown, resolve: show } = Promise.withResolvers<void>();
    await visit.page.route('**/*.woff2', async (route) => {
      await isShown;
      await route.continue();
    });
    const font = visit.page.waitForResponse('**/*.woff2');
    await visit.page.goto(visit.site.url + path, { waitUntil: 'domcontentloaded' });
    await visit.page.waitForSelector('html[data-hydrated]', { state: 'attached' });
    await visit.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    show();
    await (await font).finished();
    expect(await layoutShiftOf(visit.page)).toBeLessThanOrEqual(0.03);
  },
);

test('without JavaScript every page is complete, with every answer and its menu', async ({ open }) => {
  await using visit = await open('/faq', { javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const answers = visit.page.locator('[data-panel]');
  expect(await answers.count()).toBeGreaterThan(30);
  for (const answer of await answers.all()) expect(await answer.isVisible()).toBe(true);
  expect(await visit.page.getByRole('banner').getByRole('link', { name: 'Contact' }).isVisible()).toBe(true);
  // The open menu scrolls away: stuck to the top, it would cover half of a phone's screen.
  await visit.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect((await visit.page.getByRole('banner').boundingBox())?.y).toBeLessThan(-300);

  await visit.page.goto(`${visit.site.url}/`);
  await visit.page.getByText('Answers by text. No smartphone needed.').waitFor();
  const plans = ['$3', '$32', '$2.67 per month', 'BEST VALUE', 'Unlimited Annual Plan'];
  for (const words of [...plans, 'Text your Askline number from your verified phone', '41%', '91%']) {
    expect(await visit.page.getByText(words, { exact: false }).first().isVisible()).toBe(true);
  }
});

test('without JavaScript the dashboard and the verification say what they need instead of loading forever', async ({
  open,
}) => {
  await using visit = await open('/dashboard', { javaScriptEnabled: false });
  await visit.page.getByText('This page needs JavaScript.').waitFor();
  expect(await visit.page.getByText('Loading your account').isVisible()).toBe(false);
  await visit.page.goto(`${visit.site.url}/verify?email=ada@example.com&userId=u1`);
  await visit.page.getByText('This form needs JavaScript.').waitFor();
});

test('at twice the text size the dashboard fits small screens', async ({ open }) => {
  await using visit = await open('/dashboard', { calls: accountCalls, cookies: ['authenticated'] });
  await visit.page.getByRole('heading', { name: 'Service Numbers' }).waitFor();
  expect(await widthsOverAtTwiceTheText(visit.page)).toEqual([0, 0, 0]);
});

test('an unknown URL returns 404 with an error page', async ({ open }) => {
  await using visit = await open('/');
  const response = await visit.page.goto(`${visit.site.url}/nowhere/at/all`);
  expect(response?.status()).toBe(404);
  expect(await visit.page.getByRole('heading', { level: 1 }).textContent()).toBe('404 Page Not Found');
  expect(await visit.page.title()).toContain('404 Page Not Found');
});
