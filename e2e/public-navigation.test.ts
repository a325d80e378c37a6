import { expect } from 'vitest';

import { user } from './account-calls.ts';
import { pathOf } from './form-page.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const scrollTop = ({ page }: Visit) => page.evaluate('Math.round(window.scrollY)');
const topOf = ({ page }: Visit, id: string) =>
  page.evaluate(`Math.round(document.getElementById('${id}')?.getBoundingClientRect().top)`);
const focused = ({ page }: Visit) => page.evaluate('document.activeElement.tagName + "#" + document.activeElement.id');
const heading = ({ page }: Visit, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const desk = { viewport: { width: 1280, height: 700 } };

test('links change the page without a reload, start at its top, and move the focus to it', async ({ open }) => {
  await using visit = await open('/');
  await visit.page.evaluate('window.stillTheSame = true; window.scrollTo(0, 2000)');
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await heading(visit, 'Terms of Service');
  await expect.poll(() => visit.page.title()).toContain('Terms of Service');
  const description = visit.page.locator('meta[name="description"]');
  await expect.poll(() => description.getAttribute('content')).toContain('agree on');
  await expect.poll(() => scrollTop(visit)).toBe(0);
  await expect.poll(() => focused(visit)).toBe('MAIN#main');

  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await heading(visit, 'Frequently Asked Questions');
  // A link to the current page scrolls to its top too.
  await visit.page.evaluate('window.scrollTo(0, 900)');
  await visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect.poll(() => scrollTop(visit)).toBe(0);
  await visit.page.getByRole('button', { name: 'Where can I read your terms?' }).click();
  await visit.page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click();
  await heading(visit, 'Privacy Policy');
  await expect.poll(() => pathOf(visit)).toBe('/privacy');

  expect(await visit.page.evaluate('window.stillTheSame')).toBe(true);
  // The footer's version label, which is loaded once.
  await expect.poll(() => visit.page.getByRole('contentinfo').textContent()).toContain('1.2.3-prod');
  expect(visit.site.received.filter(({ call }) => call === 'GET /api/version')).toHaveLength(1);
  expect(visit.complaints).toEqual([]);
});

test('URLs are case-insensitive, and the two old ones redirect to the new', async ({ open }) => {
  await using visit = await open('/Faq/');
  await heading(visit, 'Frequently Asked Questions');
  expect(visit.complaints).toEqual([]);
  for (const [path, title] of [
    ['/privacy-policy', 'Privacy Policy'],
    ['/Terms-Of-Service', 'Terms of Service'],
  ] as const) {
    await visit.page.goto(visit.site.url + path, { waitUntil: 'commit' });
    await heading(visit, title);
  }
});

test('a URL with a hash scrolls its section to 88 px below the top', async ({ open }) => {
  await using visit = await open('/#pricing', desk);
  await expect.poll(() => topOf(visit, 'pricing')).toBe(88);
  for (const address of ['/faq#account-subscription', '/faq#service-troubleshooting', '/faq#perplexity-sonar']) {
    await visit.page.goto('about:blank');
    await visit.page.goto(visit.site.url + address);
    await expect.poll(() => topOf(visit, address.split('#')[1] ?? '')).toBe(88);
  }
});

test('Pricing, See Plans and Try Demo scroll to their sections, from other pages too', async ({ open }) => {
  await using visit = await open('/about-us', desk);
  const pricing = visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' });
  await pricing.click();
  await expect.poll(() => topOf(visit, 'pricing')).toBe(88);
  await visit.page.getByRole('link', { name: 'Try Demo' }).click();
  await expect.poll(() => topOf(visit, 'demo')).toBe(88);
  await visit.page.getByRole('main').getByRole('link', { name: 'See Plans' }).first().click();
  await expect.poll(() => topOf(visit, 'pricing')).toBe(88);
});

test('on a small screen the menu opens, closes with Escape and with a choice, all by keyboard', async ({ open }) => {
  await using visit = await open('/', { viewport: { width: 390, height: 800 } });
  await visit.page.keyboard.press('Tab');
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  const toggle = visit.page.getByRole('button', { name: 'Menu' });
  const about = visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' });
  expect(await about.isVisible()).toBe(false);
  await toggle.focus();
  await visit.page.keyboard.press('Enter');
  await about.waitFor();
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
  await visit.page.keyboard.press('Escape');
  await about.waitFor({ state: 'hidden' });
  await visit.page.keyboard.press('Enter');
  await visit.page.keyboard.press('Tab');
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('About');
  await visit.page.keyboard.press('Escape');
  await about.waitFor({ state: 'hidden' });
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('Menu');
  await visit.page.keyboard.press('Enter');
  await visit.page.keyboard.press('Tab');
  await visit.page.keyboard.press('Enter');
  await heading(visit, 'Less phone');
  await about.waitFor({ state: 'hidden' });
});

test('on a small screen the open menu closes when the focus leaves it, and covers nothing focused', async ({
  open,
}) => {
  await using visit = await open('/signup', { viewport: { width: 320, height: 256 } });
  const toggle = visit.page.getByRole('button', { name: 'Menu' });
  await toggle.click();
  const entries = await visit.page.locator('#site-menu a').count();
  for (let n = 0; n < entries; n += 1) {
    await visit.page.keyboard.press('Tab');
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  }
  await visit.page.keyboard.press('Tab');
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
});

test('at 640 by 360 pixels every entry of the open menu can be brought into view', async ({ open }) => {
  await using visit = await open('/', {
    viewport: { width: 640, height: 360 },
    cookies: ['authenticated'],
    calls: { 'GET /api/user': () => ({ json: user }) },
  });
  await visit.page.getByRole('button', { name: 'Menu' }).click();
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).click();
  const entries = visit.page.locator('#site-menu').locator('a, button');
  await expect.poll(() => entries.count()).toBe(7);
  for (const entry of await entries.all()) {
    await entry.scrollIntoViewIfNeeded();
    const box = await entry.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Infinity), await entry.innerText()).toBeLessThanOrEqual(360);
  }
});

