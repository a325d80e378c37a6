import { mkdtempSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { generatedSecret } from './generated-secrets.ts';

test('an existing secret is read without writing, because the disk may be full', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'askline-test-'));
  const made = generatedSecret(dataDir, 'session-secret');
  const folder = join(dataDir, 'secrets');
  const longAgo = new Date('2026-01-01T00:00:00Z');
  utimesSync(folder, longAgo, longAgo);
  expect(generatedSecret(dataDir, 'session-secret')).toEqual(made);
  // Creating a file, even for a moment, would change the folder.
  expect(statSync(folder).mtime).toEqual(longAgo);
  expect(readdirSync(folder)).toEqual(['session-secret']);
  expect(statSync(made.file).mode & 0o077).toBe(0);
});
