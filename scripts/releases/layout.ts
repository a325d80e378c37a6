import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { currentFolder, RECORD } from '../bootstrap/home.mjs';

/** What stands in `release.json` of a release. The server shows it too (server/config/deployment.ts). */
export type ReleaseRecord = {
  /** The tag, branch or folder it was made from, as a person named it. */
  readonly ref: string | null;
  readonly commit: string | null;
  /** When it was complete, ISO 8601; null while it is prepared, and after that was interrupted. */
  readonly preparedAt: string | null;
  /** What ran before it, which `npm run rollback` returns to: a release, or null for the clone itself. */
  readonly after: string | null;
};

/** A complete release: its name in `releases/`, which begins with its time, and its record. */
export type Release = { readonly name: string; readonly record: ReleaseRecord };

/** The current release, its predecessor, and one more. */
const releasesKept = 3;

/** The folder of all releases of the installation `home`. */
function releasesOf(home: string): string {
  return join(home, 'releases');
}

/** The folder of one. */
export function folderOf(home: string, name: string | null): string {
  return name === null ? home : join(releasesOf(home), name);
}

/** All complete releases, oldest first. */
export function listReleases(home: string): Release[] {
  return namesIn(home).flatMap((name) => {
    const record = readRecord(folderOf(home, name));
    return record === null || record.preparedAt === null ? [] : [{ name, record }];
  });
}

/** The release that runs from the next start on; null: the clone itself. */
export function currentRelease(home: string): string | null {
  if (!existsSync(releasesOf(home))) return null;
  const folder = currentFolder(home);
  return dirname(folder) === currentFolder(releasesOf(home)) ? basename(folder) : null;
}

/** Writes a release's record whole or not at all. */
export function writeRecord(folder: string, record: ReleaseRecord): void {
  const draft = join(folder, `${RECORD}.next`);
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { flush: true });
  renameSync(draft, join(folder, RECORD));
}

/** Makes a release, or the clone itself, the one that runs from the next start on. Atomic. */
export function switchTo(home: string, name: string | null): void {
  const draft = join(releasesOf(home), '.current-next');
  rmSync(draft, { force: true });
  symlinkSync(name ?? '..', draft);
  renameSync(draft, join(releasesOf(home), 'current'));
}

/** Removes a release. Interrupted, it is not complete any more. */
export function removeRelease(home: string, name: string): void {
  rmSync(join(folderOf(home, name), RECORD), { force: true });
  rmSync(folderOf(home, name), { recursive: true, force: true });
}

/** Removes what an interrupted update or removal left. Call it with the lock. */
export function removeLeftovers(home: string): void {
  mkdirSync(releasesOf(home), { recursive: true });
  const complete = new Set(listReleases(home).map(({ name }) => name));
  const current = currentRelease(home);
  for (const name of namesIn(home)) {
    if (!complete.has(name) && name !== current) removeRelease(home, name);
  }
}

/** Removes the oldest releases; never the current one or its predecessor. */
export function removeOldReleases(home: string): void {
  const releases = listReleases(home);
  const current = releases.find(({ name }) => name === currentRelease(home));
  const needed = new Set([current?.name, current?.record.after]);
  const others = releases.filter(({ name }) => !needed.has(name));
  const room = Math.max(0, releasesKept - (releases.length - others.length));
  for (const { name } of others.slice(0, others.length - room)) removeRelease(home, name);
}

function namesIn(home: string): string[] {
  const folder = releasesOf(home);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{8}-\d{6}-/.test(name) && statSync(join(folder, name)).isDirectory())
    .toSorted();
}

/** @returns null for a folder without a readable record */
function readRecord(folder: string): ReleaseRecord | null {
  try {
    return JSON.parse(readFileSync(join(folder, RECORD), 'utf8')) as ReleaseRecord;
  } catch {
    return null;
  }
}
