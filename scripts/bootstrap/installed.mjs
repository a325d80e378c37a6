// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { nodeEnvOf } from './home.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Locked
 * @typedef {Record<string, Locked>} Tree packages by their folder, as in package-lock.json
 */

/**
 * Whether node_modules matches package-lock.json. Compares node_modules/.package-lock.json, which npm writes as the last
 * step of an install, so an interrupted install, or one of another lock file, does not count. In production all
 * development packages may be missing, as `npm ci --omit=dev` leaves them out.
 * @param {string} root the project's folder
 */
export function isInstalled(root) {
  const wanted = readTree(join(root, 'package-lock.json'));
  const found = readTree(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null || found === null || !Object.keys(found).every(existsBelow(root))) return false;
  return agree(isWithoutDevelopment(root) ? leaveOutDevelopment(wanted) : wanted, found);
}

/**
 * Whether development packages are omitted on purpose: in production, where npm omits them by default or with
 * `--omit=dev`, and none of them is installed.
 * @param {string} root
 */
export function isWithoutDevelopment(root) {
  if (nodeEnvOf(root) !== 'production') return false;
  const found = readTree(join(root, 'node_modules', '.package-lock.json'));
  return found !== null && !Object.values(found).some(({ dev }) => dev);
}

/** @param {Tree} tree @returns {Tree} */
function leaveOutDevelopment(tree) {
  return Object.fromEntries(Object.entries(tree).filter(([, { dev }]) => !dev));
}

/**
 * @param {Tree} wanted
 * @param {Tree} found
 * @returns {boolean} whether both have the same packages in the same versions, except those for other platforms
 */
export function agree(wanted, found) {
  for (const [folder, { version, integrity }] of Object.entries(found)) {
    const match = wanted[folder];
    if (!match || match.version !== version || match.integrity !== integrity) return false;
  }
  return Object.entries(wanted).every(([folder, locked]) => folder === '' || folder in found || maybeMissing(locked));
}

/**
 * Whether a package may be missing: only an optional one that is not for this platform, because npm does not report a
 * failed download of an optional package. Packages without a platform belong to one that has a platform.
 * @param {Locked} locked
 */
function maybeMissing({ optional, os, cpu, libc }) {
  if (!optional) return false;
  if (!os && !cpu) return true;
  return (
    !allows(os, process.platform) || !allows(cpu, process.arch) || (libc !== undefined && !allows(libc, ourLibc()))
  );
}

/** Matches npm's lists: allowed names, or forbidden ones with "!". @param {string[] | undefined} list @param {string} ours */
function allows(list, ours) {
  if (!list || list.length === 0) return true;
  if (list.includes(`!${ours}`)) return false;
  return list.includes(ours) || list.every((name) => name.startsWith('!'));
}

/** @returns {string} 'glibc' or 'musl' */
function ourLibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** @param {string} root */
function existsBelow(root) {
  return (/** @type {string} */ folder) => existsSync(join(root, folder, 'package.json'));
}

/** @param {string} file @returns {Tree | null} */
function readTree(file) {
  try {
    const { packages } = /** @type {{ packages?: Tree }} */ (JSON.parse(readFileSync(file, 'utf8')));
    return packages ?? null;
  } catch {
    return null;
  }
}
