import { expect } from 'vitest';

import { startStaticSite } from './static-site.ts';
import { test } from './test.ts';
import { quietCalls } from './visit.ts';
import { newVisitor } from './visitor.ts';

const traces = `[document.cookie, localStorage.length, sessionStorage.length, history.length, innerWidth,
  matchMedia('(prefers-color-scheme: dark)').matches, Date.now() > Date.parse('2020-01-01')]`;

test.for([false, true])(
  'a visitor finds no trace of the previous one (clock set: %s)',
  async (isClockSet, { browser }) => {
    await using site = await startStaticSite(quietCalls);
    let first: unknown;
    {
      await using visitor = await newVisitor(browser, { viewport: { width: 320, height: 800 }, colorScheme: 'dark' });
      first = visitor.page;
      await visitor.page.goto(`${site.url}/faq`);
      if (isClockSet) await visitor.page.clock.install({ time: 0 });
      await visitor.page.route('**/*', (route) => route.abort());
      await visitor.page.evaluate(
        `document.cookie = 'a=1', localStorage.b = sessionStorage.c = '1', location.hash = 'd'`,
      );
      expect(await visitor.page.evaluate(traces)).toEqual(['a=1', 1, 1, 3, 320, true, !isClockSet]);
    }
    await using visitor = await newVisitor(browser);
    // A page with a changed clock is not reused.
    expect(visitor.page === first).toBe(!isClockSet);
    await visitor.page.goto(`${site.url}/faq`);
    expect(await visitor.page.evaluate(traces)).toEqual(['', 0, 0, 2, 1280, false, true]);
  },
);

test('an address is reused, without the calls, responses and storage of the previous visit', async ({ open }) => {
  const stays = `localStorage.a = sessionStorage.b = '1'`;
  const ask = `fetch('/api/odd').then((response) => response.status)`;
  const urls: string[] = [];
  for (const status of [200, 404]) {
    await using visit = await open('/faq', { calls: status === 200 ? { 'GET /api/odd': () => ({}) } : {} });
    urls.push(visit.site.url);
    expect(visit.site.received.some(({ call }) => call === 'GET /api/odd')).toBe(false);
    expect(await visit.page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(await visit.page.evaluate(ask)).toBe(status);
    await visit.page.evaluate(stays);
  }
  expect(urls[1]).toBe(urls[0]);
  // What a visit that ended elsewhere left at the address is never seen.
  {
    await using visit = await open('/faq');
    await visit.page.evaluate(stays);
    await visit.page.goto('about:blank');
  }
  await using visit = await open('/faq');
  expect(urls).not.toContain(visit.site.url);
});
