import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { chooseUser } from '#embedded/system-user.ts';
import { freePort } from '#server/testing/free-port.ts';
import { until } from '#server/testing/until.ts';

import { giveTo, postgresBin, spawnService, systemPath } from './spawn-service.ts';

/** A PostgreSQL whose log is archived by pgBackRest, with `deploy/pgbackrest/pgbackrest.conf`. */
export type ArchivedPostgres = AsyncDisposable & {
  /** Of the empty database `askline`. */
  readonly url: string;
  backUp(): Promise<void>;
  /** Writes out the log so far, and waits until the repository has it. */
  archive(): Promise<void>;
  /** Ends the server with kill -9 and removes its data. */
  destroy(): Promise<void>;
  /** @param moment as PostgreSQL writes a time */
  restoreTo(moment: string): Promise<void>;
};

const execute = promisify(execFile);
const stanza = '--stanza=askline';

/** The programs that this machine lacks. */
export function missingPrograms(): string[] {
  const missing = spawnSync('pgbackrest', ['version'], { env: { PATH: systemPath } }).error ? ['pgbackrest'] : [];
  return postgresBin() === null ? [...missing, 'postgresql'] : missing;
}

/** Starts PostgreSQL in `folder`, which every account can enter. @throws if a program fails, with its output */
export async function startArchivedPostgres(folder: string): Promise<ArchivedPostgres> {
  const bin = postgresBin() ?? '';
  const user = chooseUser(folder);
  giveTo(user, folder);
  const [data, config, port] = [join(folder, 'data'), join(folder, 'pgbackrest.conf'), await freePort()];
  for (const name of ['repo', 'spool']) {
    mkdirSync(join(folder, name));
    giveTo(user, join(folder, name), 0o700);
  }
  const text = readFileSync(join(import.meta.dirname, '../../deploy/pgbackrest/pgbackrest.conf'), 'utf8')
    .replace('/var/lib/pgbackrest', join(folder, 'repo'))
    .replace('/var/spool/pgbackrest', join(folder, 'spool'))
    .replace('/var/lib/postgresql/15/main', data)
    .replace('/var/run/postgresql', folder)
    .replace('5432', String(port));
  writeFileSync(config, text);
  const env = {
    PATH: systemPath,
    HOME: folder,
    LANG: 'C.UTF-8',
    PGBACKREST_CONFIG: config,
    PGBACKREST_LOCK_PATH: folder,
  };
  const run = async (program: string, ...args: string[]): Promise<void> => {
    await execute(program, args, { env, cwd: folder, ...user }).catch((error: unknown) => {
      throw new Error((error as { stdout?: string }).stdout ?? program, { cause: error });
    });
  };
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    archive_mode: 'on',
    archive_command: `pgbackrest ${stanza} archive-push %p`,
    archive_timeout: 60,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = (): AsyncDisposable =>
    spawnService([join(bin, 'postgres'), '-D', data, ...args], { env, user, log: join(folder, 'log') });
  const urlOf = (database: string): string => `postgresql://postgres@127.0.0.1:${port}/${database}`;
  /** Waits until it accepts writes. */
  const untilUp = (database: string): Promise<true> =>
    until('PostgreSQL', () => acceptsWrites(urlOf(database)), { timeoutMs: 120_000 });

  await run(join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '--data-checksums');
  let server = start();
  await untilUp('postgres');
  await run(join(bin, 'createdb'), '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'askline');
  await run('pgbackrest', stanza, 'stanza-create');
  return {
    url: urlOf('askline'),
    backUp: () => run('pgbackrest', stanza, '--type=full', 'backup'),
    archive: () => run('pgbackrest', stanza, 'check'),
    async destroy() {
      await server[Symbol.asyncDispose]();
      rmSync(data, { recursive: true });
      mkdirSync(data);
      giveTo(user, data, 0o700);
    },
    async restoreTo(moment) {
      await run('pgbackrest', stanza, '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
      server = start();
      await untilUp('askline');
    },
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

async function acceptsWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
