import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { root } from './project.ts';

/** What the privacy page says of each cookie that the server sets. */
const sentences: Readonly<Record<string, string>> = {
  session: 'a session cookie that only our server can read',
  authenticated: 'a second one that says only that there is a session',
  device: 'a cookie that lets us recognize this browser',
  proof: 'While you verify a phone or reset a password: a cookie that only our server can read',
  reset: 'While you verify a phone or reset a password: a cookie that only our server can read',
};

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

test('the privacy page names each cookie that the server sets', () => {
  const sources = globSync('server/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read);
  const cookies = sources.flatMap((source) =>
    [...source.matchAll(/const (?:\w+_)?COOKIE = '(\w+)'/g)].map(([, name = '']) => name),
  );
  expect(cookies.toSorted()).toEqual(Object.keys(sentences).toSorted());
  // Each cookie is set by its constant, so none escapes the list.
  const set = sources.flatMap((source) =>
    [...source.matchAll(/\bcookies\.(?:set|hint)\(\s*reply,\s*([^,]+),/g)].map(([, name]) => name),
  );
  expect(set.filter((name) => !/^(?:\w+_)?COOKIE$/.test(name ?? ''))).toEqual([]);

  const page = read('web/site/legal/privacy-data-copy.tsx').replaceAll(/\s+/g, ' ');
  expect(Object.values(sentences).filter((sentence) => !page.includes(sentence))).toEqual([]);
});
