import type { Browser } from 'playwright-core';

import { startStaticSite, type Calls, type StaticSite } from './static-site.ts';
import { newVisitor, type Look, type Visitor } from './visitor.ts';

/** Successful responses to the calls that every page makes. */
export const quietCalls: Calls = {
  'GET /api/version': () => ({ json: { version: 'v1.2.3', environment: 'production', deployedTime: null } }),
  'GET /api/subscription/plans': () => ({ json: { plans: [] } }),
  'GET /runtime-config.json': () => ({
    json: { stripePublishableKey: 'pk_test_site', paymentOrigins: ['https://checkout.stripe.com'] },
  }),
};

export type Visit = Visitor & { readonly site: StaticSite };

export type VisitOptions = Look & {
  readonly calls?: Calls;
  /** Names of cookies to arrive with. */
  readonly cookies?: readonly string[];
  /** The browser has nothing of the site yet: for tests of when something is loaded. */
  readonly isFirst?: boolean;
  /** A pattern of URLs that do not load. */
  readonly without?: string;
};

/** Sites for reuse: what a browser has from an address is neither loaded nor compiled again. */
const idle: StaticSite[] = [];

/** Opens a page of a separate site as a new visitor, and waits for hydration. */
export async function visit(
  browser: Browser,
  path: string,
  { calls = {}, cookies = [], isFirst = false, without, ...look }: VisitOptions = {},
): Promise<Visit> {
  // Closes everything again, even if the page is never hydrated.
  await using opened = new AsyncDisposableStack();
  const all = { ...quietCalls, ...calls };
  const site = (isFirst ? undefined : idle.pop()?.restart(all)) ?? (await startStaticSite(all));
  let isClean = false;
  opened.defer(async () => {
    if (isClean) idle.push(site);
    else await site[Symbol.asyncDispose]();
  });
  const { page, complaints } = opened.use(await newVisitor(browser, look));
  // A visitor leaves nothing in the browser's storage for the address where the visit ends.
  opened.defer(() => {
    isClean = !isFirst && page.url().startsWith(`${site.url}/`);
  });
  await page.context().addCookies(cookies.map((name) => ({ name, value: 'true', url: site.url })));
  if (without !== undefined) await page.route(without, (route) => route.abort());
  await page.goto(site.url + path);
  if (look.javaScriptEnabled !== false) await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  const closing = opened.move();
  return { page, site, complaints, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
