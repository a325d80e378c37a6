// @ts-check
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { homeOf } from './home.mjs';
import { ensurePackages } from './packages.mjs';
import { projectNode } from './project-node.mjs';
import { relay } from './relay.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Runs scripts/tasks/TASK.ts of the folder that this file is in, under that folder's own Node, after installing its
 * packages if necessary. Another release's run.mjs calls it: name and arguments stay.
 * @param {string} task
 * @param {string[]} args
 * @returns {Promise<number>} the exit code; errors have been printed
 */
export async function runTask(task, args) {
  const file = join(root, 'scripts', 'tasks', `${task}.ts`);
  if (!/^[a-z]+$/.test(task) || !existsSync(file)) {
    console.error(`There is no task "${task}".`);
    return 2;
  }
  try {
    await ensurePackages(root);
    // Paths that people give begin at the clone, also where a release runs.
    return await relay(homeOf(root), projectNode(root), [file, ...args], task === 'setup' ? 'inherit' : 'ignore');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
