import { join } from 'node:path';

import { type Outcome, runOnce } from '../lib/run-once.ts';

/** Runs a task of that folder, a release or the clone, under that folder's own Node and packages. */
export function runTask(folder: string, task: string, signal: AbortSignal): Promise<Outcome> {
  return runOnce([process.execPath, join(folder, 'scripts/run.mjs'), task], { signal, show: true, cwd: folder });
}
