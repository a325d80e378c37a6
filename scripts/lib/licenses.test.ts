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

/** Licenses under which a package may be part of what runs (SPDX names). */
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
/** Those of tools and of what the pages are built from, besides. */
const forBuilding = new Set([...forRunning, 'MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unicode-3.0', 'CC0-1.0']);

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

function isAllowed(license: string, allowed: ReadonlySet<string>): boolean {
  const choices = license.replace(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => allowed.has(part)));
}

test('every package has a license that is on the list', () => {
  const refused = packages.filter(([, { license, dev = false, devOptional = false }]) => {
    // Builds of a tool for other platforms carry no license of their own: the tool's holds.
    if (license === undefined) return !dev && !devOptional;
    return !isAllowed(license, dev || devOptional ? forBuilding : forRunning);
  });
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('every package that runs is pinned by the hash of its contents', () => {
  const running = packages.filter(([, { dev = false, devOptional = false }]) => !dev && !devOptional);
  expect(
    running.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true).map(([path]) => path),
  ).toEqual([]);
});

test('every package that Linux on x64 or ARM64 installs to check and build is pinned by its hash too', () => {
  const unpinned = packages.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
  // Tools for other platforms, of which the registry that made the lock file had no copy: see scripts/complete-lock.ts.
  const forOthers = unpinned.filter(([, { dev = false, optional = false, os, cpu, libc = ['glibc'] }]) => {
    const isServed =
      os?.includes('linux') && libc.includes('glibc') && (cpu?.includes('x64') || cpu?.includes('arm64'));
    return dev && optional && os !== undefined && !isServed;
  });
  expect(unpinned).toEqual(forOthers);
});
