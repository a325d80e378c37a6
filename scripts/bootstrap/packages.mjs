// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { isInstalled, isWithoutDevelopment } from './installed.mjs';
import { takeLock } from './lock.mjs';
import { borrowNode, hasProjectNode, linkNode, placeNode } from './project-node.mjs';
import { isProved } from './proof.mjs';
import { npm } from './run.mjs';

/**
 * Installs the packages of package-lock.json unless they are installed. Concurrent calls wait for the first.
 * @param {string} root the project's folder
 * @throws {Error} with a message for the operator
 */
export async function ensurePackages(root) {
  if (isReady(root)) return;
  const release = await takeLock(join(root, '.cache', 'install-lock'), () => {
    console.log('Another process is installing the packages; waiting for it.');
  });
  try {
    if (!isReady(root)) await install(root);
    linkNode(root);
  } finally {
    release();
  }
  if (!isReady(root)) throw new Error('npm ci succeeded, but node_modules does not match package-lock.json.');
}

/** @param {string} root */
function isReady(root) {
  return isProved(root, () => isInstalled(root) && hasProjectNode(root));
}

/**
 * npm runs under the project's Node too: under an older one it silently skips the compiled parts of tools that require a
 * newer one (optional packages with their own `engines`). No package runs an install script: the necessary ones are
 * replaced here and in embedded/binaries.ts. The script of the package `node` would download its program by version
 * alone; ours is pinned by its hash (project-node.mjs).
 * @param {string} root
 */
async function install(root) {
  const borrowed = await borrowNode(root);
  try {
    if (!isInstalled(root)) await installPackages(root, borrowed.path);
    placeNode(root, borrowed.path);
  } finally {
    borrowed.release();
  }
}

/** @param {string} root @param {string} node */
async function installPackages(root, node) {
  console.log('Installing packages (once, a minute or so) ...');
  const isLean = isWithoutDevelopment(root);
  // npm's record of the installed packages must not outlive the packages.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  // Checks and builds need the development packages; NODE_ENV=production alone would omit them.
  const kinds = [isLean ? '--omit=dev' : '--include=dev', '--include=optional'];
  const code = await npm(
    root,
    ['ci', ...kinds, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    node,
  );
  if (code !== 0) throw new Error(`The packages could not be installed: npm ci ended with ${code}.`);
}
