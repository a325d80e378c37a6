// @ts-check
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isInstalled } from './installed.mjs';
import { takeLock } from './lock.mjs';
import { borrowNode, linkNode, placeNode, projectNode, runsOurNode } from './project-node.mjs';
import { npm, run } from './run.mjs';

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
    if (!isInstalled(root)) await install(root);
    if (!runsOurNode(projectNode(root))) await runNodeScript(root);
    linkNode(root);
  } finally {
    release();
  }
  if (!isReady(root)) throw new Error('npm ci ended well, but node_modules is not what package-lock.json says.');
}

/** @param {string} root */
function isReady(root) {
  return isInstalled(root) && runsOurNode(projectNode(root));
}

/**
 * npm runs under our Node too: under an older one it leaves out, without a word, the compiled parts of tools that want a
 * newer one (they are optional packages with an `engines` of their own). No package runs a script of its own: what they
 * would do is done here (below) and in embedded/binaries.ts, or not needed.
 * @param {string} root
 */
async function install(root) {
  console.log('Installing packages (once, a minute or so) ...');
  const borrowed = await borrowNode(root);
  // npm's note of what is installed must not outlive what it is about.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  // The tools that check and build are development packages; NODE_ENV=production alone would leave them out.
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  const code = await npm(root, [...args, '--loglevel=error'], borrowed.path);
  if (code !== 0) throw new Error(`The packages could not be installed: npm ci ended with ${code}.`);
  placeNode(root, borrowed.path);
  borrowed.giveBack();
}

/**
 * The package `node` fetches its program by an install script, with an npm of its own: needed where the Node that
 * installed the packages is not the very same version.
 * @param {string} root
 */
async function runNodeScript(root) {
  const folder = join(dirname(projectNode(root)), '..');
  await run(folder, process.execPath, ['installArchSpecificPackage.js']);
}
