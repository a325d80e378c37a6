import type { Page } from 'playwright-core';

/**
 * Stops the page's clock, so that only `page.clock.runFor` moves it: a clock that is merely installed runs on, and on a
 * busy machine a look that should be early comes too late. Timers that the page began before keep the real time.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // A pause must lie ahead of the running clock.
  await page.clock.pauseAt(Date.now() + 60_000);
}
