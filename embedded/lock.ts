import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the lock on a database folder, so that it has at most one supervisor. Uses SQLite's file lock because the kernel
 * releases it when the holder dies, whatever the cause: a lock is never stale.
 * @returns null if another process holds it
 */
export function takeLock(file: string): { release: () => void } | null {
  const held = new DatabaseSync(file, { timeout: 0 });
  try {
    held.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    held.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => held.close() };
}

/** "The database file could not be written due to concurrent activity by some other connection" (sqlite.org/rescode). */
const SQLITE_BUSY = 5;
