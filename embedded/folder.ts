import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
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
  /** True when `dir` is elsewhere than asked for, with a link in its place. */
  readonly isAway: boolean;
};

/** Folders that root may write and everybody may pass, best first; the last also survives a restart. */
const PLACES_AWAY = ['/var/lib/askline', '/var/tmp/askline'];

/** The files below `dir`; says nothing about whether they exist. */
export function filesOf(dir: string): Omit<Folder, 'user' | 'isAway'> {
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
 * home), the real folder is made in a place of the system's and `asked` becomes a link to it, for ever.
 * @throws an Error with a sentence for the operator when that cannot work
 */
export function prepareFolder(asked: string): Folder {
  const wanted = resolve(asked);
  const user = chooseUser(join(wanted, 'cluster'));
  if (isDanglingLink(wanted)) {
    throw new Error(
      `The database of ${wanted} was kept behind this link, and is gone from there. ` +
        'Put it back, or remove the link to begin with an empty database.',
    );
  }
  if (!existsSync(wanted)) create(wanted, user);
  const dir = realpathSync(wanted);
  if (!canEnter(user, dir)) {
    throw new Error(`The account that runs PostgreSQL (uid ${user?.uid ?? process.getuid?.()}) cannot enter ${dir}.`);
  }
  return { ...filesOf(dir), user, isAway: lstatSync(wanted).isSymbolicLink() };
}

/** Removes a folder that is of no more use, and the link to it. */
export function removeFolder(asked: string): void {
  const wanted = resolve(asked);
  if (existsSync(wanted)) rmSync(realpathSync(wanted), { recursive: true, force: true, maxRetries: 5 });
  rmSync(wanted, { recursive: true, force: true });
}

function create(wanted: string, user: SystemUser | null): void {
  const parent = dirname(wanted);
  makeFolder(parent, user);
  if (canEnter(user, parent)) return makeFolder(wanted, user);
  const away = join(placeAway(), keyOf(wanted));
  makeFolder(away, user);
  try {
    symlinkSync(away, wanted);
  } catch (error) {
    // Another start was quicker, and made the same link.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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
