import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds, and whether the page is wider than its window. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Without frames there is nothing to collect in a second page, which is what takes the time (axe's legacy mode).
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(rules).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
  return tooWide > 0 ? [...faults, `${tooWide} px too wide`] : faults;
}
