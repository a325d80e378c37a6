// @ts-check
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { nodeEnvOf } from './home.mjs';

/**
 * Whether `prove` has already succeeded in the current state of the installation; if not, runs it and records a success.
 * The state is that of the lock files, of the project's Node and of the folders of the packages: their times and sizes
 * change with each installation, and when a package is added or removed by hand.
 * @param {string} root the project's folder
 * @param {() => boolean} prove
 * @returns {boolean}
 */
export function isProved(root, prove) {
  const record = join(root, '.cache', 'installed');
  const state = stateOf(root);
  if (state !== null && read(record) === state) return true;
  if (!prove()) return false;
  if (state !== null) write(record, state);
  return true;
}

/** @param {string} root @returns {string | null} null: incomplete */
function stateOf(root) {
  const packages = join(root, 'node_modules');
  try {
    const scopes = readdirSync(packages).filter((name) => name.startsWith('@'));
    const files = [
      join(root, 'package-lock.json'),
      join(root, 'scripts', 'bootstrap', 'node-pins.json'),
      join(packages, '.package-lock.json'),
      join(packages, 'node', 'bin', 'node'),
      packages,
      ...scopes.map((name) => join(packages, name)),
    ];
    const states = files.map((file) => {
      const { ino, size, mtimeMs, ctimeMs } = statSync(file);
      return `${file} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    });
    return [nodeEnvOf(root), ...states].join('\n');
  } catch {
    return null;
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Without the record, the next start proves it again. @param {string} file @param {string} state */
function write(file, state) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, state);
  } catch {
    // A folder that may not be written.
  }
}
