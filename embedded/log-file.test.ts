import { mkdtempSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openLog } from './log-file.ts';

test('the log stays small: it rotates into one older file and continues', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-'));
  const path = join(folder, 'postgres.log');
  const running = openLog(path); // the file handle of a server that outlives its supervisor
  writeSync(running.fd, 'x'.repeat(1_000_001));
  const next = openLog(path);
  expect(statSync(path).size).toBe(0);
  expect(statSync(`${path}.1`).size).toBe(1_000_001);
  expect([statSync(path).mode & 0o077, statSync(`${path}.1`).mode & 0o077]).toEqual([0, 0]);
  writeSync(running.fd, 'still here\n');
  next.note('begun');
  expect(next.tail()).toMatch(/^still here\n.* begun$/);
  running.close();
  next.close();
  rmSync(folder, { recursive: true });
});