test('an FAQ answer opens by keyboard, and when the browser finds text in it', async ({ open }) => {
  await using visit = await open('/faq');
  const question = visit.page.getByRole('button', { name: 'Which phones work?' });
  const answer = visit.page.getByText('Any phone with a US mobile number');
  expect(await answer.isVisible()).toBe(false);
  await question.focus();
  await visit.page.keyboard.press('Enter');
  await answer.waitFor();
  await expect.poll(() => question.getAttribute('aria-expanded')).toBe('true');
  await visit.page.keyboard.press('Space');
  await answer.waitFor({ state: 'hidden' });
  await visit.page.evaluate(`location.hash = '${await question.getAttribute('aria-controls')}'`);
  await expect.poll(() => question.getAttribute('aria-expanded')).toBe('true');
});

test('a page whose script cannot be loaded shows an error, and appears after a reload', async ({ open }) => {
  await using visit = await open('/terms');
  const fetches: string[] = [];
  await visit.page.route('**/assets/faq-page*.js', (route) => {
    fetches.push(route.request().url());
    return route.abort();
  });
  const link = visit.page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' });
  await link.click();
  await heading(visit, 'This page didn’t load');
  expect(pathOf(visit)).toBe('/faq');
  // Hovering over the link loads the script, and rendering the page may load it once more. Endless retries would keep
  // React from showing the error.
  expect(fetches.length).toBeLessThanOrEqual(3);

  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await heading(visit, 'Privacy Policy');
  await link.click();
  await heading(visit, 'This page didn’t load');
  await visit.page.unroute('**/assets/faq-page*.js');
  await visit.page.getByRole('button', { name: 'Reload' }).click();
  await heading(visit, 'Frequently');
});

test('a page whose styles cannot be loaded blames the connection, and appears after a reload', async ({ open }) => {
  await using visit = await open('/terms', { isFirst: true, without: '**/*.css' });
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await heading(visit, 'This page didn’t load');
  await visit.page.getByRole('button', { name: 'Reload' }).click();
  await heading(visit, 'Frequently');
});
