import type { Page } from 'playwright-core';

const sum = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 200);
})`;

/** How far things on the first screen have moved since the page was loaded: its Cumulative Layout Shift. */
export async function layoutShiftOf(page: Page): Promise<number> {
  return Number(await page.evaluate(sum));
}
