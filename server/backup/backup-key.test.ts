import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import { keyForBackup, keyOfBackup } from './backup-key.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'askline-test-'));

test('a production makes no backup without a key of its own, and writes none next to it', () => {
  const dir = folder();
  expect(() => keyForBackup({ dir, key: null }, true)).toThrow('BACKUP_KEY is not set');
  const key = new Secret('a passphrase of the tests');
  expect(keyForBackup({ dir, key }, true)).toEqual({ key, file: null });
});

test('elsewhere a key is made once, that only its owner reads, and it opens what is next to it', () => {
  const dir = join(folder(), 'backups');
  const made = keyForBackup({ dir, key: null }, false);
  expect(made.file).toBe(join(dir, 'backup-key'));
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(made.file ?? '').mode & 0o777).toBe(0o600);
  expect(Buffer.from(readFileSync(made.file ?? '', 'utf8'), 'base64')).toHaveLength(32);
  expect(keyForBackup({ dir, key: null }, false).key.reveal()).toBe(made.key.reveal());
  expect(keyOfBackup({ dir: folder(), key: null }, join(dir, 'a-backup')).reveal()).toBe(made.key.reveal());
  expect(() => keyOfBackup({ dir: folder(), key: null }, join(folder(), 'a-backup'))).toThrow('BACKUP_KEY is not set');
});
