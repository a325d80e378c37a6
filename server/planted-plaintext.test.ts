import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { testDatabase, urlOf } from './testing/database.ts';
import { newTag, plantEverything } from './testing/planted/plant-everything.ts';
import { searchFiles, searchTables } from './testing/planted/search.ts';
import { startProcessFixture } from './testing/process-fixture.ts';
import { until } from './testing/until.ts';

/** The database's own files: of this database, and of the write-ahead log from `since` on. */
async function databaseFiles(admin: pg.Client, { database, since }: { database: string; since: string }) {
  const { rows } = await admin.query<{ data: string; oid: string; now: string }>(
    `select current_setting('data_directory') as data, pg_walfile_name(pg_current_wal_lsn()) as now,
            (select oid::text from pg_database where datname = $1) as oid`,
    [database],
  );
  const [{ data, oid, now } = { data: '', oid: '', now: '' }] = rows;
  const wal = readdirSync(join(data, 'pg_wal')).filter((name) => name >= since && name <= now);
  return {
    wal: wal.map((name) => join(data, 'pg_wal', name)),
    tables: join(data, 'base', oid),
    log: join(dirname(data), 'postgres.log'),
  };
}

/** The short form of bench/planted-plaintext.bench.ts. */
test('no question, answer, password, code, token or card number rests anywhere, whatever died or failed meanwhile', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const database = new URL(url).pathname.slice(1);
  const admin = new pg.Client(urlOf(inject('postgresUrl'), database));
  await admin.connect();
  stack.defer(() => admin.end());
  const { rows } = await admin.query<{ since: string }>('select pg_walfile_name(pg_current_wal_lsn()) as since');
  const folder = mkdtempSync(join(tmpdir(), 'askline-planted-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const sandbox = { SANDBOX_PERPLEXITY_MODE: 'echo' };
  const fixture = stack.use(await startProcessFixture({ databaseUrl: url, speed: 20, sandbox }));
  const needles = await plantEverything({ fixture, folder, texts: 14, kills: 1 });

  // What the search must find: the last commit, which also brings all before it into the write-ahead log's files.
  const control = newTag();
  // A table that is made and filled in one transaction need not be in the log at all (wal_level `minimal`).
  await admin.query('create table control (text text)');
  await admin.query('set synchronous_commit to on');
  await admin.query(`insert into control values ('${control}words')`);
  writeFileSync(join(folder, 'tmp', 'control'), Buffer.from(`${control}words`).toString('base64'));
  const all = [...needles, { what: 'control', text: control }];
  const inLog: ReturnType<typeof searchFiles> = [];
  // In the log a page may end within a record, and other tests' checkpoints recycle its files: then it is written again.
  const files = await until('the control to be in the write-ahead log', async () => {
    await admin.query('update control set text = text');
    const read = await databaseFiles(admin, { database, since: rows[0]?.since ?? '' });
    inLog.push(...searchFiles(read.wal, all));
    return inLog.some(({ what }) => what === 'control') && read;
  });
  await admin.query('checkpoint');
  const hits = [
    ...inLog,
    ...searchFiles([files.tables, files.log, folder], all),
    ...(await searchTables(fixture.connection.pool, all)),
  ];
  expect(hits.filter(({ what }) => !what.startsWith('control'))).toEqual([]);
  const found = (place: string): string[] => hits.filter(({ where }) => where.includes(place)).map(({ what }) => what);
  expect(found('/pg_wal/')).toContain('control');
  expect(found(files.tables)).toContain('control');
  expect(found('public.control')).toEqual(['control']);
  expect(found(folder)).toEqual(['control, as Base64']);
}, 240_000);
