import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

import { toast } from './form-page.ts';
import { test as base } from './test.ts';
import { newVisitor, type Visitor } from './visitor.ts';

/** `test` with one product for the whole file, as `it`, in the middle of the migration. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  .extend('it', { scope: 'file' }, async ({}, { onCleanup }): Promise<TestApp> => {
    const it = await startTestApp({ settings: { IDENTITY_STAGE: 'during' } });
    onCleanup(() => it[Symbol.asyncDispose]());
    return it;
  });

/** Someone at the operator's desk. */
export async function sitDown(browser: Browser, address: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, { viewport: { width: 1280, height: 800 } });
  await visitor.page.goto(address);
  await visitor.page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  return visitor;
}

/** Goes through the gate with the token in the address. */
export async function enter(browser: Browser, { url, product }: TestApp): Promise<Visitor> {
  const visitor = await sitDown(browser, `${url}/admin?token=${product.deps.config.secrets.adminToken}`);
  await visitor.page.getByRole('tab', { name: 'System' }).waitFor();
  return visitor;
}

/** Opens a tab and waits for its figures. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tabpanel', { name }).waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
}

/** The one toast says this. */
export function toasted(page: Page, words: string): Promise<void> {
  return expect.poll(() => toast({ page }).textContent()).toContain(words);
}

/** Lets the next call of this path fail as a server with a fault of its own does. */
export async function failOnce(page: Page, path: string): Promise<void> {
  const json = { code: 'internal_error', message: 'Something went wrong.' };
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json }), { times: 1 });
}
