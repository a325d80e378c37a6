import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { databasesSetAside } from '#server/backup/set-aside.repo.ts';
import { dayMs } from '#server/platform/durations.ts';

import { advice, type Finding } from './finding.ts';
import { readDatabase } from './read-database.ts';

export type SetAsideDeps = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** `BACKUP_KEEP_DAYS`: the privacy page promises that data of people who left is not kept longer. */
  readonly keepDays: number;
  readonly now: Date;
};

/**
 * Finds databases that a restore put aside or a move left and that are older than a backup may be, because they contain
 * people who have deleted their accounts since. Silent where the server or the folder cannot be read, which has its own
 * finding.
 */
export async function checkSetAside({ databaseUrl, dataDir, keepDays, now }: SetAsideDeps): Promise<Finding[]> {
  const isOver = ({ at }: { at: number }): boolean => now.getTime() - at > keepDays * dayMs;
  const databases = await readDatabase({ url: databaseUrl, queryTimeoutMs: 5000 }, ({ pool }) =>
    databasesSetAside(pool),
  );
  const named = databases.map((name) => ({
    what: `The database ${name}`,
    at: timeOf(name),
    act: `\`drop database ${name}\` (in containers: docker compose exec postgres dropdb --username askline ${name}).`,
  }));
  const folders = listFolders(dataDir).map(({ folder, at }) => ({
    what: `The database in ${folder}`,
    at,
    act: `If no process uses it: rm -rf "$(realpath '${folder}')" '${folder}'`,
  }));
  return [...named, ...folders]
    .filter(isOver)
    .map(({ what, act }) =>
      advice(`${what} has been out of use for more than ${keepDays} days, and keeps people who left.`, act),
    );
}

/** The time in a name such as `before_restore_20261122t211135`, in Unix milliseconds. */
function timeOf(name: string): number {
  const digits = name.replaceAll(/\D/g, '');
  const part = (from: number, to: number): number => Number(digits.slice(from, to));
  return Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14));
}

/** Embedded databases, including the one in use, whose control file PostgreSQL writes at checkpoints and at a stop. */
function listFolders(dataDir: string): { folder: string; at: number }[] {
  return globSync('postgres*', { cwd: dataDir }).flatMap((name) => {
    const folder = join(dataDir, name);
    try {
      return [{ folder, at: statSync(join(folder, 'cluster/global/pg_control')).mtimeMs }];
    } catch {
      return []; // another account's, or no database
    }
  });
}
