import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

type Locked = {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
};

/** Allowed licenses of runtime packages (SPDX names). */
const forRunning = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
]);
/** Further licenses allowed for development packages. */
const forBuilding = new Set([...forRunning, 'MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unicode-3.0', 'CC0-1.0']);

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

function isAllowed(license: string, allowed: ReadonlySet<string>): boolean {
  const choices = license.replace(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => allowed.has(part)));
}

test('every package has an allowed license', () => {
  const refused = packages.filter(([, { license, dev = false, devOptional = false }]) => {
    // Platform builds of a tool name no license: the tool's applies.
    if (license === undefined) return !dev && !devOptional;
    return !isAllowed(license, dev || devOptional ? forBuilding : forRunning);
  });
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('every runtime package is pinned by the hash of its contents', () => {
  const running = packages.filter(([, { dev = false, devOptional = false }]) => !dev && !devOptional);
  expect(
    running.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true).map(([path]) => path),
  ).toEqual([]);
});

test('every development package for Linux on x64 or ARM64 is pinned by its hash too', () => {
  const unpinned = packages.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
  // Tools for other platforms that the registry behind the lock file did not have: see scripts/complete-lock.ts.
  const forOthers = unpinned.filter(([, { dev = false, optional = false, os, cpu, libc = ['glibc'] }]) => {
    const isServed =
      os?.includes('linux') && libc.includes('glibc') && (cpu?.includes('x64') || cpu?.includes('arm64'));
    return dev && optional && os !== undefined && !isServed;
  });
  expect(unpinned).toEqual(forOthers);
});
