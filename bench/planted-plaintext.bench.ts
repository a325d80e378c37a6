import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startCrashableDatabase } from '#server/testing/chaos/crashable-database.ts';
import type { Needle } from '#server/testing/planted/needles.ts';
import { newTag, plantEverything } from '#server/testing/planted/plant-everything.ts';
import { searchFiles, searchTables } from '#server/testing/planted/search.ts';
import { startProcessFixture } from '#server/testing/process-fixture.ts';

import type { Bench } from './measure.ts';

const TEXTS = 200;
const KILLS = 8;

/**
 * Sends texts, codes, passwords, tokens and card numbers through the product while the carrier, the model, the processes
 * and the database fail. Then searches every byte on disk: the database's folder with its write-ahead log, the logs, the
 * data folder and the folder for temporary files.
 */
export const bench: Bench = async () => {
  const base = mkdtempSync(join(tmpdir(), 'askline-planted-'));
  chmodSync(base, 0o755);
  const [folder, postgres, control] = [join(base, 'product'), join(base, 'postgres'), newTag()];
  mkdirSync(folder);
  const all: Needle[] = [{ what: 'control', text: control }];
  const inTables = await (async () => {
    await using database = await startCrashableDatabase(postgres);
    const sandbox = { SANDBOX_PERPLEXITY_MODE: 'echo' };
    await using fixture = await startProcessFixture({ databaseUrl: database.url, speed: 10, sandbox });
    let deaths = 0;
    async function atKill(): Promise<void> {
      deaths += 1;
      if (deaths % 3 === 0) await database.stop('kill');
    }
    all.push(...(await plantEverything({ fixture, folder, texts: TEXTS, kills: KILLS, atKill })));
    writeFileSync(join(folder, 'tmp', 'control'), `${control}words`);
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('create table control (text text)');
    await client.query(`insert into control values ('${control}words')`);
    const inTables = await searchTables(client, all);
    await client.end();
    return inTables;
  })();
  // The database has stopped, so all of its data is on disk.
  const hits = [...inTables, ...searchFiles([postgres, folder], all)];
  const isControl = (what: string): boolean => what.startsWith('control');
  const planted = hits.filter(({ what }) => !isControl(what));
  for (const { what, where } of planted) console.log(`FOUND: ${what} in ${where}`);
  const places = ['public.control', '/pg_wal/', '/base/', '/product/tmp/'];
  const found = places.filter((place) => hits.some(({ what, where }) => isControl(what) && where.includes(place)));
  if (planted.length === 0) rmSync(base, { recursive: true, force: true });
  return [
    { what: 'texts', value: TEXTS, unit: 'texts' },
    { what: 'kill -9', value: KILLS, unit: 'kills' },
    { what: 'planted texts, codes and secrets found', value: planted.length, unit: 'hits', atMost: 0 },
    { what: 'kinds of storage where the control was found', value: found.length, unit: 'of 4', atLeast: places.length },
  ];
};
