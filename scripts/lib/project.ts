import { join, resolve } from 'node:path';

import { loadEnvFile } from '#server/config/env-file.ts';

import { homeOf } from '../bootstrap/home.mjs';

/** The project's folder, absolute. */
export const root = resolve(import.meta.dirname, '../..');

/** The installation's folder, with `.env` and `data/`: `root`, unless that is a release (docs/releases.md). */
export const home = homeOf(root);

/** A path below the project's folder. */
export function inProject(...parts: string[]): string {
  return join(root, ...parts);
}

/** A path in the cache folder, which git ignores and which is safe to remove at any time. */
export function inCache(...parts: string[]): string {
  return inProject('.cache', ...parts);
}

/** Reads `.env` into the environment; existing variables take precedence. @throws with a sentence for the operator */
export function loadEnvironment(): void {
  loadEnvFile(join(home, '.env'));
}
