import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { agree, isInstalled, isWithoutDevelopment } from './installed.mjs';

const wanted = {
  '': {},
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
};
const found = { 'node_modules/a': wanted['node_modules/a'], 'node_modules/b': wanted['node_modules/b'] };

test('the same packages in the same versions match', () => {
  expect(agree(wanted, found)).toBe(true);
});

test('another version, other contents, a missing and an extra package do not match', () => {
  expect(agree(wanted, { ...found, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } })).toBe(false);
  expect(agree(wanted, { ...found, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } })).toBe(false);
  expect(agree(wanted, { 'node_modules/a': wanted['node_modules/a'] })).toBe(false);
  expect(agree(wanted, { ...found, 'node_modules/c': { version: '1.0.0' } })).toBe(false);
});

test('an optional package may be missing only when it is not for this machine', () => {
  const ours = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  const others = { ...ours, os: ['aix'] };
  const notOurs = { ...ours, os: [`!${process.platform}`] };
  const noPlatform = { version: '1.0.0', optional: true };
  expect(agree({ ...wanted, 'node_modules/x': others }, found)).toBe(true);
  expect(agree({ ...wanted, 'node_modules/x': notOurs }, found)).toBe(true);
  expect(agree({ ...wanted, 'node_modules/x': noPlatform }, found)).toBe(true);
  expect(agree({ ...wanted, 'node_modules/x': ours }, found)).toBe(false);
  const libc = ['glibc', 'musl'].map((name) =>
    agree({ ...wanted, 'node_modules/x': { ...ours, libc: [name] } }, found),
  );
  expect(libc.filter((isMissable) => isMissable)).toHaveLength(process.platform === 'linux' ? 1 : 2);
});

test('an install counts once npm has recorded it, and only while every package is present', () => {
  const root = mkdtempSync(join(tmpdir(), 'askline-installed-'));
  const note = join(root, 'node_modules', '.package-lock.json');
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  for (const folder of Object.keys(found)) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), '{}');
  }
  expect(isInstalled(root)).toBe(false); // interrupted before its last step
  writeFileSync(note, '{"packages":');
  expect(isInstalled(root)).toBe(false);
  writeFileSync(note, JSON.stringify({ packages: found }));
  expect(isInstalled(root)).toBe(true);
  rmSync(join(root, 'node_modules/b'), { recursive: true });
  expect(isInstalled(root)).toBe(false);
  rmSync(root, { recursive: true });
});

test('only production runs without the development packages', () => {
  const root = mkdtempSync(join(tmpdir(), 'askline-lean-'));
  const tool = { version: '3.0.0', dev: true };
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { ...wanted, 'node_modules/tool': tool } }),
  );
  for (const folder of Object.keys(found)) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), '{}');
  }
  const note = (packages: object): void =>
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
  note(found);
  expect([isInstalled(root), isWithoutDevelopment(root)]).toEqual([false, false]);
  vi.stubEnv('NODE_ENV', 'production');
  expect([isInstalled(root), isWithoutDevelopment(root)]).toEqual([true, true]);
  note({ 'node_modules/a': found['node_modules/a'] });
  expect(isInstalled(root)).toBe(false); // a runtime package is missing
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

test('a lean installation whose NODE_ENV is in .env stays lean for every command', () => {
  const root = mkdtempSync(join(tmpdir(), 'askline-lean-'));
  const tool = { version: '3.0.0', dev: true };
  const all = { ...found, 'node_modules/tool': tool };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...all } }));
  for (const folder of Object.keys(found)) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), '{}');
  }
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: found }));
  vi.stubEnv('NODE_ENV', undefined);
  const withLine = (line: string): boolean => {
    writeFileSync(join(root, '.env'), `# NODE_ENV=production\nPORT=3000\n${line}\nHOST=::1\n`);
    return isInstalled(root);
  };
  expect(
    ['NODE_ENV=production', '  NODE_ENV = "production" # live', 'export NODE_ENV=production\r'].map(withLine),
  ).toEqual([true, true, true]);
  expect(['', 'NODE_ENV=development', 'NOT_NODE_ENV=production'].map(withLine)).toEqual([false, false, false]);
  vi.stubEnv('NODE_ENV', 'test');
  expect(withLine('NODE_ENV=production')).toBe(false); // the environment wins, as for the task itself
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});
