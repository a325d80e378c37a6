import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';

import { defaultBrand } from '#contract/default-brand.ts';

/** What the pages of this brand say of the carrier's copies. */
async function said(own: Partial<typeof defaultBrand>): Promise<string> {
  vi.stubGlobal('installedBrand', { ...defaultBrand, ...own });
  vi.resetModules();
  try {
    const { privacyJourney } = await import('#contract/privacy-journey.ts');
    const { dashboardCopy } = await import('#web/dashboard/dashboard-copy.ts');
    const { general } = await import('#web/site/faq/general-copy.tsx');
    const { privacyData } = await import('./privacy-data-copy.tsx');
    const passages = [...general.items.map(({ answer }) => answer), ...privacyData.map(({ body }) => body)];
    const html = renderToStaticMarkup(createElement(MemoryRouter, {}, ...passages));
    const journey = privacyJourney.map(({ howLong }) => howLong);
    return [html, ...journey, ...Object.values(dashboardCopy.memorySwitch)].join('\n');
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
}

/** Each promise that the carrier's copies are removed. */
const promises =
  /ask it to remove both copies|both removed right away|until removed|carrier to delete its copies|ask for the copy to be removed|Removed with the question|copies for (?:10|two) minutes|copies are removed/g;

test('where the carrier’s copies stay, no page says that they are removed', async () => {
  for (const [memoryMinutes, count] of [
    [10, 8],
    [0, 7],
  ] as const) {
    const removed = await said({ memoryMinutes });
    const kept = await said({ memoryMinutes, removesCopies: false });
    expect(new Set(removed.match(promises)).size).toBe(count);
    expect(kept.match(promises)).toBeNull();
    expect(removed).not.toContain('copies stay');
    expect(kept).toContain('copies stay');
  }
});
