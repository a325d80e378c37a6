// @ts-check
/**
 * The entry of `npm start|test|dev|bench|screens|doctor|operator|registration`, for any Node from 18 on, without any package. Installs
 * the packages if necessary, then runs scripts/tasks/TASK.ts under the project's own Node.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensurePackages } from './bootstrap/packages.mjs';
import { projectNode } from './bootstrap/project-node.mjs';
import { relay } from './bootstrap/relay.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [task = '', ...args] = process.argv.slice(2);
const file = join(root, 'scripts', 'tasks', `${task}.ts`);

if (!/^[a-z]+$/.test(task) || !existsSync(file)) {
  console.error(`There is no task "${task}".`);
  process.exitCode = 2;
} else {
  try {
    await ensurePackages(root);
    process.exitCode = await relay(root, projectNode(root), [file, ...args]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
