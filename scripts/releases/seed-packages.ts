import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

import { isInstalled, isWithoutDevelopment } from '../bootstrap/installed.mjs';

const MB = 1024 * 1024;
/** What the packages take, and what sources, pages and caches take; with some room. */
const packagesMb = 800;
const restMb = 100;

/** How the packages of a release get there: from the running one, or from the registry. */
export type Packages = 'linked' | 'installed';

/**
 * Whether the packages that are installed in `from` are the ones that `to` has in its lock file. The files then need no
 * network and no space.
 */
export function packagesFor(from: string, to: string): Packages {
  const locks = [from, to].map((folder) => join(folder, 'package-lock.json'));
  const [ours, theirs] = locks.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : null));
  return ours !== null && ours === theirs && isInstalled(from) ? 'linked' : 'installed';
}

/** @throws with a sentence if the disk has no room for another release */
export function requireSpace(folder: string, packages: Packages): void {
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / MB);
  const neededMb = restMb + (packages === 'installed' ? packagesMb : 0);
  if (freeMb >= neededMb) return;
  throw new Error(
    `A release takes about ${neededMb} MB, and the disk of ${folder} has ${freeMb} MB free: make room first.`,
  );
}

/**
 * Gives `to` the packages of `from` as hard links (copies where the file system has none), or, where an installation must
 * follow, npm's record of a lean one, so that a lean installation stays lean (bootstrap/installed.mjs).
 */
export function seedPackages(from: string, to: string, packages: Packages): void {
  if (packages === 'linked') return linkTree(join(from, 'node_modules'), join(to, 'node_modules'));
  if (!isWithoutDevelopment(from)) return;
  const record = join('node_modules', '.package-lock.json');
  mkdirSync(join(to, 'node_modules'), { recursive: true });
  copyFileSync(join(from, record), join(to, record));
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(source, target);
  }
}
