import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { currentFolder } from '../bootstrap/home.mjs';
import { currentRelease, folderOf, listReleases } from './layout.ts';
import { returnTo, rollback } from './rollback.ts';
import type { SchemaCheck } from './schema-check.ts';
import { update } from './update.ts';

/** Stands for the commands of a release: what it does is in the file `does`. `KILL` kills the update that runs it. */
const runner = `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const [task] = process.argv.slice(2);
const does = readFileSync(new URL('../does', import.meta.url), 'utf8').trim();
appendFileSync(new URL('../ran', import.meta.url), task + '\\n');
if (does === 'KILL ' + task) process.kill(process.ppid, 'SIGKILL');
process.exitCode = does === 'FAIL ' + task ? 1 : 0;
`;
const allowed: SchemaCheck = async () => ({ pending: [], allowsBack: true });

function git(cwd: string, ...args: string[]): string {
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@askline.example',
    '-c',
    'protocol.file.allow=always',
  ];
  return execFileSync('git', [...identity, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** A clone whose origin has one commit, and what is wanted of both. */
function installation() {
  const folder = mkdtempSync(join(tmpdir(), 'askline releases-'));
  const origin = join(folder, 'origin');
  const home = join(folder, 'home');
  mkdirSync(join(origin, 'scripts/bootstrap'), { recursive: true });
  writeFileSync(join(origin, 'scripts/bootstrap/task.mjs'), '');
  writeFileSync(join(origin, 'scripts/run.mjs'), runner);
  writeFileSync(join(origin, '.gitignore'), 'releases/\nrelease.json\nran\nnode_modules/\n');
  writeFileSync(join(origin, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
  git(origin, 'init', '--initial-branch=main');
  const said: string[] = [];
  /** A new version at the origin. */
  function commit(does: string, tag?: string): string {
    writeFileSync(join(origin, 'does'), does);
    git(origin, 'add', '.');
    git(origin, 'commit', '--allow-empty', '--message', does);
    if (tag !== undefined) git(origin, 'tag', tag);
    return git(origin, 'rev-parse', 'HEAD');
  }
  commit('first');
  git(folder, 'clone', '--quiet', origin, home);
  const options = {
    home,
    target: undefined as string | undefined,
    despiteFaults: false,
    checkSchema: allowed,
    signal: new AbortController().signal,
    say: (text: string) => void said.push(text),
  };
  return {
    folder,
    home,
    origin,
    said,
    commit,
    update: (target?: string, more: Partial<typeof options> = {}) => update({ ...options, target, ...more }),
    rollback: (target?: string, checkSchema = allowed) =>
      rollback({ home, target, checkSchema, signal: options.signal, say: options.say }),
    does: () => readFileSync(join(currentFolder(home), 'does'), 'utf8'),
    folders: () => readdirSync(join(home, 'releases')).filter((name) => /^\d/.test(name)),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

test('an update prepares the newest version in a folder of its own, and switches to it; a rollback returns', async () => {
  using it = installation();
  it.commit('second', 'v1.0.0');
  const third = it.commit('third', 'v1.10.0');
  it.commit('fourth', 'v1.9.0');
  it.commit('not released');
  const { name, record } = (await it.update())!;
  expect(record).toMatchObject({ ref: 'v1.10.0', commit: third, after: null, preparedAt: expect.any(String) });
  expect(name).toMatch(/^\d{8}-\d{6}-v1\.10\.0$/);
  expect([it.does(), readFileSync(join(it.home, 'does'), 'utf8')]).toEqual(['third', 'first']);
  expect(readFileSync(join(currentFolder(it.home), 'ran'), 'utf8')).toBe('build\ndoctor\n');
  expect(git(it.home, 'status', '--porcelain')).toBe('');

  expect(await it.update()).toBeNull();
  await it.update('main');
  expect(it.does()).toBe('not released');
  expect([await it.rollback(), it.does()]).toEqual([name, 'third']);
  expect([await it.rollback(), it.does()]).toEqual([null, 'first']);
  await expect(it.rollback()).rejects.toThrow('The clone itself runs');
});

test('the clone is built before a rollback returns to it, because a unit of systemd starts only what is built', async () => {
  using it = installation();
  it.commit('second', 'v1.0.0');
  await it.update();
  writeFileSync(join(it.home, 'does'), 'FAIL build');
  await expect(it.rollback()).rejects.toThrow('The clone could not be installed or built. Nothing was changed.');
  expect(it.does()).toBe('second');
  writeFileSync(join(it.home, 'does'), 'first');
  expect([await it.rollback(), it.does()]).toEqual([null, 'first']);
  expect(readFileSync(join(it.home, 'ran'), 'utf8')).toBe('build\nbuild\n');
});

test('a release that cannot be installed, built or checked changes nothing and leaves nothing', async () => {
  using it = installation();
  it.commit('second', 'v1.0.0');
  await it.update();
  const before = it.folders();
  it.commit('FAIL build', 'v1.1.0');
  await expect(it.update()).rejects.toThrow('v1.1.0 could not be installed or built. Nothing was changed.');
  it.commit('FAIL doctor', 'v1.2.0');
  await expect(it.update()).rejects.toThrow('Its doctor found faults, so nothing was changed.');
  const refused = 'The database was upgraded by another release.';
  await expect(it.update('main', { checkSchema: async () => ({ refused }) })).rejects.toThrow(refused);
  await expect(it.update('v9.9.9')).rejects.toThrow('There is no tag, branch or commit "v9.9.9"');
  await expect(it.update('--upload-pack=x')).rejects.toThrow('is no tag');
  expect([it.does(), it.folders()]).toEqual(['second', before]);
  await it.update(undefined, { despiteFaults: true });
  expect(it.does()).toBe('FAIL doctor');
});

test('it says what its start does to the schema, and a rollback that the schema does not allow is refused', async () => {
  using it = installation();
  it.commit('second', 'v1.0.0');
  const checkSchema: SchemaCheck = async () => ({ pending: ['0101_pets'], allowsBack: false });
  await it.update(undefined, { checkSchema });
  expect(it.said.join('\n')).toContain('Its start applies 1 migration: 0101_pets.');
  expect(it.said.join('\n')).toContain('the way back is a backup');
  await expect(it.rollback(undefined, async () => ({ refused: 'The schema is too new.' }))).rejects.toThrow(
    'The schema is too new. Nothing was changed.',
  );
  expect(it.does()).toBe('second');
});

test('the command that returns from a rollback leads to the release that was left, not one further back', async () => {
  using it = installation();
  const names: string[] = [];
  for (const version of [1, 2, 3]) {
    it.commit(`version ${version}`, `v${version}.0.0`);
    names.push((await it.update())!.name);
  }
  const [, second = '', third = ''] = names;
  await it.rollback();
  expect(returnTo(it.home, third)).toBe(`npm run rollback -- ${third}`);
  expect(await it.rollback(third)).toBe(third);
  await it.rollback(names[0]);
  expect([await it.rollback(), returnTo(it.home, names[0]!)]).toEqual([null, `npm run rollback -- ${names[0]}`]);
  await it.rollback(names[0]);
  expect(returnTo(it.home, null)).toBe('npm run rollback');
  await it.rollback();
  await it.rollback(second);
  expect(returnTo(it.home, null)).toBeNull();
});

test('a local change to what runs would be lost, and is refused; offline, what is in the clone can be named', async () => {
  using it = installation();
  const second = it.commit('second', 'v1.0.0');
  git(it.home, 'fetch', '--quiet', 'origin');
  rmSync(it.origin, { recursive: true });
  appendFileSync(join(it.home, 'does'), 'changed');
  await expect(it.update(second)).rejects.toThrow('commit or undo them');
  git(it.home, 'checkout', '.');
  await expect(it.update()).rejects.toThrow('`git fetch` failed');
  await it.update(second);
  expect(it.does()).toBe('second');
});

test('a folder from another machine is taken with what was built in it, without what belongs to an installation', async () => {
  using it = installation();
  for (const name of ['backups', 'data', 'dist', 'node_modules', 'web/data'])
    mkdirSync(join(it.origin, name), { recursive: true });
  for (const name of ['.env', 'backups/x', 'data/x', 'dist/x', 'web/data/x']) writeFileSync(join(it.origin, name), 'x');
  await it.update(it.origin);
  const has = (name: string): boolean => existsSync(join(currentFolder(it.home), name));
  expect(['dist/x', 'web/data/x'].map(has)).toEqual([true, true]);
  expect(['.env', 'backups', 'data', '.git'].filter(has)).toEqual([]);
  await expect(it.update('/nowhere')).rejects.toThrow('There is no folder /nowhere.');
  await expect(it.update(it.folder)).rejects.toThrow('is not a version of Askline');
});

test('packages that stay the same are linked, not fetched again', async () => {
  using it = installation();
  mkdirSync(join(it.home, 'node_modules/a'), { recursive: true });
  writeFileSync(join(it.home, 'node_modules/a/package.json'), '{}');
  writeFileSync(join(it.home, 'node_modules/.package-lock.json'), readFileSync(join(it.home, 'package-lock.json')));
  it.commit('second', 'v1.0.0');
  await it.update();
  const inode = (folder: string): number => statSync(join(folder, 'node_modules/a/package.json')).ino;
  expect(inode(currentFolder(it.home))).toBe(inode(it.home));
});

test('three releases are kept, always with the current one and the one before it', async () => {
  using it = installation();
  const names: string[] = [];
  for (const version of [1, 2, 3, 4, 5]) {
    it.commit(`version ${version}`, `v${version}.0.0`);
    names.push((await it.update())!.name);
  }
  expect(it.folders()).toEqual(names.slice(2));
  await it.rollback(names[2]);
  it.commit('version 6', 'v6.0.0');
  const { name } = (await it.update())!;
  expect(it.folders()).toEqual([names[2], names[4], name]);
  expect(await it.rollback()).toBe(names[2]);
  await expect(it.rollback(names[0])).rejects.toThrow(`There is no release ${names[0]}; kept are `);
});

test.each(['build', 'doctor'])(
  'an update that is killed in its %s leaves what runs, and the next one tidies up',
  async (step) => {
    using it = installation();
    it.commit('second', 'v1.0.0');
    await it.update();
    it.commit(`KILL ${step}`, 'v1.1.0');
    const script = `import { update } from ${JSON.stringify(join(import.meta.dirname, 'update.ts'))};
    await update({ home: process.argv[1], despiteFaults: false, signal: new AbortController().signal, say() {},
      checkSchema: async () => ({ pending: [], allowsBack: true }) });`;
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', script, it.home], { stdio: 'inherit' });
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
    expect(it.does()).toBe('second');
    expect([it.folders().length, listReleases(it.home).length]).toEqual([2, 1]);
    it.commit('third', 'v1.2.0');
    await it.update();
    expect([it.does(), it.folders().length]).toEqual(['third', 2]);
  },
);

test('killed after it was complete and before the switch, or while an old one was removed, it is as if it had not begun', async () => {
  using it = installation();
  it.commit('second', 'v1.0.0');
  await it.update();
  it.commit('third', 'v1.1.0');
  const { name } = (await it.update())!;
  await it.rollback();
  // Complete, and not current: the next update to it needs no build.
  writeFileSync(join(folderOf(it.home, name), 'ran'), '');
  await it.update();
  expect(readFileSync(join(folderOf(it.home, name), 'ran'), 'utf8')).toBe('doctor\n');
  // A removal takes the record first.
  const [first = ''] = it.folders();
  rmSync(join(folderOf(it.home, first), 'release.json'));
  await expect(it.rollback()).rejects.toThrow('was removed');
  expect([currentRelease(it.home), it.folders()]).toEqual([name, [name]]);
});
