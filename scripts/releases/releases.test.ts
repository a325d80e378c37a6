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
  using fixture = installation();
  fixture.commit('second', 'v1.0.0');
  const third = fixture.commit('third', 'v1.10.0');
  fixture.commit('fourth', 'v1.9.0');
  fixture.commit('not released');
  const { name, record } = (await fixture.update())!;
  expect(record).toMatchObject({ ref: 'v1.10.0', commit: third, after: null, preparedAt: expect.any(String) });
  expect(name).toMatch(/^\d{8}-\d{6}-v1\.10\.0$/);
  expect([fixture.does(), readFileSync(join(fixture.home, 'does'), 'utf8')]).toEqual(['third', 'first']);
  expect(readFileSync(join(currentFolder(fixture.home), 'ran'), 'utf8')).toBe('build\ndoctor\n');
  expect(git(fixture.home, 'status', '--porcelain')).toBe('');

  expect(await fixture.update()).toBeNull();
  await fixture.update('main');
  expect(fixture.does()).toBe('not released');
  expect([await fixture.rollback(), fixture.does()]).toEqual([name, 'third']);
  expect([await fixture.rollback(), fixture.does()]).toEqual([null, 'first']);
  await expect(fixture.rollback()).rejects.toThrow('The clone itself runs');
});

test('the clone is built before a rollback returns to it, because a unit of systemd starts only what is built', async () => {
  using fixture = installation();
  fixture.commit('second', 'v1.0.0');
  await fixture.update();
  writeFileSync(join(fixture.home, 'does'), 'FAIL build');
  await expect(fixture.rollback()).rejects.toThrow('The clone could not be installed or built. Nothing was changed.');
  expect(fixture.does()).toBe('second');
  writeFileSync(join(fixture.home, 'does'), 'first');
  expect([await fixture.rollback(), fixture.does()]).toEqual([null, 'first']);
  expect(readFileSync(join(fixture.home, 'ran'), 'utf8')).toBe('build\nbuild\n');
});

test('a release that cannot be installed, built or checked changes nothing and leaves nothing', async () => {
  using fixture = installation();
  fixture.commit('second', 'v1.0.0');
  await fixture.update();
  const before = fixture.folders();
  fixture.commit('FAIL build', 'v1.1.0');
  await expect(fixture.update()).rejects.toThrow('v1.1.0 could not be installed or built. Nothing was changed.');
  fixture.commit('FAIL doctor', 'v1.2.0');
  await expect(fixture.update()).rejects.toThrow('Its doctor found faults, so nothing was changed.');
  const refused = 'The database was upgraded by another release.';
  await expect(fixture.update('main', { checkSchema: async () => ({ refused }) })).rejects.toThrow(refused);
  await expect(fixture.update('v9.9.9')).rejects.toThrow('There is no tag, branch or commit "v9.9.9"');
  await expect(fixture.update('--upload-pack=x')).rejects.toThrow('is no tag');
  expect([fixture.does(), fixture.folders()]).toEqual(['second', before]);
  await fixture.update(undefined, { despiteFaults: true });
  expect(fixture.does()).toBe('FAIL doctor');
});

test('it says what its start does to the schema, and a rollback that the schema does not allow is refused', async () => {
  using fixture = installation();
  fixture.commit('second', 'v1.0.0');
  const checkSchema: SchemaCheck = async () => ({ pending: ['0101_pets'], allowsBack: false });
  await fixture.update(undefined, { checkSchema });
  expect(fixture.said.join('\n')).toContain('Its start applies 1 migration: 0101_pets.');
  expect(fixture.said.join('\n')).toContain('the way back is a backup');
  await expect(fixture.rollback(undefined, async () => ({ refused: 'The schema is too new.' }))).rejects.toThrow(
    'The schema is too new. Nothing was changed.',
  );
  expect(fixture.does()).toBe('second');
});

test('the command that returns from a rollback leads to the release that was left, not one further back', async () => {
  using fixture = installation();
  const names: string[] = [];
  for (const version of [1, 2, 3]) {
    fixture.commit(`version ${version}`, `v${version}.0.0`);
    names.push((await fixture.update())!.name);
  }
  const [, second = '', third = ''] = names;
  await fixture.rollback();
  expect(returnTo(fixture.home, third)).toBe(`npm run rollback -- ${third}`);
  expect(await fixture.rollback(third)).toBe(third);
  await fixture.rollback(names[0]);
  expect([await fixture.rollback(), returnTo(fixture.home, names[0]!)]).toEqual([
    null,
    `npm run rollback -- ${names[0]}`,
  ]);
  await fixture.rollback(names[0]);
  expect(returnTo(fixture.home, null)).toBe('npm run rollback');
  await fixture.rollback();
  await fixture.rollback(second);
  expect(returnTo(fixture.home, null)).toBeNull();
});

