import pg from 'pg';
import { expect, test } from 'vitest';

import { openDatabase } from './open-database.ts';
import { emptyFolder, eventually } from './test-folder.ts';

const WORD = 'quetzalcoatlus';

test('no text of a failing or crashing statement reaches the log', async () => {
  await using folder = emptyFolder();
  await using database = await openDatabase({ folder: folder.folder, throwaway: true });
  const client = new pg.Client(database.adminUrl());
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table noted (word text primary key, size int not null)');
  await client.query(`insert into noted values ('${WORD}', 1)`);
  const failing: [string, unknown[]][] = [
    [`select '${WORD}'::int`, []],
    [`selekt ${WORD}`, []],
    [`insert into noted values ('${WORD}', 1)`, []],
    [`insert into noted (word) values ($1)`, [`${WORD} two`]],
    [`select $1::json`, [`{"${WORD}`]],
    [`do $do$ begin raise warning '${WORD}'; raise exception '${WORD}'; end $do$`, []],
  ];
  for (const [statement, values] of failing) {
    await expect(client.query(statement, values)).rejects.toThrow(pg.DatabaseError);
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const dying = client.query(`select '${WORD}', pg_sleep(60)`).catch(() => 'died');
  process.kill(rows[0]!.pid, 'SIGSEGV');
  expect(await dying).toBe('died');
  // The crash itself is logged, so the log works; without our settings its DETAIL would quote the statement.
  await eventually(() => folder.log().includes('was terminated by signal 11'));
  await eventually(() => /was terminated by signal 11[^]*ready to accept connections/.test(folder.log()));
  expect(folder.log()).not.toContain(WORD);
  await client.end().catch(() => undefined);
});
