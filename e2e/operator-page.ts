import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

import { toast } from './form-page.ts';
import { test as base } from './test.ts';
import { newVisitor, type Visitor } from './visitor.ts';

/** `test` with one product for the whole file, as `app`, in stage `during` of the identity migration. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  .extend('app', { scope: 'file' }, async ({}, { onCleanup }): Promise<TestApp> => {
    const app = await startTestApp({ settings: { IDENTITY_STAGE: 'during' } });
    onCleanup(() => app[Symbol.asyncDispose]());
    return app;
  });

/** Opens the admin area in a new browser window. */
export async function openAdminPage(browser: Browser, address: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, { viewport: { width: 1280, height: 800 } });
  await visitor.page.goto(address);
  await visitor.page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  return visitor;
}

/** Signs in with the token in the URL. */
export async function enter(browser: Browser, { url, product }: TestApp): Promise<Visitor> {
  const visitor = await openAdminPage(browser, `${url}/admin?token=${product.deps.config.secrets.adminToken}`);
  await visitor.page.getByRole('tab', { name: 'System' }).waitFor();
  return visitor;
}

/** Opens a tab and waits for its data. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tabpanel', { name }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** Waits for a toast with this text. */
export function toasted(page: Page, text: string): Promise<void> {
  return expect.poll(() => toast({ page }).textContent()).toContain(text);
}

/** Makes the next call of this path fail with an internal error. */
export async function failOnce(page: Page, path: string): Promise<void> {
  const json = { code: 'internal_error', message: 'Something went wrong.' };
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json }), { times: 1 });
}