test('a local change to what runs would be lost, and is refused; offline, what is in the clone can be named', async () => {
  using fixture = installation();
  const second = fixture.commit('second', 'v1.0.0');
  git(fixture.home, 'fetch', '--quiet', 'origin');
  rmSync(fixture.origin, { recursive: true });
  appendFileSync(join(fixture.home, 'does'), 'changed');
  await expect(fixture.update(second)).rejects.toThrow('commit or undo them');
  git(fixture.home, 'checkout', '.');
  await expect(fixture.update()).rejects.toThrow('`git fetch` failed');
  await fixture.update(second);
  expect(fixture.does()).toBe('second');
});

test('a folder from another machine is taken with what was built in it, without what belongs to an installation', async () => {
  using fixture = installation();
  for (const name of ['backups', 'data', 'dist', 'node_modules', 'web/data'])
    mkdirSync(join(fixture.origin, name), { recursive: true });
  for (const name of ['.env', 'backups/x', 'data/x', 'dist/x', 'web/data/x'])
    writeFileSync(join(fixture.origin, name), 'x');
  await fixture.update(fixture.origin);
  const has = (name: string): boolean => existsSync(join(currentFolder(fixture.home), name));
  expect(['dist/x', 'web/data/x'].map(has)).toEqual([true, true]);
  expect(['.env', 'backups', 'data', '.git'].filter(has)).toEqual([]);
  await expect(fixture.update('/nowhere')).rejects.toThrow('There is no folder /nowhere.');
  await expect(fixture.update(fixture.folder)).rejects.toThrow('is not a version of Askline');
});

test('a rollback without any release says that there is none', async () => {
  using fixture = installation();
  expect(currentRelease(fixture.home)).toBeNull();
  await expect(fixture.rollback()).rejects.toThrow('The clone itself runs: there is no way back from it.');
  await expect(fixture.rollback('one')).rejects.toThrow('There is no release one; none is kept.');
});

test('packages that stay the same are linked, not fetched again', async () => {
  using fixture = installation();
  mkdirSync(join(fixture.home, 'node_modules/a'), { recursive: true });
  writeFileSync(join(fixture.home, 'node_modules/a/package.json'), '{}');
  writeFileSync(
    join(fixture.home, 'node_modules/.package-lock.json'),
    readFileSync(join(fixture.home, 'package-lock.json')),
  );
  fixture.commit('second', 'v1.0.0');
  await fixture.update();
  const inode = (folder: string): number => statSync(join(folder, 'node_modules/a/package.json')).ino;
  expect(inode(currentFolder(fixture.home))).toBe(inode(fixture.home));
});

test('three releases are kept, always with the current one and the one before it', async () => {
  using fixture = installation();
  const names: string[] = [];
  for (const version of [1, 2, 3, 4, 5]) {
    fixture.commit(`version ${version}`, `v${version}.0.0`);
    names.push((await fixture.update())!.name);
  }
  expect(fixture.folders()).toEqual(names.slice(2));
  await fixture.rollback(names[2]);
  fixture.commit('version 6', 'v6.0.0');
  const { name } = (await fixture.update())!;
  expect(fixture.folders()).toEqual([names[2], names[4], name]);
  expect(await fixture.rollback()).toBe(names[2]);
  await expect(fixture.rollback(names[0])).rejects.toThrow(`There is no release ${names[0]}; kept are `);
});

test.each(['build', 'doctor'])(
  'an update that is killed in its %s leaves what runs, and the next one tidies up',
  async (step) => {
    using fixture = installation();
    fixture.commit('second', 'v1.0.0');
    await fixture.update();
    fixture.commit(`KILL ${step}`, 'v1.1.0');
    const script = `import { update } from ${JSON.stringify(join(import.meta.dirname, 'update.ts'))};
    await update({ home: process.argv[1], despiteFaults: false, signal: new AbortController().signal, say() {},
      checkSchema: async () => ({ pending: [], allowsBack: true }) });`;
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', script, fixture.home], {
      stdio: 'inherit',
    });
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
    expect(fixture.does()).toBe('second');
    expect([fixture.folders().length, listReleases(fixture.home).length]).toEqual([2, 1]);
    fixture.commit('third', 'v1.2.0');
    await fixture.update();
    expect([fixture.does(), fixture.folders().length]).toEqual(['third', 2]);
  },
);

test('killed after it was complete and before the switch, or while an old one was removed, it is as if it had not begun', async () => {
  using fixture = installation();
  fixture.commit('second', 'v1.0.0');
  await fixture.update();
  fixture.commit('third', 'v1.1.0');
  const { name } = (await fixture.update())!;
  await fixture.rollback();
  // Complete, and not current: the next update to it needs no build.
  writeFileSync(join(folderOf(fixture.home, name), 'ran'), '');
  await fixture.update();
  expect(readFileSync(join(folderOf(fixture.home, name), 'ran'), 'utf8')).toBe('doctor\n');
  // A removal takes the record first.
  const [first = ''] = fixture.folders();
  rmSync(join(folderOf(fixture.home, first), 'release.json'));
  await expect(fixture.rollback()).rejects.toThrow('was removed');
  expect([currentRelease(fixture.home), fixture.folders()]).toEqual([name, [name]]);
});
