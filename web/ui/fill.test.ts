import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { fill } from './fill.tsx';

const html = (node: ReactNode): string => renderToStaticMarkup(node);

test('a sentence keeps its words, and its places take what is given for them', () => {
  const link = createElement('a', { href: '/faq' });
  expect(
    html(fill('See the <link>FAQ</link>, or call {number}.', { link, number: createElement('b', {}, '(202)') })),
  ).toBe('See the <a href="/faq">FAQ</a>, or call <b>(202)</b>.');
  expect(html(fill('{before}No place at the end', { before: 'Text. ' }))).toBe('Text. No place at the end');
  expect(html(fill('Nothing to fill', {}))).toBe('Nothing to fill');
});
