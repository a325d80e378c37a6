// @ts-check
/**
 * The entry of every npm script that runs a task, `npm start` among them, for any Node from 18 on, without any package.
 * Installs the packages if necessary, then runs scripts/tasks/TASK.ts under the project's own Node: of this folder, or of
 * the release that `releases/current` names (docs/releases.md). A launcher that stops because another release was
 * switched to is started again, from that release.
 */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { currentFolder, homeOf, SWITCHED } from './bootstrap/home.mjs';

/** What is about the sources of this folder, whatever release runs. */
const ofThisFolder = ['build', 'dev', 'test', 'bench', 'screens'];

const root = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..'));
const home = homeOf(root);
const [task = '', ...args] = process.argv.slice(2);

// Inside of a release, that release: it is checked before it is current.
let folder = ofThisFolder.includes(task) || home !== root ? root : currentFolder(home);
for (;;) {
  const url = pathToFileURL(join(folder, 'scripts', 'bootstrap', 'task.mjs')).href;
  const { runTask } = /** @type {typeof import('./bootstrap/task.mjs')} */ (await import(url));
  process.exitCode = await runTask(task, args);
  if (process.exitCode !== SWITCHED) break;
  folder = currentFolder(home);
}
