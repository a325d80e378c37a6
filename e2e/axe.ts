import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds, and whether the page is wider than its window.
 * @param part only this part of the page, when the rest has been looked at
 */
export async function faultsOf(page: Page, part = 'html'): Promise<string[]> {
  // Without frames there is nothing to collect in a second page, which is what takes the time (axe's legacy mode).
  const axe = new AxeBuilder({ page }).setLegacyMode(true).include(part).withTags(rules);
  const { violations } = await axe.analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
  return tooWide > 0 ? [...faults, `${tooWide} px too wide`] : faults;
}
