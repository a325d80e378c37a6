import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { type DatabaseState, type EmbeddedDatabase, openDatabase } from '#embedded/open-database.ts';

/** The folder of the installation's embedded database. */
export function ownFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Opens the installation's embedded database.
 * @throws with a message for the operator if it cannot be started, or a restore has put it aside and nothing in its place
 */
export async function openOwnDatabase(
  dataDir: string,
  onState?: (state: DatabaseState) => void,
): Promise<EmbeddedDatabase> {
  const folder = ownFolder(dataDir);
  requireInPlace(folder);
  return openDatabase({ folder, ...(onState && { onState }) });
}

/** Whether there is a folder, or a link to one, even if its target is gone. */
export function isThere(folder: string): boolean {
  return existsSync(folder) || Boolean(lstatSync(folder, { throwIfNoEntry: false }));
}

/** A start would make an empty database. @throws if a restore was killed between its two renames */
export function requireInPlace(folder: string): void {
  if (isThere(folder) || !existsSync(dirname(folder))) return;
  const names = readdirSync(dirname(folder)).filter((name) => name.startsWith(`${basename(folder)}.before-restore-`));
  const newest = names.toSorted().at(-1);
  if (newest === undefined) return;
  const aside = join(dirname(folder), newest);
  throw new Error(
    `${folder} is missing, and a restore has put the database that was there aside. ` +
      `Run the restore again, or put the database back: mv '${aside}' '${folder}'`,
  );
}
