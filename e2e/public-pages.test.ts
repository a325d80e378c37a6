import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './browser.ts';
import { visit, type Visit } from './visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

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
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds, and whether the page is wider than its window. */
async function faultsOf({ page }: Visit): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
  return tooWide > 0 ? [...faults, `${tooWide} px too wide`] : faults;
}

// Both widths and both schemes once; bench/web-shots.ts looks at all four pairs, and at every state.
test.each(paths)('%s is accessible and fits, narrow and light, wide and dark, without a complaint', async (path) => {
  await using it = await visit(browser, path, { viewport: { width: 320, height: 800 }, colorScheme: 'light' });
  expect(await it.page.evaluate(layoutShift)).toBeLessThanOrEqual(0.03);
  expect(await faultsOf(it)).toEqual([]);
  await it.page.setViewportSize({ width: 1280, height: 800 });
  await it.page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(it)).toEqual([]);
  const count = (selector: string) => it.page.locator(selector).count();
  expect([await count('title'), await count('meta[name="description"]'), await count('h1')]).toEqual([1, 1, 1]);
  expect(it.complaints.filter((text) => !(path === '/no-such-page' && text.includes('404')))).toEqual([]);
});

/** How far things on the first screen have moved while the page loaded. */
const layoutShift = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 200);
})`;

test('titles are unique', async () => {
  const titles = new Set<string>();
  await using it = await visit(browser, '/');
  for (const path of paths) {
    await it.page.goto(it.site.url + path, { waitUntil: 'commit' });
    titles.add(await it.page.title());
  }
  expect(titles.size).toBe(paths.length);
});

test('without JavaScript every page reads in full, every answer included, and its menu is there', async () => {
  await using it = await visit(browser, '/faq', { javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const answers = it.page.locator('[data-panel]');
  expect(await answers.count()).toBeGreaterThan(30);
  for (const answer of await answers.all()) expect(await answer.isVisible()).toBe(true);
  expect(await it.page.getByRole('banner').getByRole('link', { name: 'Contact' }).isVisible()).toBe(true);

  await it.page.goto(`${it.site.url}/`);
  await it.page.getByText('Answers by text. No screen needed.').waitFor();
  for (const words of ['$3', '$32', '$2.67 per month', 'BEST VALUE', 'Unlimited Annual Plan']) {
    expect(await it.page.getByText(words, { exact: false }).first().isVisible()).toBe(true);
  }
});

test('an unknown address answers 404, with a page that says so', async () => {
  await using it = await visit(browser, '/');
  const response = await it.page.goto(`${it.site.url}/nowhere/at/all`);
  expect(response?.status()).toBe(404);
  expect(await it.page.getByRole('heading', { level: 1 }).textContent()).toBe('404 Page Not Found');
  expect(await it.page.title()).toContain('404 Page Not Found');
});
