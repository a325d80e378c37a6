import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** A page may stay open in a tab for this long after a release was replaced. */
const keptMs = 30 * 86_400_000;
/** How exact a file's time is: it is noted again only if it is older, as most starts are soon after another. */
const noteEveryMs = 86_400_000;

/**
 * Keeps the hashed files of this release for the releases after it: a page that is open when another release takes over
 * loads its later parts from them. Processes of both releases that share `to` serve each other's. A name is a hash, so
 * a file that is there is complete and the same. A start that finds its files only reads their times.
 * @param from `assets/` of the build
 * @param to outlives releases; created if missing
 * @returns whether all are kept; a full disk must not stop a start
 */
export async function keepAssets(from: string, to: string, now = new Date()): Promise<boolean> {
  try {
    await mkdir(to, { recursive: true });
    const ages = await agesOf(to, now);
    const names = new Set(await readdir(from));
    const missing = [...names].filter((name) => !ages.has(name));
    await Promise.all(missing.map((name) => keep(join(from, name), join(to, name), now)));
    await Promise.all(
      [...ages].map(async ([name, ageMs]) => {
        if (names.has(name) && ageMs > noteEveryMs) await utimes(join(to, name), now, now);
        // What no release has had for so long at its start, and what interrupted copies left.
        if (!names.has(name) && ageMs > keptMs + noteEveryMs) await rm(join(to, name), { force: true });
      }),
    );
    return true;
  } catch {
    return false;
  }
}

/** How long ago each file of the folder was noted, in ms. */
async function agesOf(folder: string, now: Date): Promise<Map<string, number>> {
  const ages = new Map<string, number>();
  await Promise.all(
    (await readdir(folder)).map(async (name) => {
      // Another process may have removed it.
      const found = await stat(join(folder, name)).catch(() => null);
      if (found !== null) ages.set(name, now.getTime() - found.mtimeMs);
    }),
  );
  return ages;
}

/** Complete before it has its name. */
async function keep(source: string, target: string, now: Date): Promise<void> {
  const draft = `${target}.${randomUUID()}.next`;
  try {
    await copyFile(source, draft);
    await utimes(draft, now, now);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
