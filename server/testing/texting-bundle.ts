import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
let path: string | undefined;

/**
 * `texting-main.ts` with all that it imports in one file, which starts in a third of the time: some 900 files are neither
 * found nor linked. It is made when a source has changed, and kept in `.cache` under the hash of all sources.
 * @returns its path
 * @throws if it cannot be made
 */
export function textingBundle(): string {
  path ??= makeBundle();
  return path;
}

function makeBundle(): string {
  const folder = join(root, '.cache', 'texting', hashOfSources());
  const file = join(folder, 'texting-main.mjs');
  if (existsSync(file)) return file;
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'bundle-texting.ts'), folder], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`texting-main.ts cannot be bundled: ${stderr}`);
  return file;
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version);
  const sources = globSync(['{contract,server}/**/*.ts', 'package-lock.json'], { cwd: root, exclude: isTest });
  for (const source of sources.sort()) hash.update(source).update(readFileSync(join(root, source)));
  return hash.digest('hex').slice(0, 16);
}

function isTest(name: string): boolean {
  return name.endsWith('.test.ts');
}
