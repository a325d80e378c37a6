import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One folder for all temporary files of a test run (`os.tmpdir()`, in its workers and child processes too), removed at
 * its end: also those of tests that failed, and of processes that a test killed.
 */
export function setup(): () => void {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'askline-'));
  // Started by root, PostgreSQL runs as another account, whose data is below.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
