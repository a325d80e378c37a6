import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
const project = read('package.json');
const sandbox = read('sandbox/package.json');

/** The packages that files name in imports, in `require` and in `resolve`. */
function packagesIn(files: readonly string[]): Set<string> {
  const named = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:\bfrom |\bresolve\(|\brequire\(|\)\(|FONT = )'((?!node:)[@\w][^'\s]*)'/g,
    ),
  ]);
  const names = named.map(([, name = '']) => /^(?:@[\w-]+\/)?[\w-]+/.exec(name)?.[0] ?? name);
  return new Set(names.filter((name) => name in project.dependencies || name in project.devDependencies));
}

const files = globSync('sandbox/**/*.ts', { cwd: root, exclude: ['sandbox/node_modules/**'] });
const isTest = (file: string) => /\.test\.ts$|^sandbox\/testing\//.test(file);
const types = 'sandbox/stripe/objects/types.ts';

test('the sandbox declares the packages that it runs on, and no others', () => {
  const used = packagesIn(files.filter((file) => !isTest(file) && file !== types));
  expect([...used].toSorted()).toEqual(Object.keys(sandbox.dependencies));
});

test('the sandbox declares the packages of its tests and types, and no others', () => {
  const used = packagesIn(files.filter((file) => isTest(file) || file === types));
  expect([...used].filter((name) => !(name in sandbox.dependencies)).toSorted()).toEqual(
    Object.keys(sandbox.devDependencies),
  );
});

test('one installation serves the project and the sandbox: both pin the same versions', () => {
  const pinned: Readonly<Record<string, string>> = { ...project.dependencies, ...project.devDependencies };
  const declared = Object.entries({ ...sandbox.dependencies, ...sandbox.devDependencies });
  expect(declared.filter(([name, version]) => pinned[name] !== version)).toEqual([]);
});
