import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { dayMs } from '#server/platform/durations.ts';

/** A page may stay open in a tab for this long after a release was replaced. */
const keepMs = 30 * dayMs;

/**
 * Keeps the hashed files of this release for later releases, because a page that is open when another release takes
 * over loads its lazy parts from them. Processes of both releases that share `to` serve each other's files. A name is a
 * hash, so an existing file is complete and identical, and is left alone.
 * @param from `assets/` of the build
 * @param to outlives releases; created if missing. `<to>.json` lists the files of the release that started last
 * @returns whether all files are kept; a full disk must not stop a start
 */
export async function keepAssets(from: string, to: string, now = new Date()): Promise<boolean> {
  try {
    await mkdir(to, { recursive: true });
    const names = await readdir(from);
    const kept = new Set(await readdir(to));
    const missing = names.filter((name) => !kept.has(name));
    await Promise.all(missing.map((name) => asDraft(join(to, name), (draft) => copyFile(join(from, name), draft))));
    const own = new Set(names);
    const others = [...kept].filter((name) => !own.has(name));
    await noteReplaced(`${to}.json`, own, async (last) => {
      const replaced = others.filter((name) => last.has(name));
      await Promise.all(replaced.map((name) => utimes(join(to, name), now, now)));
    });
    await removeOld(
      others.map((name) => join(to, name)),
      now,
    );
    return true;
  } catch {
    return false;
  }
}

/** Writes a file that gets its name once it is complete. */
async function asDraft(target: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${target}.${randomUUID()}.next`;
  try {
    await write(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Finds the files of the previous release, which may have run for months, and lists those of this release instead. */
async function noteReplaced(
  list: string,
  own: ReadonlySet<string>,
  replace: (last: ReadonlySet<string>) => Promise<void>,
): Promise<void> {
  const last = new Set(await readList(list));
  if (last.size === own.size && last.isSubsetOf(own)) return;
  await replace(last);
  await asDraft(list, (draft) => writeFile(draft, JSON.stringify([...own])));
}

/** Reads the list of the previous release; a missing or damaged one counts as empty. */
async function readList(file: string): Promise<string[]> {
  try {
    return z.array(z.string()).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return [];
  }
}

/** Removes the files of releases that were replaced more than `keepMs` ago, and leftovers of interrupted copies. */
async function removeOld(files: readonly string[], now: Date): Promise<void> {
  const oldest = now.getTime() - keepMs;
  for (const file of files) {
    // Another process may have removed it.
    const { mtimeMs } = (await stat(file).catch(() => null)) ?? { mtimeMs: oldest };
    if (mtimeMs < oldest) await rm(file, { force: true });
  }
}
