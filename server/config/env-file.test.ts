import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { loadEnvFile, requireWritableEnvFile, setInEnvFile } from './env-file.ts';

async function fileWith(text: string | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'askline-env-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, '.env');
  if (text !== null) await writeFile(path, text, { mode: 0o644 });
  return path;
}

test.each([
  ['A=1\nB=2\n', 'A=1\nB=new\n'],
  ['# says\n#B=example\nA=1\n', '# says\nB=new\nA=1\n'],
  ['#B=example\nB=old\n', '#B=example\nB=new\n'],
  ['A=1', 'A=1\nB=new\n'],
  [null, 'B=new\n'],
])('in %j a setting goes to its place, and the rest stays', async (before, after) => {
  const path = await fileWith(before);
  await setInEnvFile(path, 'B', 'new');
  expect(await readFile(path, 'utf8')).toBe(after);
  expect(parseEnv(after)['B']).toBe('new');
  expect((await stat(path)).mode & 0o777).toBe(before === null ? 0o600 : 0o644);
});

test('a value of more than one line is refused, and the file is unchanged', async () => {
  const path = await fileWith('A=1\n');
  await expect(setInEnvFile(path, 'A', '2\nB=3')).rejects.toThrow('cannot be written');
  expect(await readFile(path, 'utf8')).toBe('A=1\n');
});

test('a link to the settings stays a link, and its target keeps owner, group and mode', async () => {
  const path = await fileWith('A=1\n');
  const link = `${path}.link`;
  await symlink(path, link);
  // Only root may give a file away.
  if (process.getuid?.() === 0) await chown(path, 0, 10_001);
  const before = await stat(path);
  expect(await setInEnvFile(link, 'B', 'new')).toBe(path);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('A=1\nB=new\n');
  const { uid, gid, mode } = before;
  expect(await stat(path)).toMatchObject({ uid, gid, mode });
});

test('a dangling link is refused and left in place', async () => {
  const path = await fileWith(null);
  await symlink(`${path}.away`, path);
  await expect(setInEnvFile(path, 'A', '1')).rejects.toThrow('is a link to a file that does not exist');
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
});

// A folder in which not even root can create a file.
test.skipIf(process.platform !== 'linux')(
  'a file in a folder that cannot be written is named, and refused',
  async () => {
    const path = await fileWith(null);
    await symlink('/proc/version', path);
    await expect(requireWritableEnvFile(path)).rejects.toThrow('/proc/version cannot be replaced by this account');
    await expect(setInEnvFile(path, 'A', '1')).rejects.toThrow('/proc/version cannot be replaced by this account');
  },
);

test('a trial write leaves the file and its folder unchanged', async () => {
  const path = await fileWith('A=1\n');
  await requireWritableEnvFile(path);
  expect(await readFile(path, 'utf8')).toBe('A=1\n');
  expect(await readdir(join(path, '..'))).toEqual(['.env']);
});

test('settings that this account may not read stop a command, in place of running without them', async () => {
  const link = await fileWith(null);
  const closed = `${link}.closed`;
  await mkdir(closed);
  await writeFile(join(closed, 'askline.env'), 'A=1\n');
  await symlink(join(closed, 'askline.env'), link);
  await chmod(closed, 0o000);
  // Root may read everything.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(() => loadEnvFile(link)).toThrow(`${link} cannot be read by this account (EACCES). Run this as the account`);
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(closed, 0o700);
  }
});

test('a .env that leads nowhere stops a start, and none at all does not', async () => {
  const link = await fileWith(null);
  loadEnvFile(link);
  await symlink(`${link}.gone`, link);
  expect(() => loadEnvFile(link)).toThrow(`${link} is a link to a file that does not exist.`);
});

test('settings behind a byte order mark are refused, because the first of them would not count', async () => {
  const path = await fileWith('\uFEFFNODE_ENV=production\n');
  expect(() => loadEnvFile(path)).toThrow(`${path} begins with a byte order mark`);
});
