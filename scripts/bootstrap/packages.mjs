// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { isInstalled } from './installed.mjs';
import { takeLock } from './lock.mjs';

/** The major version that the code is written for: it runs TypeScript, and has SQLite. */
const NODE_MAJOR = 24;

/** The project's own Node. @param {string} root */
export function projectNode(root) {
  return join(root, 'node_modules', 'node', 'bin', 'node');
}

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
    if (!runsProjectNode(root)) await fetchNode(root);
  } finally {
    release();
  }
  if (!runsProjectNode(root)) {
    throw new Error(`npm did not install Node ${NODE_MAJOR} (package "node"). Run: npm ci --ignore-scripts=false`);
  }
}

/** @param {string} root */
function isReady(root) {
  return isInstalled(root) && runsProjectNode(root);
}

/** @param {string} root */
async function install(root) {
  console.log('Installing packages (once, a minute or so) ...');
  // npm's note of what is installed must not outlive what it is about.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  // The tools that check and build are development packages; NODE_ENV=production alone would leave them out.
  const code = await npm(root, [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0) throw new Error(`The packages could not be installed: npm ci ended with ${code}.`);
  if (!isInstalled(root)) throw new Error('npm ci ended well, but node_modules is not what package-lock.json says.');
}

/**
 * The package `node` brings its program by an install script. Where scripts are switched off (`ignore-scripts` in
 * somebody's .npmrc), that one script is run here: without it nothing runs at all.
 * @param {string} root
 */
async function fetchNode(root) {
  const folder = join(root, 'node_modules', 'node');
  await run(folder, process.execPath, ['installArchSpecificPackage.js']);
}

/** @param {string} root */
function runsProjectNode(root) {
  const { stdout } = spawnSync(projectNode(root), ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return typeof stdout === 'string' && stdout.startsWith(`v${NODE_MAJOR}.`);
}

/** The npm that started us, else the one on PATH. @param {string} root @param {string[]} args */
function npm(root, args) {
  const cli = process.env['npm_execpath'] ?? '';
  return cli.endsWith('npm-cli.js') ? run(root, process.execPath, [cli, ...args]) : run(root, 'npm', args);
}

/**
 * Runs a program, in our own process group, so that Ctrl-C ends it too.
 * @param {string} cwd @param {string} command @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
function run(cwd, command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => reject(new Error(`${command} cannot be started: ${error.message}`)));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
