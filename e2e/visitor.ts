import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A visitor's browser settings; by default 1280 by 720 pixels and the light scheme. */
export type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'javaScriptEnabled'>;

export type Visitor = AsyncDisposable & {
  readonly page: Page;
  /** Console errors and warnings, and uncaught errors such as a failed hydration. */
  readonly complaints: string[];
};

/** Pages for reuse, by browser: a new profile and page cost more than most tests. */
const left = new WeakMap<Browser, Page[]>();

/** A visitor with an empty page, no cookies, no storage and no history, who prefers reduced motion. */
export async function newVisitor(browser: Browser, look: Look = {}): Promise<Visitor> {
  const page = await emptyPage(browser, look);
  const complaints: string[] = [];
  const hear = (message: { type: () => string; text: () => string }) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  };
  const fail = (error: Error) => complaints.push(error.message);
  page.on('console', hear).on('pageerror', fail);
  return {
    page,
    complaints,
    async [Symbol.asyncDispose]() {
      page.off('console', hear).off('pageerror', fail);
      if (look.javaScriptEnabled !== false && (await isLikeNew(page))) left.get(browser)?.push(page);
      else await page.context().close();
    },
  };
}

async function emptyPage(browser: Browser, { viewport, colorScheme, ...rest }: Look): Promise<Page> {
  const pages = left.get(browser) ?? [];
  left.set(browser, pages);
  const reused = rest.javaScriptEnabled === false ? undefined : pages.pop();
  const page = reused ?? (await (await browser.newContext({ reducedMotion: 'reduce', ...rest })).newPage());
  // As long as a poll (vitest.config.ts), so that no test depends on it.
  page.setDefaultTimeout(60_000);
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
  return page;
}

/** Removes a visitor's traces. A changed clock stays in a page permanently: such a page cannot be reused. */
async function isLikeNew(page: Page): Promise<boolean> {
  try {
    const clean = `localStorage.clear(), sessionStorage.clear(), String(setTimeout).includes('[native code]')`;
    if ((await page.evaluate(clean)) !== true) return false;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
    await page.context().clearCookies();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.resetNavigationHistory');
    await devtools.detach();
    return true;
  } catch {
    // The page has crashed, or its URL has no storage.
    return false;
  }
}
