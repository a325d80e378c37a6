import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { defaultBrand } from '#contract/default-brand.ts';

test.for([true, false])('the FAQ states the tier of the model: %s', async (isSmallModel) => {
  vi.stubGlobal('installedBrand', { ...defaultBrand, isSmallModel });
  vi.resetModules();
  const { model } = await import('./model-copy.tsx');
  vi.unstubAllGlobals();
  vi.resetModules();
  const html = renderToStaticMarkup(createElement('div', {}, ...model.items.map(({ answer }) => answer)));
  expect(html.includes('the small search-model tier')).toBe(isSmallModel);
  expect(html).toContain('Max tokens: 280');
});
