import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, inject, test } from 'vitest';

import { connectTo } from '#server/testing/database.ts';

import { checkSetAside } from './check-set-aside.ts';

const now = new Date('2026-11-23T12:00:00Z');
const keepDays = 30;

test('a database that a restore in containers put aside is reported once it is older than a backup may be', async () => {
  const databaseUrl = inject('postgresUrl');
  await using admin = connectTo(databaseUrl, 1);
  const [old, young] = ['before_restore_20261024t115959', 'before_restore_20261024t120001'];
  const check = async () =>
    (await checkSetAside({ databaseUrl, dataDir: '/nowhere', keepDays, now })).map(({ act }) => act);
  try {
    for (const name of [old, young]) await admin.pool.query(`create database ${name} template template0`);
    expect(await check()).toEqual([expect.stringContaining(`drop database ${old}`)]);
  } finally {
    for (const name of [old, young]) await admin.pool.query(`drop database if exists ${name}`);
  }
  expect(await check()).toEqual([]);
});

test('an embedded database that a restore or a move left is reported once it has been unused for that long', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'askline-aside-'));
  const plant = (name: string, at: string): void => {
    const file = join(dataDir, name, 'cluster/global/pg_control');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, new Date(at), new Date(at));
  };
  plant('postgres', '2026-11-23T11:59:00Z');
  plant('postgres.before-restore-1761000000000', '2026-10-20T12:00:00Z');
  plant('postgres.before-restore-1763000000000', '2026-11-13T12:00:00Z');
  mkdirSync(join(dataDir, 'postgres.empty'));
  const check = () => checkSetAside({ databaseUrl: 'postgres://127.0.0.1:1/none', dataDir, keepDays, now });
  expect(await check()).toMatchObject([
    { kind: 'advice', says: expect.stringContaining(join(dataDir, 'postgres.before-restore-1761000000000')) },
  ]);
  plant('postgres', '2026-10-20T12:00:00Z');
  expect(await check()).toHaveLength(2);
  rmSync(dataDir, { recursive: true });
});
