import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { startStaticSite, type Calls, type StaticSite } from './static-site.ts';

/** Calls that pages make by themselves, answered as a healthy server would. */
export const quietCalls: Calls = {
  'GET /api/version': () => ({ json: { version: 'v1.2.3', environment: 'production', deployedTime: null } }),
  'GET /api/subscription/plans': () => ({ json: { plans: [] } }),
  'GET /runtime-config.json': () => ({
    json: { stripePublishableKey: 'pk_test_site', paymentOrigins: ['https://checkout.stripe.com'] },
  }),
};

export type Visit = AsyncDisposable & {
  readonly page: Page;
  readonly site: StaticSite;
  /** Everything the page complained about: errors, warnings, failed hydration. */
  readonly complaints: string[];
};

export type VisitOptions = {
  readonly calls?: Calls;
  /** Names of cookies to arrive with. */
  readonly cookies?: readonly string[];
} & BrowserContextOptions;

/** One visitor with a browser profile of its own, before a site of its own. Waits until the page is alive. */
export async function visit(
  browser: Browser,
  path: string,
  { calls = {}, cookies = [], ...options }: VisitOptions = {},
): Promise<Visit> {
  // What was opened is closed again, also when the page never comes alive.
  await using opened = new AsyncDisposableStack();
  const site = opened.use(await startStaticSite({ ...quietCalls, ...calls }));
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  opened.defer(() => context.close());
  await context.addCookies(cookies.map((name) => ({ name, value: 'true', url: site.url })));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(site.url + path);
  if (options.javaScriptEnabled !== false) await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  const closing = opened.move();
  return { page, site, complaints, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
