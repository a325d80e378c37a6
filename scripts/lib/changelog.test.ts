import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { inProject, root } from './project.ts';

const [, ...sections] = readFileSync(inProject('CHANGELOG.md'), 'utf8').split(/^## /m);
const releases = sections.map((text) => ({ heading: text.slice(0, text.indexOf('\n')), text }));
const versions = releases.slice(1).map(({ heading }) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/.exec(heading)?.[1]);
const packageVersion = (JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string }).version;

/** Sorts like the versions do. */
function order(version: string): string {
  const parts = version.split('.').map((part) => part.padStart(6, '0'));
  return parts.join('.');
}

test('CHANGELOG.md has what is not released first, then the releases with version and date, newest first', () => {
  expect(releases[0]?.heading).toBe('[Unreleased]');
  const sorted = versions.toSorted((a, b) => order(b ?? '').localeCompare(order(a ?? '')));
  expect(versions).toEqual(sorted);
  expect(versions).not.toContain(undefined);
});

test('each release says what it needs and what way back it allows', () => {
  for (const { heading, text } of releases) {
    const [, upgrade = ''] = /^### Upgrade\n((?:- .+\n)+)/m.exec(text) ?? [];
    const names = [...upgrade.matchAll(/^- \*\*([^*]+):\*\* \S.+\.$/gm)].map(([, name]) => name);
    expect(names.slice(0, 2), `"### Upgrade" of ${heading}`).toEqual(['Needs', 'Way back']);
  }
});

test('the version of the package is the newest release, or the one to come, and each tag is a release', () => {
  const [newest] = versions;
  if (newest !== undefined) expect(order(packageVersion) >= order(newest)).toBe(true);
  const tags = execFileSync('git', ['tag', '--list', 'v*'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  for (const tag of tags) expect(versions, `tag ${tag}`).toContain(tag.slice(1));
});
