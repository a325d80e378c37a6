// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { isInstalled, isWithoutDevelopment } from './installed.mjs';
import { takeLock } from './lock.mjs';
import { borrowNode, hasProjectNode, linkNode, placeNode } from './project-node.mjs';
import { npm } from './run.mjs';

/**
 * Installs what package-lock.json says when that is not what is there. Two at once: the second waits for the first.
 * @param {string} root the project's folder
 * @throws {Error} with a sentence for the operator
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
  if (!isReady(root)) throw new Error('npm ci ended well, but node_modules is not what package-lock.json says.');
}

/** @param {string} root */
function isReady(root) {
  return isInstalled(root) && hasProjectNode(root);
}

/**
 * npm runs under our Node too: under an older one it leaves out, without a word, the compiled parts of tools that want a
 * newer one (they are optional packages with an `engines` of their own). No package runs a script of its own: what they
 * would do is done here and in embedded/binaries.ts, or not needed. The package `node` in particular would fetch its
 * program by version alone; ours is pinned by its hash (project-node.mjs).
 * @param {string} root
 */
async function install(root) {
  const borrowed = await borrowNode(root);
  try {
    if (!isInstalled(root)) await installPackages(root, borrowed.path);
    placeNode(root, borrowed.path);
  } finally {
    borrowed.giveBack();
  }
}

/** @param {string} root @param {string} node */
async function installPackages(root, node) {
  console.log('Installing packages (once, a minute or so) ...');
  const isLean = isWithoutDevelopment(root);
  // npm's note of what is installed must not outlive what it is about.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  // The tools that check and build are development packages; NODE_ENV=production alone would leave them out.
  const kinds = [isLean ? '--omit=dev' : '--include=dev', '--include=optional'];
  const code = await npm(
    root,
    ['ci', ...kinds, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    node,
  );
  if (code !== 0) throw new Error(`The packages could not be installed: npm ci ended with ${code}.`);
}
