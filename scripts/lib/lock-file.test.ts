import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { type LockFile, complete, findMissing, findUnpinned, lockFiles, platformOf } from './lock-file.ts';
import { inProject } from './project.ts';

const read = (file: string) => JSON.parse(readFileSync(inProject(file), 'utf8')) as LockFile;

const none = new Map<string, string>();

test.each(lockFiles)(
  '%s has every optional package, or npm 11 rejects it: run node scripts/complete-lock.ts',
  (file) => {
    expect(findMissing(read(file))).toEqual([]);
  },
);

test.each(lockFiles)('%s pins every version and names no download address', (file) => {
  const faulty = Object.entries(read(file).packages).filter(
    ([folder, { version, resolved }]) => folder !== '' && (!version || resolved !== undefined),
  );
  expect(faulty).toEqual([]);
});

test('a missing optional package is added with its platform, in sorted order', () => {
  const packages = {
    '': {},
    'node_modules/zip': { version: '2.0.0', dev: true, optionalDependencies: { 'zip-linux-x64-musl': '2.0.0' } },
    'node_modules/zz': { version: '1.0.0' },
  };
  expect(complete({ packages }, none).packages).toEqual({
    ...packages,
    'node_modules/zip-linux-x64-musl': {
      version: '2.0.0',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      dev: true,
      optional: true,
    },
  });
  expect(Object.keys(complete({ packages }, none).packages).at(-1)).toBe('node_modules/zz');
});

test('a package without a hash gets the registry hash of its name and version; an existing hash stays', () => {
  const packages = {
    '': {},
    'node_modules/@a/b': { version: '1.0.0', integrity: 'sha512-old' },
    'node_modules/c/node_modules/@d/e': { version: '2.0.0', dev: true },
    'node_modules/f': { version: '3.0.0' },
  };
  expect(findUnpinned({ packages }).map(({ name }) => name)).toEqual(['@d/e', 'f']);
  const hashes = new Map([
    ['@a/b@1.0.0', 'sha512-new'],
    ['@d/e@2.0.0', 'sha512-e'],
    ['f@2.9.9', 'sha512-f'],
  ]);
  expect(complete({ packages }, hashes).packages).toEqual({
    ...packages,
    'node_modules/c/node_modules/@d/e': { version: '2.0.0', integrity: 'sha512-e', dev: true },
  });
});

test('an optional package is found next to its parent and in every parent folder', () => {
  const optionalDependencies = { a: '1.0.0', b: '1.0.0', c: '1.0.0' };
  const packages = {
    'node_modules/x/node_modules/y': { optionalDependencies },
    'node_modules/x/node_modules/y/node_modules/a': {},
    'node_modules/x/node_modules/b': {},
    'node_modules/c': {},
  };
  expect(findMissing({ packages })).toEqual([]);
});

test.each([
  ['@swc/core-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@oxlint/binding-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@oxc-parser/binding-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
])('the platform of %s is read from its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

test('a package name without a platform is an error', () => {
  expect(() => platformOf('fsevents')).toThrow('contains no platform');
});
