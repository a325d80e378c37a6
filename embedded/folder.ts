import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  rmdirSync,
  statSync,
  statfsSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { type SystemUser, canEnter, chooseUser } from './system-user.ts';

/** The files of one embedded database: absolute paths, links resolved. */
export type Folder = {
  /** Parent of the other files; other accounts cannot list it, `user` can enter it. */
  readonly dir: string;
  readonly cluster: string;
  /** Passwords of the superuser and the owner, the port and both URLs. Mode 0600. */
  readonly connectionFile: string;
  /** The supervisor's process, port and token. Mode 0600. */
  readonly supervisorFile: string;
  readonly lockFile: string;
  readonly logFile: string;
  readonly user: SystemUser | null;
};

/** Folders that root can write and every account can enter, in order of preference; the last survives a restart too. */
const PLACES_AWAY = ['/var/lib/askline', '/var/tmp/askline'];

/** Linux keeps these files in memory (shm_overview(7)); a container may have only 64 MB. */
const MEMORY = '/dev/shm';
/** TMPFS_MAGIC of statfs(2). */
const TMPFS = 0x01021994;
/** A run of all tests needs 160 MB. */
const MEMORY_ROOM_BYTES = 2 ** 30;

/** The paths below `dir`, whether or not the files exist. */
export function filesOf(dir: string): Omit<Folder, 'user'> {
  return {
    dir,
    cluster: join(dir, 'cluster'),
    connectionFile: join(dir, 'connection.json'),
    supervisorFile: join(dir, 'supervisor.json'),
    lockFile: join(dir, 'supervisor.lock'),
    logFile: join(dir, 'postgres.log'),
  };
}

/**
 * Prepares `asked` to hold a cluster. As root, below a folder that PostgreSQL's account cannot enter (a root-only home),
 * creates a new folder in a system location and makes `asked` a permanent link to it: where the link was removed, the
 * database behind it does not come back under the secrets of a new start. A throwaway folder is in memory if
 * there is room, behind such a link: databases are created and dropped there in a tenth of the time.
 * @throws an Error with a message for the operator if that is not possible
 */
export function prepareFolder(asked: string, isThrowaway = false): Folder {
  const wanted = resolve(asked);
  const user = chooseUser(join(wanted, 'cluster'));
  if (isDanglingLink(wanted)) {
    if (!isThrowaway) {
      throw new Error(
        `${wanted} links to a database that is missing. ` +
          'Put the database back, or remove the link to start with an empty one.',
      );
    }
    rmSync(wanted, { force: true });
  }
  if (!existsSync(wanted)) create(wanted, user, isThrowaway);
  const dir = realpathSync(wanted);
  if (!canEnter(user, dir)) {
    throw new Error(`The account that runs PostgreSQL (uid ${user?.uid ?? process.getuid?.()}) cannot enter ${dir}.`);
  }
  return { ...filesOf(dir), user };
}

/** Removes a folder; removes the link to it first, so that a concurrent start creates another folder. */
export function removeFolder(asked: string): void {
  const wanted = resolve(asked);
  if (!existsSync(wanted)) return;
  const dir = realpathSync(wanted);
  if (lstatSync(wanted).isSymbolicLink()) unlinkSync(wanted);
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Databases that were behind links from `asked` and are behind none now, as after a removal of the whole data folder.
 * Nothing removes them but the operator: the folder with the link may only be missing for a while.
 * @returns absolute paths
 */
export function findAbandoned(asked: string, places: readonly string[] = PLACES_AWAY): string[] {
  const wanted = resolve(asked);
  const parent = dirname(wanted);
  if (!existsSync(parent)) return [];
  // A restore puts a database aside by renaming its link, and another in its place in the same way.
  const links = readdirSync(parent).filter((name) => name.startsWith(basename(wanted)));
  const linked = new Set(
    links.map((name) => join(parent, name)).flatMap((link) => (existsSync(link) ? realpathSync(link) : [])),
  );
  const keys = [keyOf(wanted), keyOf(`${wanted}.restoring`)];
  return places.flatMap((place) => {
    let names: string[];
    try {
      names = readdirSync(place);
    } catch {
      // Not there, or another account's, which keeps nothing of this one in it: only root creates databases there.
      return [];
    }
    const ours = names.filter((name) => keys.some((key) => name === key || name.startsWith(`${key}-`)));
    return ours.map((name) => join(realpathSync(place), name)).filter((path) => !linked.has(path));
  });
}

function create(wanted: string, user: SystemUser | null, isThrowaway: boolean): void {
  const parent = dirname(wanted);
  makeFolder(parent, user);
  if (!canEnter(user, parent)) {
    // A new name: what an earlier link led to does not belong to this start.
    const away = mkdtempSync(join(placeAway(), `${keyOf(wanted)}-`));
    chmodSync(away, user ? 0o711 : 0o700);
    if (!makeLink(away, wanted)) rmdirSync(away);
  } else if (isThrowaway && isRoomInMemory()) {
    // Every account can write there: the name must be new.
    const away = mkdtempSync(join(MEMORY, 'askline-'));
    if (user) chmodSync(away, 0o711);
    if (!makeLink(away, wanted)) rmdirSync(away);
  } else makeFolder(wanted, user);
}

/** @returns false if another start created its link first */
function makeLink(target: string, link: string): boolean {
  try {
    symlinkSync(target, link);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function isRoomInMemory(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    // The removal frees memory.
    const room = Math.min(bavail * bsize, process.availableMemory() / 2);
    return type === TMPFS && room >= MEMORY_ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Other accounts can enter only if PostgreSQL's account must; the mode is set again because the umask reduces it. */
function makeFolder(path: string, user: SystemUser | null): void {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true });
  chmodSync(path, user ? 0o711 : 0o700);
}

function placeAway(): string {
  for (const place of PLACES_AWAY) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
      chmodSync(place, 0o711);
      if (statSync(place).uid === 0 && !lstatSync(place).isSymbolicLink()) return place;
    } catch {
      // Read-only, or not ours: tries the next.
    }
  }
  throw new Error(
    `PostgreSQL needs a folder that its account can enter, and cannot use any of ${PLACES_AWAY.join(', ')}.`,
  );
}

/** A readable name, unique per project folder: "data-postgres-1f0c9a…". */
function keyOf(wanted: string): string {
  const real = join(realpathSync(dirname(wanted)), basename(wanted));
  const digest = createHash('sha256').update(real).digest('hex').slice(0, 16);
  return `${basename(dirname(real))}-${basename(real)}-${digest}`;
}

function isDanglingLink(path: string): boolean {
  return Boolean(lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) && !existsSync(path);
}
