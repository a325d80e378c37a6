import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { keepAssets } from './kept-assets.ts';

const day = 86_400_000;

function folders() {
  const root = mkdtempSync(join(tmpdir(), 'askline-assets-'));
  const build = (...names: string[]): string => {
    const folder = mkdtempSync(join(root, 'build-'));
    for (const name of names) writeFileSync(join(folder, name), name);
    return folder;
  };
  return { root, build, to: join(root, 'data/assets'), [Symbol.dispose]: () => rmSync(root, { recursive: true }) };
}

test('the files of a release are kept for thirty days after it was replaced, even if it ran for months', async () => {
  using it = folders();
  const first = it.build('core-Aa.js', 'faq-Bb.js');
  const second = it.build('core-Cc.js', 'faq-Bb.js');
  const replaced = Date.now() + 100 * day;
  await keepAssets(first, it.to);
  await keepAssets(second, it.to, new Date(replaced));
  await keepAssets(second, it.to, new Date(replaced + 29 * day));
  expect(readdirSync(it.to).toSorted()).toEqual(['core-Aa.js', 'core-Cc.js', 'faq-Bb.js']);
  expect(readFileSync(join(it.to, 'core-Aa.js'), 'utf8')).toBe('core-Aa.js');
  await keepAssets(second, it.to, new Date(replaced + 31 * day));
  expect(readdirSync(it.to).toSorted()).toEqual(['core-Cc.js', 'faq-Bb.js']);
});

test('a file that each release has stays, and a start of the release before counts as its replacement', async () => {
  using it = folders();
  const first = it.build('core-Aa.js', 'faq-Bb.js');
  const second = it.build('core-Cc.js', 'faq-Bb.js');
  for (const [nth, build] of [first, second, first, second].entries()) {
    await keepAssets(build, it.to, new Date(Date.now() + nth * 20 * day));
  }
  expect(readdirSync(it.to).toSorted()).toEqual(['core-Aa.js', 'core-Cc.js', 'faq-Bb.js']);
});

test('a damaged list of the previous release does not stop a start', async () => {
  using it = folders();
  await keepAssets(it.build('core-Aa.js'), it.to);
  writeFileSync(`${it.to}.json`, '{');
  expect(await keepAssets(it.build('core-Bb.js'), it.to)).toBe(true);
  expect(readdirSync(it.to).toSorted()).toEqual(['core-Aa.js', 'core-Bb.js']);
});

test('processes that start together keep the same complete files', async () => {
  using it = folders();
  const from = it.build('core-Aa.js', 'faq-Bb.js');
  expect(await Promise.all([1, 2, 3, 4].map(() => keepAssets(from, it.to)))).toEqual([true, true, true, true]);
  expect(readdirSync(it.to).toSorted()).toEqual(['core-Aa.js', 'faq-Bb.js']);
});

test('a folder that cannot be written does not stop a start', async () => {
  using it = folders();
  mkdirSync(join(it.root, 'data'));
  writeFileSync(it.to, 'a file');
  expect(await keepAssets(it.build('core-Aa.js'), it.to)).toBe(false);
});
