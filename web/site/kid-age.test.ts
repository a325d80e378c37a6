import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { signupCopy } from '#web/account/signup-copy.ts';

import { general } from './faq/general-copy.tsx';
import { whoKidText } from './home-copy.ts';

test('each place that speaks of a kid’s phone names the age of the Terms', () => {
  const answer = general.items.find(({ id }) => id === 'who-is-it-for')?.answer;
  const html = renderToStaticMarkup(createElement('div', {}, answer));
  for (const words of [html, signupCopy.forWhom.forKid, whoKidText]) expect(words).toMatch(/13(?: and up|\+)/);
});
