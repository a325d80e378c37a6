import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const notice = read('NOTICE');
const { dependencies } = JSON.parse(read('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, { readonly license?: string } | undefined>>;
};

function lineOf(name: string): string {
  return `- ${name}: ${packages[`node_modules/${name}`]?.license}`;
}

/** The packages that the scripts and styles of the pages import. */
function packagesOfPages(): string[] {
  const files = globSync('web/**/*.{ts,tsx,css}', { cwd: root }).filter((file) => !file.includes('.test.'));
  const names = files.flatMap((file) =>
    [...read(file).matchAll(/(?:from |import |url\()'((?:@[\w.-]+\/)?[a-z][\w.-]*)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

test('the notice names each package that the server runs, with its license', () => {
  expect(Object.keys(dependencies).filter((name) => !notice.includes(`\n${lineOf(name)}\n`))).toEqual([]);
});

test('the notice names each package that the pages contain, with its license', () => {
  const names = packagesOfPages();
  expect(names).toEqual(expect.arrayContaining(['react', 'tailwindcss', '@fontsource-variable/figtree']));
  expect(names.filter((name) => !notice.includes(`\n${lineOf(name)}`))).toEqual([]);
});

test('the notice holds the license of the font that the pages serve', () => {
  expect(notice).toContain(read('node_modules/@fontsource-variable/figtree/LICENSE').trim());
});
