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
  using folder = folders();
  const first = folder.build('core-Aa.js', 'faq-Bb.js');
  const second = folder.build('core-Cc.js', 'faq-Bb.js');
  const replaced = Date.now() + 100 * day;
  await keepAssets(first, folder.to);
  await keepAssets(second, folder.to, new Date(replaced));
  await keepAssets(second, folder.to, new Date(replaced + 29 * day));
  expect(readdirSync(folder.to).toSorted()).toEqual(['core-Aa.js', 'core-Cc.js', 'faq-Bb.js']);
  expect(readFileSync(join(folder.to, 'core-Aa.js'), 'utf8')).toBe('core-Aa.js');
  await keepAssets(second, folder.to, new Date(replaced + 31 * day));
  expect(readdirSync(folder.to).toSorted()).toEqual(['core-Cc.js', 'faq-Bb.js']);
});

test('a file that each release has stays, and a start of the release before counts as its replacement', async () => {
  using folder = folders();
  const first = folder.build('core-Aa.js', 'faq-Bb.js');
  const second = folder.build('core-Cc.js', 'faq-Bb.js');
  for (const [nth, build] of [first, second, first, second].entries()) {
    await keepAssets(build, folder.to, new Date(Date.now() + nth * 20 * day));
  }
  expect(readdirSync(folder.to).toSorted()).toEqual(['core-Aa.js', 'core-Cc.js', 'faq-Bb.js']);
});

test('a damaged list of the previous release does not stop a start', async () => {
  using folder = folders();
  await keepAssets(folder.build('core-Aa.js'), folder.to);
  writeFileSync(`${folder.to}.json`, '{');
  expect(await keepAssets(folder.build('core-Bb.js'), folder.to)).toBe(true);
  expect(readdirSync(folder.to).toSorted()).toEqual(['core-Aa.js', 'core-Bb.js']);
});

test('processes that start together keep the same complete files', async () => {
  using folder = folders();
  const from = folder.build('core-Aa.js', 'faq-Bb.js');
  expect(await Promise.all([1, 2, 3, 4].map(() => keepAssets(from, folder.to)))).toEqual([true, true, true, true]);
  expect(readdirSync(folder.to).toSorted()).toEqual(['core-Aa.js', 'faq-Bb.js']);
});

test('a folder that cannot be written does not stop a start', async () => {
  using folder = folders();
  mkdirSync(join(folder.root, 'data'));
  writeFileSync(folder.to, 'a file');
  expect(await keepAssets(folder.build('core-Aa.js'), folder.to)).toBe(false);
});
