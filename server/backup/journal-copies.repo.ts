import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

import { BackupError } from './backup-error.ts';

const tries = 20;
const pauseMs = 100;

type Copy = { readonly name: string; readonly bytes: Buffer };

/**
 * Copies of the journals that hold operations. Their processes keep them locked, so the files are copied as they are,
 * again if one was written to meanwhile. Only the operations are in a copy, and none that was put aside: a restored
 * database has no use for it.
 * @param workFolder a folder with room for a copy, such as that of the backup: one for temporary files may be in memory
 * @throws {BackupError}, or the error of a full disk
 */
export async function copyJournals(folder: string, workFolder: string): Promise<Copy[]> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^journal-\d+\.sqlite$/.test(name)) : [];
  const copies: Copy[] = [];
  for (const name of names) {
    const bytes = await copyOf(join(folder, name), workFolder);
    if (bytes !== null) copies.push({ name, bytes });
  }
  return copies;
}

/** @returns null for a journal without operations */
async function copyOf(path: string, workFolder: string): Promise<Buffer | null> {
  for (let nth = 0; nth < tries; nth += 1) {
    // It has telephone numbers: the folder is readable by this account only.
    const folder = mkdtempSync(join(workFolder, '.journal-'));
    try {
      const copy = join(folder, 'journal.sqlite');
      const before = stateOf(path);
      copyFileSync(path, copy);
      if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
      // A checkpoint in between would move entries from the part that is not copied yet to the part that is.
      if (stateOf(path) === before) return operationsOf(copy);
      await wait(pauseMs);
    } catch (error) {
      refuseFault(error, path);
      await wait(pauseMs);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new BackupError(
    `The journal ${path} cannot be copied: it is damaged, or written to without a pause.`,
    'Try again; npm start puts a damaged journal aside and keeps its entries.',
  );
}

/** SQLITE_FULL (https://www.sqlite.org/rescode.html). */
const sqliteFull = 13;

/**
 * Distinguishes a fault of a disk from a journal that is written to while it is copied.
 * @param path of the journal
 * @throws {BackupError} for a fault; for a full disk an error with the code ENOSPC
 */
export function refuseFault(error: unknown, path: string): void {
  const { code, errno, errcode } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  if (code === 'ENOSPC') throw error;
  if (errcode === sqliteFull) throw Object.assign(new Error('the disk is full', { cause: error }), { code: 'ENOSPC' });
  // Its process may remove the write-ahead log meanwhile.
  if (errno === undefined || code === 'ENOENT') return;
  throw new BackupError(
    `The journal ${path} cannot be copied (${code}).`,
    'Check its disk and that of BACKUP_DIR, and that this account may read the one and write to the other.',
    { cause: error },
  );
}

/** Changes with each write. */
function stateOf(path: string): string {
  const states = [path, `${path}-wal`].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }));
  return states.map((state) => `${state?.mtimeNs} ${state?.size}`).join(' ');
}

function operationsOf(copy: string): Buffer | null {
  const file = new DatabaseSync(copy, { timeout: 0 });
  try {
    const [found] = file.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[];
    if (found?.integrity_check !== 'ok') throw new Error('the copy is not sound');
    const [count] = file.prepare('select count(*) as n from ops').all();
    if (count?.['n'] === 0) return null;
    // The snapshot of who may be answered is made again from the restored database.
    for (const table of ['dead', 'known_phones', 'opted_out', 'notes']) file.exec(`delete from ${table}`);
    file.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete; vacuum');
  } finally {
    file.close();
  }
  return readFileSync(copy);
}
