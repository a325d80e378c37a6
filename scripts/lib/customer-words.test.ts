import { globSync, readFileSync } from 'node:fs';

import { parseAst } from 'vite';
import { expect, test } from 'vitest';

import { root } from './project.ts';

/** Where pages and emails get their words from; scripts/lib/retired-words.test.ts reads every file for more. */
const files = globSync(
  [
    'web/{site,account,subscribe,support,dashboard,ui}/**/*.{ts,tsx}',
    'contract/{*-copy,consent,default-brand,privacy-journey,renewal-terms}.ts',
    'server/support/outbox/templates.ts',
  ],
  { cwd: root },
).filter((file) => !/\.test\.|admin-copy/.test(file));

/** What docs/reference/voice.md replaces in customer words, but comments may say. */
const foreign: readonly RegExp[] = [
  /\beverybody\b/i,
  /\bat once\b/i,
  /\bgood for \d/i,
  /\brunning plan\b/i,
  /\brenews? by (?:itself|themselves)\b/i,
  /\bany time\b/i,
  /\bby writing to\b/i,
  /\bwe cannot\b/i,
  /\bdo not know\b/i,
  /\bsigned out\b/i,
  /\bphone company’s\b/i,
  /\bis not right\b/i,
  /\bin the USA\b/i,
  /(?<![-.\w/])mails?\b(?!\w|['"`.:(/=])/,
];

const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

test('the words of pages and emails have no phrase that the voice replaces', () => {
  expect(files.length).toBeGreaterThan(60);
  const hits = files.flatMap((file) => {
    const words = withoutComments(readFileSync(`${root}/${file}`, 'utf8'));
    return foreign.flatMap((phrase) => (phrase.test(words) ? [`${file}: ${phrase.exec(words)?.[0]}`] : []));
  });
  expect(hits).toEqual([]);
});

test('a phrase is found in words, and not in a comment', () => {
  const line = "// We cannot tell at once.\nconst words = 'We cannot tell.';";
  expect(foreign.filter((phrase) => phrase.test(withoutComments(line)))).toHaveLength(1);
});

/** The folders whose pages have all their words in the files named `...-words.ts`. */
const movedTo = ['web/account', 'web/admin', 'web/dashboard', 'web/subscribe', 'web/support'];

/** The words between the tags of a component, each with a letter at least. */
function wordsBetweenTags(source: string): string[] {
  const found: string[] = [];
  JSON.stringify(parseAst(source, { lang: 'tsx' }), (_key, node: unknown) => {
    if (typeof node === 'object' && node !== null && 'type' in node && node.type === 'JSXText' && 'value' in node) {
      if (/[a-z]/i.test(String(node.value))) found.push(String(node.value).trim());
    }
    return node;
  });
  return found;
}

test('the words of an area of the pages are in its own few files, and none between the tags of its components', () => {
  const components = globSync(
    movedTo.map((folder) => `${folder}/**/*.tsx`),
    { cwd: root },
  );
  expect(components.length).toBeGreaterThan(40);
  expect(
    components.flatMap((file) =>
      wordsBetweenTags(readFileSync(`${root}/${file}`, 'utf8')).map((it) => `${file}: ${it}`),
    ),
  ).toEqual([]);
  expect(wordsBetweenTags('const it = <p>{words.it} Here.</p>;')).toEqual(['Here.']);
});
