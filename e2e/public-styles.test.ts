import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { accountCalls } from './account-calls.ts';
import { test } from './test.ts';

const site = resolve(import.meta.dirname, '../dist/web');
const { pages } = JSON.parse(await readFile(`${site}/routes.json`, 'utf8')) as { pages: string[] };

/** What the private pages show once they are loaded. */
const shown: Readonly<Record<string, string>> = {
  '/dashboard': 'Show backup numbers',
  '/subscribe': 'You already have a plan',
  '/fridge-card': 'Try one of these',
};

/**
 * Adds the styles of all pages; returns the elements whose computed styles change, with what changes. More rules can only
 * change what one of them declares: the other two thirds of the properties need not be read.
 */
const changesWithAllStyles = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const settled = () => Promise.all(document.getAnimations().map((animation) => animation.finished));
    const declaredIn = (rules) =>
      [...rules].flatMap((rule) => [...(rule.style ?? []), ...declaredIn(rule.cssRules ?? [])]);
    const all = document.createElement('link');
    all.rel = 'stylesheet';
    all.href = document.querySelector('style').dataset.all;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await (await fetch(all.href)).text());
    const names = [...new Set(declaredIn(sheet.cssRules))].filter((name) => !name.startsWith('--'));
    const looks = () => [...document.querySelectorAll('body *')].map((element) => {
      const style = getComputedStyle(element);
      return names.map((name) => style.getPropertyValue(name));
    });
    await settled();
    const own = looks();
    await new Promise((done) => { all.onload = done; document.head.append(all); });
    await settled();
    const elements = [...document.querySelectorAll('body *')];
    const looksNow = looks();
    all.remove();
    if (names.length < 100) return ['too few properties were read: ' + names.length];
    return looksNow.flatMap((look, at) => {
      const changed = names.filter((name, index) => look[index] !== own[at]?.[index]);
      return changed.length === 0 ? [] : [elements[at].tagName + ' ' + elements[at].className + ' ' + changed.join('; ')];
    });
  })()`);

test('every page with its styles fits the first window of a connection: 14 KiB', async () => {
  const sizes = await Promise.all(
    pages.map(async (path) => [path, (await stat(`${site}${path}/index.html.br`)).size] as const),
  );
  expect(sizes.filter(([, size]) => size > 14 * 1024)).toEqual([]);
});

test('the scripts of the front page stay within 81 KiB', async () => {
  const html = await readFile(`${site}/index.html`, 'utf8');
  const scripts = [...html.matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)];
  const sizes = await Promise.all(scripts.map(async ([, path]) => (await stat(`${site}${path}.br`)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(81 * 1024);
});

test.for(pages)('%s comes with all styles that it uses', async (path, { open }) => {
  const isPrivate = path in shown;
  await using visit = await open(path, {
    calls: accountCalls,
    cookies: isPrivate ? ['authenticated'] : [],
    // A font that comes late is used from the next page on; the second sheet would bring that moment forward.
    without: '**/*.woff2',
  });
  if (isPrivate) {
    await visit.page.getByText(shown[path] ?? '').waitFor();
    await visit.page.getByRole('button', { name: 'My Account', exact: true }).waitFor();
  }
  // What changes because the page is still loading is the same both times at the next check.
  await expect.poll(() => changesWithAllStyles(visit.page)).toEqual([]);
});

test('a link to another page brings the styles of all pages first', async ({ open }) => {
  await using visit = await open('/terms');
  expect(await visit.page.evaluate('document.styleSheets.length')).toBe(1);
  await visit.page.getByRole('banner').getByRole('link', { name: 'Get Askline' }).click();
  const name = visit.page.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  expect(await visit.page.evaluate('document.styleSheets.length')).toBe(2);
  expect(await visit.page.evaluate("getComputedStyle(document.querySelector('input[name=name]')).borderTopWidth")).toBe(
    '1px',
  );
});
