import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A secret of this installation, made at the first start and kept in `<dataDir>/secrets/<name>` (mode 0600).
 * Two processes that start concurrently get the same one: the first to create the file wins.
 * @returns 32 random bytes in base64url, and where they are kept
 */
export function generatedSecret(dataDir: string, name: string): { value: string; file: string } {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // A hard link appears whole or not at all, so no one ever reads a half-written secret.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return { value: readFileSync(file, 'utf8').trim(), file };
}
