import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import type { Binaries } from './binaries.ts';
import { type Connection, OWNER, SUPERUSER, passwordOf } from './connection.ts';
import type { Folder } from './folder.ts';
import { type Context, runProgram } from './run-program.ts';
import { initialSettings, silentSettings, toArguments } from './settings.ts';

const HALF = 'cluster.half-';
const INITDB_MS = 180_000;
const SINGLE_MS = 60_000;
/** Only password logins over loopback: no socket, no replication. */
const WHO_GETS_IN =
  '# TYPE  DATABASE  USER  ADDRESS       METHOD\nhost    all       all   127.0.0.1/32  scram-sha-256\n';

/** @throws with a message for the operator if the folder's content is not a cluster of this version */
export function hasCluster({ cluster }: Folder, { major }: Binaries): boolean {
  if (!existsSync(cluster)) return false;
  const versionFile = join(cluster, 'PG_VERSION');
  const found = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : null;
  if (found === major) return true;
  throw new Error(
    found === null
      ? `${cluster} is not a PostgreSQL cluster. Move it away to begin with an empty database.`
      : `${cluster} was made by PostgreSQL ${found}; this is PostgreSQL ${major}. Move the data with ${found}'s pg_dumpall.`,
  );
}

/**
 * Creates the cluster with the product's role and database. Works in a folder next to the final one and renames it as the
 * last step: an interrupted run starts over. Call under the lock.
 */
export async function initialize(
  context: Context,
  binaries: Binaries,
  connection: Connection,
  sync: boolean,
): Promise<void> {
  const { folder, log } = context;
  log.note('creating a new cluster');
  const half = join(folder.dir, `${HALF}${process.pid}`);
  mkdirSync(half, { mode: 0o700 });
  if (folder.user) chownSync(half, folder.user.uid, folder.user.gid);
  await runProgram(context, [binaries.initdb, ...initdbOptions(half, sync)], { timeoutMs: INITDB_MS });
  const statements = [
    // Tests open thousands of connections: the deliberately slow password check would be half of their work.
    ...(sync ? [] : ['SET scram_iterations = 1']),
    `ALTER ROLE ${SUPERUSER} PASSWORD '${passwordOf(connection.adminUrl)}'`,
    `CREATE ROLE ${OWNER} LOGIN PASSWORD '${passwordOf(connection.url)}'`,
    `CREATE DATABASE ${OWNER} OWNER ${OWNER}`,
  ];
  await runSingle(context, binaries, half, statements);
  writeFileSync(join(half, 'pg_hba.conf'), WHO_GETS_IN, { flush: true });
  renameSync(half, folder.cluster);
}

/** Removes the remains of an interrupted start. Call under the lock. */
export function removeHalves({ dir }: Folder): void {
  for (const entry of readdirSync(dir)) {
    if (entry.startsWith(HALF)) removeQuietly(join(dir, entry));
  }
}

/** Sets new passwords in a stopped cluster whose connection file was lost. */
export function resetPasswords(context: Context, binaries: Binaries, connection: Connection): Promise<void> {
  context.log.note('the connection file is missing: setting new passwords');
  return runSingle(context, binaries, context.folder.cluster, [
    `ALTER ROLE ${SUPERUSER} PASSWORD '${passwordOf(connection.adminUrl)}'`,
    `ALTER ROLE ${OWNER} PASSWORD '${passwordOf(connection.url)}'`,
  ]);
}

/** The built-in C.UTF-8 sorts the same on every machine: indexes survive a change of the operating system's locales. */
function initdbOptions(dir: string, sync: boolean): string[] {
  return [
    `--pgdata=${dir}`,
    `--username=${SUPERUSER}`,
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(sync ? [] : ['--no-sync']),
    ...toArguments(initialSettings),
  ];
}

/** Single-user mode: one statement per line, and no server is reachable before its passwords are set. */
function runSingle(
  context: Context,
  { postgres }: Binaries,
  dir: string,
  statements: readonly string[],
): Promise<void> {
  const options = toArguments({ ...silentSettings, exit_on_error: 'on' });
  const input = `${statements.join('\n')}\n`;
  return runProgram(context, [postgres, '--single', '-D', dir, ...options, 'postgres'], {
    input,
    timeoutMs: SINGLE_MS,
  });
}

/** An initdb whose supervisor was killed may still be writing; the next start removes the rest. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // see above
  }
}
