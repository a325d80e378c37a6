import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
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

/** Where everything of one embedded database lies: absolute paths, links resolved. */
export type Folder = {
  /** Holds the other files; not listable by others, passable for `user`. */
  readonly dir: string;
  readonly cluster: string;
  /** The superuser's and the owner's passwords, the port, both addresses. Mode 0600. */
  readonly connectionFile: string;
  /** How to reach the supervisor: process, port, token. Mode 0600. */
  readonly supervisorFile: string;
  readonly lockFile: string;
  readonly logFile: string;
  readonly user: SystemUser | null;
};

/** Folders that root may write and everyone may pass, best first; the last also survives a restart. */
const PLACES_AWAY = ['/var/lib/askline', '/var/tmp/askline'];

/** Linux keeps files in memory here (shm_overview(7)); a container may have as little as 64 MB. */
const MEMORY = '/dev/shm';
/** TMPFS_MAGIC of statfs(2). */
const TMPFS = 0x01021994;
/** A run of all our tests puts 160 MB there. */
const MEMORY_ROOM_BYTES = 2 ** 30;

/** The files below `dir`; says nothing about whether they exist. */
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
 * Makes `asked` ready to hold a cluster. As root below a folder that PostgreSQL's own account cannot pass (a root-only
 * home), the real folder is made in a place of the system's and `asked` becomes a link to it, for ever. One that is
 * thrown away lies in memory, where there is room, behind such a link: a database is made and dropped there in a tenth
 * of the time.
 * @throws an Error with a sentence for the operator when that cannot work
 */
export function prepareFolder(asked: string, isThrowaway = false): Folder {
  const wanted = resolve(asked);
  const user = chooseUser(join(wanted, 'cluster'));
  if (isDanglingLink(wanted)) {
    if (!isThrowaway) {
      throw new Error(
        `The database of ${wanted} was kept behind this link, and is gone from there. ` +
          'Put it back, or remove the link to begin with an empty database.',
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

/** Removes a folder that is of no more use; the link to it goes first, so that who comes now makes another. */
export function removeFolder(asked: string): void {
  const wanted = resolve(asked);
  if (!existsSync(wanted)) return;
  const dir = realpathSync(wanted);
  if (lstatSync(wanted).isSymbolicLink()) unlinkSync(wanted);
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

function create(wanted: string, user: SystemUser | null, isThrowaway: boolean): void {
  const parent = dirname(wanted);
  makeFolder(parent, user);
  if (!canEnter(user, parent)) {
    const away = join(placeAway(), keyOf(wanted));
    makeFolder(away, user);
    makeLink(away, wanted);
  } else if (isThrowaway && isRoomInMemory()) {
    // Everyone may write there: a name that no one can have taken before us.
    const away = mkdtempSync(join(MEMORY, 'askline-'));
    if (user) chmodSync(away, 0o711);
    if (!makeLink(away, wanted)) rmdirSync(away);
  } else makeFolder(wanted, user);
}

/** @returns false when another start was quicker, and made its link */
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
    // What lies there is memory that someone may need.
    const room = Math.min(bavail * bsize, process.availableMemory() / 2);
    return type === TMPFS && room >= MEMORY_ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Others may pass only where PostgreSQL's account must; the mode is set again because the umask takes from it. */
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
      // Read-only, or not ours: try the next.
    }
  }
  throw new Error(`PostgreSQL needs a folder that its own account can enter; none of ${PLACES_AWAY.join(', ')} works.`);
}

/** Readable, and different for every project folder: "data-postgres-1f0c9a…". */
function keyOf(wanted: string): string {
  const real = join(realpathSync(dirname(wanted)), basename(wanted));
  const digest = createHash('sha256').update(real).digest('hex').slice(0, 16);
  return `${basename(dirname(real))}-${basename(real)}-${digest}`;
}

function isDanglingLink(path: string): boolean {
  return Boolean(lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) && !existsSync(path);
}
