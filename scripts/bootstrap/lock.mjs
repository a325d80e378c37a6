// @ts-check
import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A lock between processes, for work on the project's folder that must not run concurrently. It uses plain files because
 * it runs before any package is installed, and on Node 18, which has no SQLite.
 *
 * Holders are numbered: a process that finds the last holder gone or done creates the next number, and only one can (a
 * hard link fails if the name exists). The highest number is never removed, so a process that acts on an outdated
 * listing sees a higher number after creating an old one, and yields.
 */

/** @typedef {{ pid: number, startedAt: string, isDone: boolean }} Holder */

/**
 * Waits for the lock and takes it.
 * @param {string} folder the folder of the lock's files; created if missing
 * @param {() => void} onWait called once if another process holds the lock
 * @returns {Promise<() => void>} releases the lock; the death of the process releases it too
 */
export async function takeLock(folder, onWait) {
  mkdirSync(folder, { recursive: true });
  for (let waits = 0; ;) {
    const last = newest(folder);
    if (last > 0 && isHeld(join(folder, String(last)))) {
      if (waits++ === 0) onWait();
      await wait(200);
      continue;
    }
    if (create(folder, last + 1)) return () => finish(folder, last + 1);
  }
}

/** @param {string} folder @returns {number} the highest holder number; 0 if there is none */
function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
  );
}

/** @param {string} file */
function isHeld(file) {
  const holder = read(file);
  return holder !== null && !holder.isDone && startOf(holder.pid) === holder.startedAt;
}

/** @param {string} folder @param {number} number @returns {boolean} whether this process is now the holder */
function create(folder, number) {
  const file = join(folder, String(number));
  const draft = write(folder, { pid: process.pid, startedAt: startOf(process.pid) ?? '', isDone: false });
  try {
    linkSync(draft, file);
  } catch {
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
  if (newest(folder) !== number) {
    rmSync(file, { force: true });
    return false;
  }
  for (const name of readdirSync(folder)) {
    if (/^\d+$/.test(name) && Number(name) < number) rmSync(join(folder, name), { force: true });
  }
  return true;
}

/** @param {string} folder @param {number} number */
function finish(folder, number) {
  renameSync(write(folder, { pid: process.pid, startedAt: '', isDone: true }), join(folder, String(number)));
}

/** @param {string} folder @param {Holder} holder @returns {string} a new file that contains it */
function write(folder, holder) {
  const draft = join(folder, `draft-${process.pid}-${process.hrtime.bigint()}`);
  writeFileSync(draft, JSON.stringify(holder));
  return draft;
}

/** @param {string} file @returns {Holder | null} */
function read(file) {
  try {
    return /** @type {Holder} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/**
 * The start time of a process on Linux (proc(5), field 22), which distinguishes it from a later process with the same id;
 * elsewhere '' while it runs. null: it is gone.
 * @param {number} pid
 * @returns {string | null}
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? '');
  } catch {
    if (process.platform === 'linux') return null;
  }
  try {
    process.kill(pid, 0);
    return '';
  } catch {
    return null;
  }
}
