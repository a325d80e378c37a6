import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './browser.ts';
import { visit, type Visit } from './visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const scrollTop = ({ page }: Visit) => page.evaluate('Math.round(window.scrollY)');
const topOf = ({ page }: Visit, id: string) =>
  page.evaluate(`Math.round(document.getElementById('${id}').getBoundingClientRect().top)`);
const focused = ({ page }: Visit) => page.evaluate('document.activeElement.tagName + "#" + document.activeElement.id');

test('links change the page without loading it again, start at its top, and move the focus to it', async () => {
  await using it = await visit(browser, '/');
  await it.page.evaluate('window.stillTheSame = true; window.scrollTo(0, 2000)');
  await it.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor();
  expect(await it.page.evaluate('window.stillTheSame')).toBe(true);
  expect(await it.page.title()).toContain('Terms of Service');
  expect(await it.page.locator('meta[name="description"]').getAttribute('content')).toContain('agree on');
  expect(await scrollTop(it)).toBe(0);
  expect(await focused(it)).toBe('MAIN#main');
  expect(it.complaints).toEqual([]);
});

test('a link to the page that is shown scrolls to its top as well', async () => {
  await using it = await visit(browser, '/faq');
  await it.page.evaluate('window.scrollTo(0, 900)');
  await it.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect.poll(() => scrollTop(it)).toBe(0);
});

test.each(['/FAQ', '/Faq/', '/faq'])('%s is the FAQ', async (path) => {
  await using it = await visit(browser, path);
  await it.page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
  expect(it.complaints).toEqual([]);
});

test.each([
  ['/privacy-policy', 'Privacy Policy'],
  ['/Terms-Of-Service', 'Terms of Service'],
])('%s leads to the %s', async (path, title) => {
  await using it = await visit(browser, path);
  expect(await it.page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
});

test('the two addresses that the FAQ links to lead there without a load', async () => {
  await using it = await visit(browser, '/faq');
  await it.page.evaluate('window.stillTheSame = true');
  await it.page.getByRole('button', { name: 'Where are the rules?' }).click();
  await it.page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  expect(new URL(it.page.url()).pathname).toBe('/privacy');
  expect(await it.page.evaluate('window.stillTheSame')).toBe(true);
});

test.each([
  '/#pricing',
  '/#demo',
  '/faq#account-subscription',
  '/faq#service-troubleshooting',
  '/faq#perplexity-sonar',
])('%s opens with its part 88 px below the top', async (address) => {
  await using it = await visit(browser, address, { viewport: { width: 1280, height: 700 } });
  await expect.poll(() => topOf(it, address.split('#')[1] ?? '')).toBe(88);
});

test('Pricing in the header scrolls to the plans, from the front page and from another one', async () => {
  await using it = await visit(browser, '/', { viewport: { width: 1280, height: 700 } });
  const link = it.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' });
  await link.click();
  await expect.poll(() => topOf(it, 'pricing')).toBe(88);
  await it.page.goto(`${it.site.url}/about-us`);
  await link.click();
  await expect.poll(() => topOf(it, 'pricing').catch(() => null)).toBe(88);
});

test('See Plans and Try Demo scroll to their sections', async () => {
  await using it = await visit(browser, '/', { viewport: { width: 1280, height: 700 } });
  await it.page.getByRole('link', { name: 'Try Demo' }).click();
  await expect.poll(() => topOf(it, 'demo')).toBe(88);
  await it.page.evaluate('window.scrollTo(0, 0)');
  await it.page.getByRole('main').getByRole('link', { name: 'See Plans' }).first().click();
  await expect.poll(() => topOf(it, 'pricing')).toBe(88);
});

test('on a small screen the menu opens, closes with Escape and with a choice, all by keyboard', async () => {
  await using it = await visit(browser, '/', { viewport: { width: 390, height: 800 } });
  const toggle = it.page.getByRole('button', { name: 'Menu' });
  const about = it.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' });
  expect(await about.isVisible()).toBe(false);
  await toggle.focus();
  await it.page.keyboard.press('Enter');
  await about.waitFor();
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  await it.page.keyboard.press('Escape');
  await about.waitFor({ state: 'hidden' });
  await it.page.keyboard.press('Enter');
  await it.page.keyboard.press('Tab');
  await it.page.keyboard.press('Enter');
  await it.page.getByRole('heading', { level: 1, name: 'Less phone' }).waitFor();
  await about.waitFor({ state: 'hidden' });
});

test('the first Tab reaches a link past the header', async () => {
  await using it = await visit(browser, '/faq');
  await it.page.keyboard.press('Tab');
  const skip = it.page.getByRole('link', { name: 'Skip to content' });
  await skip.waitFor();
  expect(await it.page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
});

test('a question of the FAQ unfolds and folds by keyboard, and its state is said', async () => {
  await using it = await visit(browser, '/faq');
  const question = it.page.getByRole('button', { name: 'Which phones work?' });
  const answer = it.page.getByText('Every phone with a US mobile number');
  expect(await answer.isVisible()).toBe(false);
  await question.focus();
  await it.page.keyboard.press('Enter');
  await answer.waitFor();
  expect(await question.getAttribute('aria-expanded')).toBe('true');
  await it.page.keyboard.press('Space');
  await answer.waitFor({ state: 'hidden' });
});

test('when the browser looks into a folded answer, it unfolds', async () => {
  await using it = await visit(browser, '/faq');
  const question = it.page.getByRole('button', { name: 'Which phones work?' });
  await it.page.evaluate(`location.hash = '${await question.getAttribute('aria-controls')}'`);
  await expect.poll(() => question.getAttribute('aria-expanded')).toBe('true');
});

test('a page whose code cannot be fetched says so, and comes when it is loaded again', async () => {
  await using it = await visit(browser, '/terms');
  await it.page.route('**/assets/faq-page*.js', (route) => route.abort());
  await it.page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
  expect(new URL(it.page.url()).pathname).toBe('/faq');
  await it.page.unroute('**/assets/faq-page*.js');
  await it.page.getByRole('button', { name: 'Load it again' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Frequently' }).waitFor();
});

test('the footer shows the version and where it runs', async () => {
  await using it = await visit(browser, '/terms');
  await expect.poll(() => it.page.getByRole('contentinfo').textContent()).toContain('1.2.3-prod');
});

test('going from page to page asks for the version once', async () => {
  await using it = await visit(browser, '/terms');
  await it.page.getByText('1.2.3-prod').waitFor();
  await it.page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Frequently' }).waitFor();
  expect(it.site.received.filter(({ call }) => call === 'GET /api/version')).toHaveLength(1);
});
