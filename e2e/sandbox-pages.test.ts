import { expect } from 'vitest';

import { startTestSandbox } from '#sandbox/testing/start.ts';

import { test } from './test.ts';
import { newVisitor } from './visitor.ts';

test.for(['/', '/phone', '/mail', '/payments'])('no part of %s is cut off at 320 px', async (path, { browser }) => {
  await using sandbox = await startTestSandbox();
  await using visitor = await newVisitor(browser, { viewport: { width: 320, height: 800 } });
  await visitor.page.goto(sandbox.url + path);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  const isWider = `({ scrollWidth, clientWidth }) => scrollWidth > clientWidth`;
  expect(await visitor.page.evaluate(`(${isWider})(document.documentElement)`)).toBe(false);
  if (path !== '/') return;
  expect(await visitor.page.evaluate(`[...document.querySelectorAll('.scroll')].map(${isWider})`)).toEqual([
    false,
    false,
  ]);
});
