import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The account for PostgreSQL when we are root, as which it refuses to run. */
export type SystemUser = { readonly uid: number; readonly gid: number };

const OWN_USER = 'askline-postgres';

/**
 * The account that owns and runs the cluster: our own (null) unless we are root. An existing cluster keeps its owner; a
 * new one gets the machine's `postgres`, or a new account `askline-postgres`, or, failing that, `nobody`.
 */
export function chooseUser(cluster: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser('postgres') ?? findUser(OWN_USER) ?? createUser() ?? requireNobody();
}

/** Whether `user` (null: our account) can enter this folder; the kernel decides, so access control lists count too. */
export function canEnter(user: SystemUser | null, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

function findUser(name: string): SystemUser | null {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === name);
  return row ? { uid: Number(row[2]), gid: Number(row[3]) } : null;
}

/** Debian, Red Hat and others have useradd; Alpine has BusyBox's adduser. */
function createUser(): SystemUser | null {
  const attempts: readonly (readonly [string, ...string[]])[] = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', OWN_USER],
    ['adduser', '-S', '-D', '-H', '-s', '/bin/false', OWN_USER],
  ];
  const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  for (const [command, ...args] of attempts) {
    spawnSync(command, args, { stdio: 'ignore', env });
    const user = findUser(OWN_USER);
    if (user) return user;
  }
  return null;
}

function requireNobody(): SystemUser {
  const nobody = findUser('nobody');
  if (nobody && nobody.uid !== 0) return nobody;
  throw new Error('PostgreSQL does not run as root, and this machine has no account to give it. Create one: postgres.');
}
