import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { addStuckRequest } from '#server/testing/stuck-request.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { faultsOf } from './axe.ts';
import { enter, openTab, test } from './operator-page.ts';

/** What another process reports about its signals: it checked just now. */
async function anotherProcessSays(app: TestApp, code: string | null): Promise<void> {
  const { pool } = app.product.deps;
  await pool.query('delete from firing_signals');
  if (code === null) return;
  await pool.query(
    `insert into firing_signals (code, instance, since, seen_at)
     values ($1, 'another process', now() - interval '4 minutes', now() + interval '1 hour')`,
    [code],
  );
}

const strip = (page: Page) => page.getByRole('region', { name: 'Service status' });

test('the strip over all tabs says whether texts are answered, and why not in the words of the alert', async ({
  browser,
  app,
}) => {
  await anotherProcessSays(app, null);
  await using stay = await enter(browser, app);
  const { page, complaints } = stay;
  const status = strip(page).getByRole('status');
  await expect.poll(() => status.textContent()).toBe('WORKING');
  await strip(page)
    .getByText(/Last 10 minutes: \d+ answered, \d+ failed.*nothing open/)
    .waitFor();
  for (const lamp of ['Carrier', 'Model', 'Payments', 'Email', 'Database']) {
    await strip(page).getByRole('listitem').filter({ hasText: lamp }).getByText(/^OK, /).waitFor();
  }

  await anotherProcessSays(app, 'answers_slow');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => status.textContent()).toBe('SLOW');
  expect(await faultsOf(page, '[aria-label="Service status"]')).toEqual([]);
  await anotherProcessSays(app, 'carrier_refuses_keys');
  // It refreshes without a click, on every tab.
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect.poll(() => status.textContent()).toBe('NOT ANSWERING');
  await strip(page).getByText('Failing for 4 min').waitFor();
  await strip(page).getByText('The carrier refuses our credentials: no text goes out.').click();
  await strip(page).getByText('Check TWILIO_AUTH_TOKEN').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, '[aria-label="Service status"]')).toEqual([]);
  await anotherProcessSays(app, null);
  expect(complaints).toEqual([]);
});

test('a strip that cannot be refreshed shows its time, without a toast', async ({ browser, app }) => {
  await using stay = await enter(browser, app);
  const { page } = stay;
  await strip(page).getByRole('status').waitFor();
  await page.route('**/api/admin/status', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await strip(page)
    .getByText(/Showing .*Couldn’t refresh/)
    .waitFor();
  expect(await page.getByText('Data Fetch Error').count()).toBe(0);
});

test('the area has a slim frame of its own, and at 390 px every tab is in view', async ({ browser, app }) => {
  await using stay = await enter(browser, app);
  const { page } = stay;
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.getByRole('banner').count()).toBe(0);
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  for (const tab of await page.getByRole('tab').all()) {
    const box = await tab.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390, String(await tab.textContent())).toBe(true);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('the headline of a chart is the total of the range, and a step while one is pointed at', async ({
  browser,
  app,
}) => {
  const phone = app.phone();
  await app.subscriber(phone);
  for (const n of [1, 2]) {
    await app.text(phone, 'what is 15% of 86.40');
    await app.finalReplies(phone, n);
  }
  await app.product.deps.bufferedCounters.flush();
  await using stay = await enter(browser, app);
  const { page } = stay;
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('radio', { name: 'Week' }).check({ force: true });
  const chart = page.getByRole('region', { name: 'Texts per hour' });
  await chart.getByText('Whole range').waitFor();
  await chart.getByRole('listitem').filter({ hasText: 'Answered2' }).waitFor();
  const slider = chart.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await chart.getByRole('listitem').filter({ hasText: 'Answered0' }).waitFor();
  await slider.blur();
  await chart.getByText('Whole range').waitFor();
});

test('the chosen range is marked, and outlined for the keyboard, without :has()', async ({ browser, app }) => {
  await using stay = await enter(browser, app);
  const { page } = stay;
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('radio', { checked: true }).waitFor();
  // As a browser that cannot read such a rule: Firefox before 121.
  await page.evaluate(`{
    const remove = (list) => {
      for (let at = list.cssRules.length - 1; at >= 0; at--) {
        if (list.cssRules[at].selectorText?.includes(':has(')) list.deleteRule(at);
        else if (list.cssRules[at].cssRules) remove(list.cssRules[at]);
      }
    };
    for (const sheet of document.styleSheets) remove(sheet);
  }`);
  await page.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  const marks = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('input[type=radio]')].map((radio) => {
      const looks = [radio.parentElement, ...radio.parentElement.children].map((part) => getComputedStyle(part));
      const isMarked = looks.some(({ backgroundColor }) => backgroundColor !== 'rgba(0, 0, 0, 0)');
      const isOutlined = looks.some(({ outlineStyle }) => outlineStyle === 'solid');
      return [radio.checked, isMarked, isOutlined].join();
    })`);
  await expect
    .poll(async () => [...new Set(await marks())].toSorted())
    .toEqual(['false,false,false', 'true,true,true']);
});

test('figures that could not be refreshed show their date, and switches that were never read are not shown', async ({
  browser,
  app,
}) => {
  await addStuckRequest(app);
  await using stay = await enter(browser, app);
  const { page } = stay;
  const calls = /\/api\/admin\/(overview|support-requests|money|worklist|failures|features|audit)(\?|$)/;
  const json = { code: 'internal_error', message: 'Something went wrong.' };
  /** The tabs, and how many parts of each are read on their own. */
  const parts = { Overview: 2, People: 2, Money: 1, Settings: 2 };
  for (const [name, count] of Object.entries(parts)) {
    await openTab(page, name);
    const old = page.getByRole('tabpanel', { name }).getByText(/^Showing .*\. Couldn’t refresh\.$/);
    await page.route(calls, (route) => route.fulfill({ status: 500, json }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => old.count(), { message: name }).toBe(count);
    expect(await faultsOf(page, '[role=tabpanel]')).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => old.count(), { message: name }).toBe(0);
  }

  await using again = await enter(browser, app);
  await again.page.route(calls, (route) => route.fulfill({ status: 500, json }));
  await again.page.getByRole('tab', { name: 'Settings' }).click();
  await again.page.getByRole('alert').getByText('We couldn’t load the features.').waitFor();
  expect(await again.page.getByRole('switch').count()).toBe(0);
  await again.page.unrouteAll({ behavior: 'wait' });
  await again.page.getByRole('button', { name: 'Refresh' }).click();
  await again.page.getByRole('switch', { name: 'Logging', checked: true }).waitFor();
});
