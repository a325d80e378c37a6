import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const bundles = new Map<string, string>();
let hash: string | undefined;

/**
 * A main file of the server with all that it imports in one file, which starts in a third of the time: about 900 files
 * are neither found nor linked. It is made when a source has changed, and kept in `.cache` under the hash of all
 * sources. `server/main.ts` is what `npm start` runs, in `dist`.
 * @param main its path in the project
 * @returns the path of the bundle
 * @throws if it cannot be made
 */
export function processBundle(main: string): string {
  const known = bundles.get(main) ?? makeBundle(main);
  bundles.set(main, known);
  return known;
}

function makeBundle(main: string): string {
  if (main === 'server/main.ts') return run('build-product.ts');
  hash ??= hashOfSources();
  const name = basename(main, '.ts');
  const folder = join(root, '.cache', 'processes', name, hash);
  const file = join(folder, `${name}.mjs`);
  return existsSync(file) ? file : run('bundle-process.ts', main, file);
}

/** @returns the last line that the script prints: the bundle's path */
function run(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed: ${stderr}`);
  return stdout.trim().split('\n').at(-1) ?? '';
}

function hashOfSources(): string {
  const all = createHash('sha256').update(process.version);
  const sources = globSync(['{contract,server}/**/*.{ts,json}', 'package-lock.json'], { cwd: root, exclude: isTest });
  for (const source of sources.sort()) all.update(source).update(readFileSync(join(root, source)));
  return all.digest('hex').slice(0, 16);
}

function isTest(name: string): boolean {
  return name.endsWith('.test.ts');
}
