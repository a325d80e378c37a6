// @ts-check
import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A lock between processes, for work on the project's folder that must not be done twice at once. It is plain files
 * because it runs before any package is there and on Node 18, which has no SQLite.
 *
 * Holders are numbered: whoever finds the last holder gone or done creates the next number, which only one can (a hard
 * link fails if the name exists). The highest number is never removed, so that one who looked too long ago sees a higher
 * number after creating an old one, and yields.
 */

/** @typedef {{ pid: number, startedAt: string, isDone: boolean }} Holder */

/**
 * Waits for the lock and takes it.
 * @param {string} folder where the lock's files are; made when missing
 * @param {() => void} onWait called once, when someone else has it
 * @returns {Promise<() => void>} gives it back; a process that dies gives it back too
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

/** @param {string} folder @returns {number} the highest number there; 0 when there is none */
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

/** @param {string} folder @param {number} number @returns {boolean} whether we are the holder now */
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

/** @param {string} folder @param {Holder} holder @returns {string} a file of our own that holds it */
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
 * When a process began, where Linux tells (proc(5), field 22), so that a later process with its number is not taken for
 * it; elsewhere '' while it lives. null: it is gone.
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
