import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The project's folder, absolute. */
export const root = resolve(import.meta.dirname, '../..');

/** A path below the project's folder. */
export function inProject(...parts: string[]): string {
  return join(root, ...parts);
}

/** What only git ignores: caches of ours, safe to remove at any time. */
export function inCache(...parts: string[]): string {
  return inProject('.cache', ...parts);
}

/** Reads `.env` into the environment, where what is set already wins. */
export function loadEnvironment(): void {
  if (existsSync(inProject('.env'))) process.loadEnvFile(inProject('.env'));
}
