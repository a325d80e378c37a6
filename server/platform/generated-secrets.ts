import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A secret of this installation, made at the first start and kept in `<dataDir>/secrets/<name>` (mode 0600). One that
 * exists is only read: a process starts on a full disk too. Two processes that start concurrently get the same one: the
 * first to create the file wins.
 * @returns 32 random bytes in base64url, and where they are kept
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
  // On disk before it has its name: after a power cut an empty file would be taken for the secret.
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
