import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { areAllDone } from '#server/testing/chaos/run-chaos.ts';
import { connectTo } from '#server/testing/database.ts';
import { type ProcessFixture, startProcessFixture } from '#server/testing/process-fixture.ts';
import { startProductProcess } from '#server/testing/product-process.ts';
import { until } from '#server/testing/until.ts';

import { type ArchivedPostgres, missingPrograms, startArchivedPostgres } from './load/archived-postgres.ts';
import { phoneAt } from './load/webhooks.ts';
import type { Bench, Measure } from './measure.ts';

/** Texts in each of the three parts. */
const texts = Number(process.env['POINT_IN_TIME_TEXTS'] ?? 50);

/**
 * `deploy/pgbackrest/pgbackrest.conf` at work: a full backup while texts arrive, more texts, a moment, more texts. Then
 * the database is destroyed and restored to that moment: it must have every text from before it, and none from after
 * it. Nothing is measured where a program is missing.
 */
export const bench: Bench = async () => {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(`Not installed: ${missing.join(', ')}. Debian: apt-get install pgbackrest postgresql`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'askline-point-in-time-'));
  const measures = await measure(folder);
  rmSync(folder, { recursive: true });
  return measures;
};

async function measure(folder: string): Promise<Measure[]> {
  await using postgres = await startArchivedPostgres(folder);
  const { before, after, moment } = await textAround(postgres);
  await postgres.destroy();
  const beganMs = performance.now();
  await postgres.restoreTo(moment);
  const restoreMs = performance.now() - beganMs;
  await using connection = connectTo(postgres.url, 1);
  const { rows } = await connection.pool.query<{ sid: string }>('select sid from inbound_texts');
  const restored = new Set(rows.map(({ sid }) => sid));
  return [
    { what: 'restore to a moment', value: restoreMs / 1000, unit: 's' },
    { what: 'texts from before it', value: before.length, unit: 'texts' },
    { what: 'of these, missing', value: before.filter((sid) => !restored.has(sid)).length, unit: 'texts', atMost: 0 },
    { what: 'texts from after it', value: after.filter((sid) => restored.has(sid)).length, unit: 'texts', atMost: 0 },
  ];
}

type Texted = { readonly before: string[]; readonly after: string[]; readonly moment: string };

async function textAround(postgres: ArchivedPostgres): Promise<Texted> {
  await using fixture = await startProcessFixture({ databaseUrl: postgres.url, speed: 1 });
  await using product = await startProductProcess(fixture.settings);
  for (let nth = 0; nth < texts; nth += 1) await fixture.subscriber(phoneAt(nth));
  const first = textEach(fixture);
  await postgres.backUp();
  const before = [...(await first), ...(await textEach(fixture))];
  const { rows } = await fixture.connection.pool.query<{ moment: string }>('select now()::text as moment');
  await wait(10); // the next commit is later than the moment
  const after = await textEach(fixture);
  await postgres.archive();
  product.kill('SIGKILL');
  await product.died();
  return { before, after, moment: rows[0]?.moment ?? '' };
}

/** A text of every phone. @returns the carrier's ids, once each text is answered */
async function textEach(fixture: ProcessFixture): Promise<string[]> {
  const sids: string[] = [];
  for (let nth = 0; nth < texts; nth += 1) sids.push(await fixture.text(phoneAt(nth), 'how far is the moon'));
  const sent = sids.map((sid) => ({ sid }));
  await until('all texts to be answered', () => areAllDone(fixture, sent), { timeoutMs: 120_000 });
  return sids;
}
