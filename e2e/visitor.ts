import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** What a visitor comes with; without `viewport` 1280 by 720, without `colorScheme` light. */
export type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'javaScriptEnabled'>;

export type Visitor = AsyncDisposable & {
  readonly page: Page;
  /** Everything the page complained about: errors, warnings, failed hydration. */
  readonly complaints: string[];
};

/** Pages that a visitor has left, by browser: a profile and a page of its own cost more than most tests. */
const left = new WeakMap<Browser, Page[]>();

/** Someone with an empty page, no cookies, nothing stored and no history. Wants no motion. */
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
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
  return page;
}

/** Takes away what the visitor left. A clock that a test has set stays in a page for good: such a page is not like new. */
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
    // Crashed, or at an address without storage.
    return false;
  }
}
