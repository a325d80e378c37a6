// @ts-check
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/**
 * Runs npm under the given Node: the npm that started this process, else the one on PATH.
 * @param {string} cwd @param {string[]} args
 * @param {string} [node] default: the current one
 * @returns {Promise<number>} its exit code
 */
export function npm(cwd, args, node = process.execPath) {
  const cli = process.env['npm_execpath'] ?? '';
  // Install scripts and npm's helpers run `node` from PATH.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
  return cli.endsWith('npm-cli.js') ? run(cwd, node, [cli, ...args], env) : run(cwd, 'npm', args, env);
}

/**
 * Runs a program in the current process group, so that Ctrl-C ends it too.
 * @param {string} cwd @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code
 */
export function run(cwd, command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => reject(new Error(`${command} cannot be started: ${error.message}`)));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
