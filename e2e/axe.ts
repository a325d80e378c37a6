import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const script = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Accessibility violations found by axe, and horizontal overflow. The script is loaded into a document once and reports
 * violations only: reporting the passes took longer than the checks.
 * @param part check only this part of the page, if the rest has been checked
 */
export async function faultsOf(page: Page, part = 'html'): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(await script);
  const options = { runOnly: rules, resultTypes: ['violations'], iframes: false };
  const run = `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeResults['violations']>(run);
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
  return tooWide > 0 ? [...faults, `${tooWide} px too wide`] : faults;
}
