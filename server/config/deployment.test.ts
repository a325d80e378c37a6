import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readDeployment } from './deployment.ts';
import { type Env, SettingsReader } from './env-reader.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'askline-deployment-'));
const read = (folder: string, env: Env = {}) => readDeployment(new SettingsReader(env), folder);

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@askline.example'];
  return execFileSync('git', [...identity, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function checkout() {
  const folder = newFolder();
  git(folder, 'init', '--initial-branch=feature/one');
  git(folder, 'commit', '--allow-empty', '--message=First');
  return { folder, commit: git(folder, 'rev-parse', 'HEAD') };
}

test('branch and commit are read from a git checkout: packed, detached or a linked work tree', () => {
  const { folder, commit } = checkout();
  const known = { branch: 'feature/one', commit, deployTime: null };
  expect(read(folder)).toEqual(known);
  git(folder, 'pack-refs', '--all');
  expect(read(folder)).toEqual(known);
  const linked = join(newFolder(), 'linked');
  git(folder, 'worktree', 'add', '-b', 'two', linked);
  expect(read(linked)).toEqual({ ...known, branch: 'two' });
  git(folder, 'checkout', '--detach');
  expect(read(folder)).toEqual({ ...known, branch: null });
});

test('without git, only settings can say them, as in a container', () => {
  expect(read(newFolder())).toEqual({ branch: null, commit: null, deployTime: null });
  const env = { GIT_BRANCH: 'main', GIT_COMMIT: 'abc', DEPLOY_TIME: '2026-11-21T12:00:00Z' };
  expect(read(checkout().folder, env)).toEqual({ branch: 'main', commit: 'abc', deployTime: '2026-11-21T12:00:00Z' });
  expect(read(checkout().folder, { GIT_COMMIT: 'abc' })).toEqual({ branch: null, commit: 'abc', deployTime: null });
});

test('a release states its own code, whatever the settings say', () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.git'));
  const record = { ref: 'v1.2.0', commit: 'abc', preparedAt: '2026-11-22T10:00:00.000Z', after: null };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record));
  const known = { branch: 'v1.2.0', commit: 'abc', deployTime: record.preparedAt };
  expect(read(folder, { GIT_COMMIT: 'other', DEPLOY_TIME: '2020-01-01T00:00:00Z' })).toEqual(known);
  writeFileSync(join(folder, 'release.json'), '{');
  expect(read(folder)).toMatchObject({ branch: null });
});
