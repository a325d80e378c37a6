import { expect, test } from 'vitest';

import { stylesOf } from './page-styles.ts';

test('a page keeps the rules whose classes stand in its code, and those without a class, in order', () => {
  const css =
    '/*! MIT */h1{color:red}.b{x:1}.a{x:2}@media (min-width:1px){.a{x:3}.c{x:4}}@media print{.c{x:5}}.d,.b{x:6}';
  expect(stylesOf(css, ['const look = "a " + `${b} b`'])).toBe(
    'h1{color:red}.b{x:1}.a{x:2}@media (min-width:1px){.a{x:3}}.d,.b{x:6}',
  );
});

test('escaped names, strings and addresses are read as CSS reads them', () => {
  const css = String.raw`.w-\[calc\(1\,5rem\)\]{x:1}.md\:p-2.on{x:2}.q:before{content:"}.no{"}.u{background:url(data:a;b,{})}`;
  expect(stylesOf(css, ['"w-[calc(1,5rem)]"', '"q u md:p-2"'])).toBe(
    String.raw`.w-\[calc\(1\,5rem\)\]{x:1}.q:before{content:"}.no{"}.u{background:url(data:a;b,{})}`,
  );
});

test('what a page must not be, and what its first script sets, counts as used', () => {
  const css = 'html:not(.other) [hidden]{x:1}.js [data-no]{x:2}.other [data-no]{x:3}';
  expect(stylesOf(css, [''])).toBe('html:not(.other) [hidden]{x:1}.js [data-no]{x:2}');
});

test('layers keep their order, and only animations in use keep their frames', () => {
  const css =
    '@layer a,b;@layer b{.a{animation:in 1s}.b{animation:out 1s}}@keyframes in{0%{x:1}}@keyframes out{0%{x:2}}';
  expect(stylesOf(css, ['"a"'])).toBe('@layer a,b;@layer b{.a{animation:in 1s}}@keyframes in{0%{x:1}}');
});
