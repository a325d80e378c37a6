import { globSync, readFileSync } from 'node:fs';

import { parseAst } from 'vite';
import { expect, test } from 'vitest';

import { root } from './project.ts';

/** Where pages, emails and refusals get their copy from; scripts/lib/retired-words.test.ts reads every file for more. */
const files = globSync(
  [
    'web/{site,account,subscribe,support,dashboard,lib,ui}/**/*.{ts,tsx}',
    'contract/{*-copy,consent,default-brand,privacy-journey,renewal-terms}.ts',
    'server/support/outbox/*templates.ts',
    'server/{platform/errors,http/error-handler}.ts',
    'server/**/*.route.ts',
  ],
  { cwd: root },
).filter((file) => !/\.test\.|admin-copy/.test(file));

/** What docs/reference/voice.md replaces in customer copy, but comments may say. */
const foreign: readonly RegExp[] = [
  /\beverybody\b/i,
  /\bgood for \d/i,
  /\brunning plan\b/i,
  /\brenews? by (?:itself|themselves)\b/i,
  /\bany time\b/i,
  /\bby writing to\b/i,
  /\bcannot\b/,
  /\bWe are\b/,
  /\bdo not know\b/i,
  /\bsigned out\b/i,
  /\bphone company’s\b/i,
  /\bis not right\b/i,
  /\bin the USA\b/i,
  /(?<![-.\w/])mails?\b(?! server|\w|['"`.:(/=])/,
];

const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

test('the words of pages, emails and refusals have no phrase that the voice replaces', () => {
  expect(files.length).toBeGreaterThan(60);
  const hits = files.flatMap((file) => {
    const words = withoutComments(readFileSync(`${root}/${file}`, 'utf8'));
    return foreign.flatMap((phrase) => (phrase.test(words) ? [`${file}: ${phrase.exec(words)?.[0]}`] : []));
  });
  expect(hits).toEqual([]);
});

test('a phrase is found in words, and not in a comment', () => {
  const line = "// We cannot tell.\nconst words = 'We cannot tell.';";
  expect(foreign.filter((phrase) => phrase.test(withoutComments(line)))).toHaveLength(1);
});

/** The code of all pages; their copy is in files that hold nothing else: `...-copy.ts` and `...-copy.tsx`. */
const shown = globSync(
  ['web/*.{ts,tsx}', 'web/{account,admin,dashboard,lib,site,subscribe,support,ui}/**/*.{ts,tsx}'],
  {
    cwd: root,
  },
).filter((file) => !/\.test\.|\.d\.ts$/.test(file));
const isCopyFile = (file: string) => /-copy\.tsx?$/.test(file);

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** What a person reads or hears: attributes of elements and of our components, and properties of that name. */
const readAloud =
  /^(aria-(label|description|roledescription|valuetext)|alt|placeholder|title|label|legend|lead|text|hint|description|cancel|pending|submit)$/;
/** How a sentence or a heading begins; names of keys, methods and headers are one word. */
const sentence = /^["“]?[A-Z].* .*[a-z]{3}/s;

/**
 * The copy that a source file holds: all text between tags and in what is read aloud, and what looks like a sentence
 * elsewhere. Not what developers read: the messages of errors, and texts that are only compared.
 */
function copyIn(source: string): string[] {
  const found: string[] = [];
  const look = (value: unknown, isShown: boolean): void => {
    if (Array.isArray(value)) for (const item of value) look(item, isShown);
    else if (isNode(value)) lookAt(value, isShown);
  };
  const lookInside = (node: Node): void => {
    for (const value of Object.values(node)) look(value, false);
  };
  const take = (text: string, isShown: boolean): void => {
    if (isShown ? /[a-z]/i.test(text) : sentence.test(text)) found.push(text.trim());
  };
  function lookAt(node: Node, isShown: boolean): void {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'BinaryExpression':
      case 'TSLiteralType':
        return;
      case 'NewExpression':
        if (!/Error$|^UnexpectedReply$/.test(nameOf(node['callee']))) lookInside(node);
        return;
      case 'JSXElement':
      case 'JSXFragment':
        look(node['openingElement'], false);
        look(node['children'], true);
        return;
      case 'JSXAttribute':
        look(node['value'], readAloud.test(nameOf(node['name'])));
        return;
      case 'Property':
        look(node['key'], false);
        look(node['value'], readAloud.test(nameOf(node['key'])));
        return;
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
        look(node['expression'], isShown);
        return;
      case 'ConditionalExpression':
        look([node['consequent'], node['alternate']], isShown);
        return;
      case 'LogicalExpression':
        look(node['left'], isShown && node['operator'] !== '&&');
        look(node['right'], isShown);
        return;
      case 'TemplateLiteral':
        take(textOf(node), isShown);
        look(node['expressions'], isShown);
        return;
      case 'JSXText':
        take(String(node['value']), true);
        return;
      case 'Literal':
        if (typeof node['value'] === 'string') take(node['value'], isShown);
        return;
      default:
        lookInside(node);
    }
  }
  look(parseAst(source, { lang: 'tsx' }), false);
  return found;
}

/** The name of an identifier or attribute; empty for other expressions. */
function nameOf(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
}

/** A template's own text, with digits for what it puts in. */
function textOf(template: Node): string {
  const quasis = template['quasis'] as readonly { readonly value: { readonly raw: string } }[];
  return quasis.map(({ value }) => value.raw).join('0');
}

test('the copy of all pages is in files of its own, and components hold none', () => {
  const components = shown.filter((file) => !isCopyFile(file));
  expect(components.length).toBeGreaterThan(140);
  expect(components.flatMap((file) => copyIn(read(file)).map((copy) => `${file}: ${copy}`))).toEqual([]);
});

test.each([
  ['<p>{copy.it} Here.</p>', ['Here.']],
  ['<p className="mt-2 flex">{copy.it}{` `}{3}/{4}</p>', []],
  ["<p>{isHere ? 'here' : copy.gone}</p>", ['here']],
  ["<p>{isHere && 'here'}</p>", ['here']],
  ["<p>{state === 'open' && copy.here}</p>", []],
  ['<input placeholder="anything" type="text" />', ['anything']],
  ['<nav aria-label={`about ${it}`} id={`about-${it}`} />', ['about 0']],
  ['<Field label={<b>Name</b>} />', ['Name']],
  ["[{ title: 'What we do' }]", ['What we do']],
  ["call(path, { method: 'POST' })", []],
  ["new TypeError('Not a user')", []],
  ["it === 'Not a user'", []],
])('the copy in %s is %j', (source, copy) => {
  expect(copyIn(`const it = ${source};`)).toEqual(copy);
});

test('copy files have links and emphasis at most, and neither styles nor behavior', () => {
  const files = shown.filter(isCopyFile);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /className|style=|from 'react/.test(read(file)))).toEqual([]);
});
