import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A secret of this installation, generated at the first start and stored in `<dataDir>/secrets/<name>` (mode 0600). An
 * existing one is only read, so that a process can start on a full disk. Of two processes that start concurrently, the
 * first to create the file wins, and both use its secret.
 * @returns 32 random bytes in base64url, and their file
 */
export function generatedSecret(dataDir: string, name: string): { value: string; file: string } {
  const file = join(dataDir, 'secrets', name);
  return { value: readSecret(file) ?? makeSecret(file), file };
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

function makeSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  // Flushed before it gets its name: after a power cut, an empty file would pass for the secret.
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // A hard link appears whole or not at all, so no one ever reads a half-written secret.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
