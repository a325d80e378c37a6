import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';

import { takeLock } from '../bootstrap/lock.mjs';
import { inCache, inProject, root } from './project.ts';
import { runOnce } from './run-once.ts';

/** The inputs of the site's build. */
const INPUTS = [
  'web/**',
  'contract/**',
  'scripts/build-web.ts',
  'scripts/build-web/**',
  'vite.config.ts',
  'package-lock.json',
];

/** Next to the site, so that a copy of `dist/` contains it. */
const STAMP = inProject('dist', 'web-inputs');

/** Builds the site unless the last build had the same inputs. @throws with the output of a failed build */
export async function buildWeb(signal: AbortSignal): Promise<void> {
  if (isFresh()) return;
  const release = await takeLock(inCache('web-build-lock'), () =>
    console.log('Another process is building the site; waiting for it.'),
  );
  try {
    if (isFresh()) return;
    if (!existsSync(inProject('node_modules', 'vite'))) {
      throw new Error(`dist/web was not built from these sources, and the packages that build it are not installed.
Build it where they are (npm run build) and copy dist/ here, or install them: npm ci --include=dev`);
    }
    const hash = hashInputs();
    console.log('Building the site ...');
    const { code, output } = await runOnce([process.execPath, inProject('scripts/build-web.ts')], { signal });
    if (signal.aborted) return;
    if (code !== 0) throw new Error(`${output}\nThe site could not be built.`);
    writeFileSync(STAMP, hash);
  } finally {
    release();
  }
}

function isFresh(): boolean {
  if (!existsSync(inProject('dist/web')) || !existsSync(STAMP)) return false;
  return readFileSync(STAMP, 'utf8') === hashInputs();
}

/** Hashes names and contents, because a removed file changes the build too. */
function hashInputs(): string {
  const hash = createHash('sha256');
  const files = globSync(INPUTS, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  for (const file of files.toSorted())
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}
