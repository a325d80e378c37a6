import type { Page } from 'playwright-core';

const sum = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 200);
})`;

/** The page's Cumulative Layout Shift since it was loaded. */
export async function layoutShiftOf(page: Page): Promise<number> {
  return Number(await page.evaluate(sum));
}
