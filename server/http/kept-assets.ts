import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** A page may stay open in a tab for this long after a release was replaced. */
const keptMs = 30 * 86_400_000;

/**
 * Keeps the hashed files of this release for the releases after it: a page that is open when another release takes over
 * loads its later parts from them. Processes of both releases that share `to` serve each other's. A name is a hash, so
 * a file that is there is complete and the same.
 * @param from `assets/` of the build
 * @param to outlives releases; created if missing
 * @returns whether all are kept; a full disk must not stop a start
 */
export async function keepAssets(from: string, to: string, now = new Date()): Promise<boolean> {
  try {
    await mkdir(to, { recursive: true });
    const kept = new Set(await readdir(to));
    const names = await readdir(from);
    await Promise.all(names.map((name) => keep(join(from, name), join(to, name), kept.has(name))));
    await Promise.all(names.map((name) => utimes(join(to, name), now, now)));
    await removeOld(to, now);
    return true;
  } catch {
    return false;
  }
}

/** Complete before it has its name. */
async function keep(source: string, target: string, isKept: boolean): Promise<void> {
  if (isKept) return;
  const draft = `${target}.${randomUUID()}.next`;
  try {
    await copyFile(source, draft);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Files that no release has had for so long at its start, and what interrupted copies left. */
async function removeOld(folder: string, now: Date): Promise<void> {
  const oldest = now.getTime() - keptMs;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    // Another process may have removed it.
    const { mtimeMs } = (await stat(file).catch(() => null)) ?? { mtimeMs: oldest };
    if (mtimeMs < oldest) await rm(file, { force: true });
  }
}
