import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { accountCalls } from './account-calls.ts';
import { test } from './test.ts';

const site = resolve(import.meta.dirname, '../dist/web');
const { pages } = JSON.parse(await readFile(`${site}/routes.json`, 'utf8')) as { pages: string[] };

/** The styles of every element as the browser computes them, without what differs from second to second. */
const looks = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *')].map((element) =>
    element.tagName + ' ' + element.className + ' ' + getComputedStyle(element).cssText)`);

test('every page with its styles fits the first window of a connection: 14 KiB', async () => {
  const sizes = await Promise.all(
    pages.map(async (path) => [path, (await stat(`${site}${path}/index.html.br`)).size] as const),
  );
  expect(sizes.filter(([, size]) => size > 14 * 1024)).toEqual([]);
});

test.for(pages)('%s comes with all styles that it uses', async (path, { open }) => {
  const cookies = ['/dashboard', '/subscribe'].includes(path) ? ['authenticated'] : [];
  await using it = await open(path, { calls: accountCalls, cookies });
  if (path === '/dashboard') await it.page.getByRole('heading', { name: 'Service Numbers' }).waitFor();
  await it.page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished))');
  const own = await looks(it.page);
  await it.page.evaluate(`new Promise((done) => {
    const all = document.createElement('link');
    all.rel = 'stylesheet';
    all.href = document.querySelector('style').dataset.all;
    all.onload = done;
    document.head.append(all);
  })`);
  await it.page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished))');
  expect(await looks(it.page)).toEqual(own);
});

test('a link to another page brings the styles of all pages first', async ({ open }) => {
  await using it = await open('/signup');
  const direct = await looks(it.page);
  await it.page.goto(`${it.site.url}/terms`);
  await it.page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  expect(await it.page.evaluate('document.styleSheets.length')).toBe(1);
  await it.page.getByRole('banner').getByRole('link', { name: 'Get Askline' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor();
  await expect.poll(() => it.page.evaluate('document.styleSheets.length')).toBe(2);
  await it.page.mouse.move(0, 0);
  await expect
    .poll(async () => (await looks(it.page)).filter((look) => look.startsWith('INPUT')))
    .toEqual(direct.filter((look) => look.startsWith('INPUT')));
});
