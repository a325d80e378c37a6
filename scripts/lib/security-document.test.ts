import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

const document = readFileSync(join(root, 'docs/reference/security.md'), 'utf8');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('the security document lists each of the 37 threats once, with a control and a test', () => {
  const threats = document.split(/^(?=\*\*T\d+\. )/m).slice(1);
  const numbers = threats.map((threat) => Number(/^\*\*T(\d+)/.exec(threat)?.[1]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 37 }, (_, index) => index + 1));
  expect(threats.filter((threat) => !/^- Control: .*`/m.test(threat) || !/^- Test: `.*`: "/m.test(threat))).toEqual([]);
});

test('every file that the security document names exists', () => {
  const files = [...document.matchAll(/`((?:contract|server|embedded|web|scripts|docs|e2e)\/[\w./-]+)`/g)];
  expect(files.length).toBeGreaterThan(100);
  expect(files.map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every test that the security document names exists in its file', () => {
  const cited = [...document.matchAll(/`([\w./-]+\.test\.ts)`: "([^"]+)"/g)];
  expect(cited.length).toBeGreaterThan(70);
  const missing = cited.filter(([, file = '', name = '']) => !read(file).replaceAll("\\'", "'").includes(name));
  expect(missing.map(([text]) => text)).toEqual([]);
  expect(document.match(/\.test\.ts`/g)).toHaveLength(cited.length + 1); // the one of this file
});

test('the limits in the security document have the defaults that the settings have, and none is missing', () => {
  const rows = [...document.matchAll(/^\| `([A-Z_\d]+)` \| (\d+) \|/gm)].map(([, name, value]) => `${name}=${value}`);
  const settings = [...read('.env.example').matchAll(/^#((?:LIMIT_|DEMO_|FAIR_USE_|UNPAID_)\w+=\d+)$/gm)];
  expect(rows).toEqual(expect.arrayContaining(settings.map(([, setting]) => setting)));
  const known = read('.env.example');
  expect(rows.filter((row) => !known.includes(`\n#${row}\n`))).toEqual([]);
});

test('the requirements of ASVS 5.0, levels 1 and 2, are all accounted for, and each that is not met by its number', () => {
  const rows = [...document.matchAll(/^\| V(\d+) [^|]+\| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((row) =>
    row.slice(1).map(Number),
  );
  expect(rows).toHaveLength(17);
  const sizes = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
  expect(rows.map(([, met = 0, not = 0, exceptions = 0]) => met + not + exceptions)).toEqual(sizes);
  const [, notApplicable = '', exceptions = ''] = document.split(/\*\*Does not apply\.\*\*|\*\*Exceptions\*\*/);
  const count = (text: string, chapter = 0): number =>
    [...text.matchAll(/\b(\d+)\.\d+\.\d+\b/g)].filter(([, number]) => Number(number) === chapter).length;
  const whole = new Set([10, 17]);
  for (const [chapter = 0, , not, excepted] of rows) {
    const numbers = exceptions
      .split('\n')
      .map((line) => line.split('|')[1] ?? '')
      .join(' ');
    expect([chapter, count(numbers, chapter)]).toEqual([chapter, excepted]);
    if (!whole.has(chapter)) expect([chapter, count(notApplicable, chapter)]).toEqual([chapter, not]);
  }
});
