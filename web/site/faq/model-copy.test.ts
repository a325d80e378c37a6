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

test('the FAQ, the journey of a question and the list of providers name the time zone among what a model gets', async () => {
  const { model } = await import('./model-copy.tsx');
  const { privacyJourney } = await import('#contract/privacy-journey.ts');
  const { privacyData } = await import('../legal/privacy-data-copy.tsx');
  const seen = model.items.find(({ id }) => id === 'what-the-ai-sees')?.answer;
  const providers = privacyData.find(({ id }) => id === 'providers')?.body;
  const lists = [seen, providers].map((body) => renderToStaticMarkup(createElement('div', {}, body)));
  lists.push(privacyJourney.find(({ where }) => where === 'The search model')?.what ?? '');
  expect(lists.filter((list) => !list.includes('your time zone'))).toEqual([]);
});
