import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, globSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

import type { SystemUser } from '#embedded/system-user.ts';

export type ServiceOptions = {
  readonly env?: Record<string, string | undefined>;
  /** The account that it runs as; null: our own. */
  readonly user: SystemUser | null;
  /** File for the output; the program works in its folder. */
  readonly log: string;
};

/** A PATH without Node's own folders, so that Debian's programs find Debian's interpreters. */
export const systemPath = '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Runs one of the system's programs until it is disposed of, with kill -9. */
export function spawnService(
  [program = '', ...args]: readonly string[],
  { env, user, log }: ServiceOptions,
): AsyncDisposable {
  const output = openSync(log, 'a');
  const child = spawn(program, args, {
    env: { PATH: systemPath, ...env },
    stdio: ['ignore', output, output],
    cwd: dirname(log),
    ...user,
  });
  closeSync(output);
  const exited = once(child, 'exit');
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Gives a file or a folder to an account; every account can enter the folder. */
export function giveTo(user: SystemUser | null, path: string, mode = 0o755): void {
  chmodSync(path, mode);
  if (user !== null) chownSync(path, user.uid, user.gid);
}

/** The folder of the newest PostgreSQL of Debian's packages; null without one. */
export function postgresBin(): string | null {
  const found = globSync('/usr/lib/postgresql/*/bin/postgres');
  const majorOf = (file: string): number => Number(file.split('/')[4]);
  const newest = found.toSorted((left, right) => majorOf(left) - majorOf(right)).at(-1);
  return newest === undefined ? null : dirname(newest);
}
