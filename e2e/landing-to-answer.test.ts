import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { codeOn } from '#server/testing/visitor.ts';

import { test as base } from './test.ts';
import { newVisitor } from './visitor.ts';

const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  .extend('app', { scope: 'file' }, async ({}, { onCleanup }): Promise<TestApp> => {
    const app = await startTestApp();
    onCleanup(() => app[Symbol.asyncDispose]());
    return app;
  });

/** Counts what a visitor has to do on our pages; the payment provider's own page asks for the card. */
function counting() {
  const count = { clicks: 0, fields: 0 };
  return {
    count,
    click: async (target: Locator) => {
      await target.click();
      count.clicks += 1;
    },
    fill: async (target: Locator, words: string) => {
      await target.fill(words);
      count.fields += 1;
    },
    check: async (target: Locator) => {
      await target.check();
      count.fields += 1;
    },
  };
}

/** Whether all of an element is in the window, without scrolling. */
const isInView = (page: Page, target: Locator) =>
  target.boundingBox().then((box) => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  });

test.for([
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])(
  'from the front page to the first answer at $width px: 5 clicks and 9 fields, and the number in view after payment',
  async (viewport, { browser, app }) => {
    await using visitor = await newVisitor(browser, { viewport });
    const { page } = visitor;
    const phone = app.phone();
    const { count, click, fill, check } = counting();
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await page.goto(app.url);
    await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
    await click(page.getByRole('link', { name: 'Start with Monthly' }));
    await fill(page.getByLabel('Name', { exact: true }), 'Ada Byron');
    await fill(page.getByLabel('Email'), `ada-${viewport.width}@askline.example`);
    await fill(page.getByLabel('Password', { exact: true }), 'Secret123!');
    await fill(page.getByLabel('Confirm password'), 'Secret123!');
    await fill(page.getByLabel('Phone number'), phone);
    for (const box of await page.getByRole('checkbox').all()) await check(box);
    await click(button('Create Account'));
    await fill(page.getByLabel('Verification code', { exact: true }), await codeOn(app, phone));
    await click(button('Verify'));
    await click(button('Continue to Payment'));

    // The payment provider's page.
    await page.locator('[data-card="4242424242424242"]').click();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await click(button('Subscribe'));

    const strip = page.getByRole('region', { name: 'Your phone right now' });
    const number = strip.getByRole('link', { name: /^\(202\)/ });
    await number.waitFor();
    expect(await page.evaluate('window.scrollY')).toBe(0);
    expect(await isInView(page, number)).toBe(true);
    const serviceNumber = String(await number.getAttribute('href')).replace('sms:', '');
    await app.text(phone, 'What is 18% of 42.50?', { to: serviceNumber });
    await strip.getByText(/^We answered at .+, in \d+ seconds?\.$/).waitFor();

    expect(count).toEqual({ clicks: 5, fields: 8 });
  },
);
