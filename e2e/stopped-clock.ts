import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Stops the page's clock, so that only `page.clock.runFor` moves it: a clock that is merely installed keeps running,
 * and on a busy machine a check that should be early comes too late. Timers that the page started earlier keep real
 * time.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // A pause must lie ahead of the running clock.
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Waits until the part is visible while the clock is stopped: the page shows what arrives by a timer of 0 ms. */
export async function untilShown(part: Locator): Promise<void> {
  const isShown = async (): Promise<boolean> => {
    await part.page().clock.runFor(10);
    return part.isVisible();
  };
  await expect.poll(isShown).toBe(true);
}
