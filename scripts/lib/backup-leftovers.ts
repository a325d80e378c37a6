import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { removeFolder } from '#embedded/folder.ts';
import { isInUse } from '#embedded/open-database.ts';

/** The beginnings of the names of a backup's temporary folders. */
export const unfinishedStart = '.unfinished-';
export const scratchStart = 'askline-scratch-';

/** No backup takes so long. */
const leftAfterMs = 86_400_000;

/**
 * Removes what a killed `npm run backup` left more than a day ago: each folder has a complete copy of the database in it,
 * or the database that it was restored into as a check.
 * @param folders.scratchDir where the checks are made (TMPDIR), which other programs and accounts use too
 */
export async function removeLeftovers(folders: {
  readonly backupDir: string;
  readonly scratchDir: string;
  readonly now: Date;
}): Promise<void> {
  const { backupDir, scratchDir, now } = folders;
  const left = [...listLeft(backupDir, unfinishedStart, now), ...listLeft(scratchDir, scratchStart, now)];
  for (const folder of left) {
    const database = join(folder, 'postgres');
    if (await isInUse({ folder: database })) continue;
    // It may be a link to another disk.
    removeFolder(database);
    rmSync(folder, { recursive: true, force: true });
  }
}

function listLeft(parent: string, start: string, now: Date): string[] {
  const names = readdirSync(parent).filter((name) => name.startsWith(start));
  return names
    .map((name) => join(parent, name))
    .filter((path) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
      return now.getTime() - found.mtimeMs > leftAfterMs;
    });
}
