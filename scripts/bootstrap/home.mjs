// @ts-check
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The exit code of a task that stopped because another release is to run (scripts/lib/launch.ts). */
export const SWITCHED = 75;

/** What a release knows about itself (scripts/releases/layout.ts); a plain checkout has none. */
export const RECORD = 'release.json';

/**
 * The folder of the installation: the clone, with `.env`, `data/` and `releases/`. A release is in `releases/` of it; a
 * plain checkout is its own.
 * @param {string} root the folder of the code
 * @returns {string} absolute
 */
export function homeOf(root) {
  return existsSync(join(root, RECORD)) ? dirname(dirname(root)) : root;
}

/**
 * The code that is to run: where the link `releases/current` leads, or the clone itself while there is none.
 * @param {string} home the installation's folder
 * @returns {string} absolute, without links
 */
export function currentFolder(home) {
  try {
    return realpathSync(join(home, 'releases', 'current'));
  } catch {
    return realpathSync(home);
  }
}

/**
 * NODE_ENV as the tasks of this installation will have it: of the environment, else of `.env`. Node 18 cannot read such
 * a file itself (nodejs.org/api/process.html, `process.loadEnvFile`).
 * @param {string} root the folder of the code
 * @returns {string} empty if it is set nowhere
 */
export function nodeEnvOf(root) {
  const set = process.env['NODE_ENV'];
  if (set !== undefined) return set;
  try {
    const file = readFileSync(join(homeOf(root), '.env'), 'utf8');
    return /^[ \t]*(?:export[ \t]+)?NODE_ENV[ \t]*=[ \t]*["'`]?(\w*)/m.exec(file)?.[1] ?? '';
  } catch {
    return '';
  }
}
