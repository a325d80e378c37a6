import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { EligibilitySnapshot, snapshotAgeMaxMs } from '#server/outage/eligibility/eligibility-snapshot.repo.ts';
import { nameOf } from '#server/outage/eligibility/records.ts';
import { journaledText, openJournal } from '#server/testing/journals.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

test('a send in the list proves nothing while a process of this machine lives that no heartbeat tells of', async () => {
  await using app = await startTestApp();
  const { outage, config } = app.product.deps;
  await until('all journals to be empty', () => outage.outageStore.untilJournalsDrained());
  // It started during an outage, and the database has not heard of it.
  const neighbor = openJournal(join(config.dataDir, 'journal'));
  try {
    expect(neighbor.index).toBe(1);
    expect(await outage.outageStore.untilJournalsDrained()).toBe(false);
  } finally {
    neighbor.close();
  }
  await until('all journals to be empty', () => outage.outageStore.untilJournalsDrained());
});

test('the journal of a process that died is in the database before a send in the list proves anything', async () => {
  await using app = await startTestApp();
  const { outage, config, pool } = app.product.deps;
  const neighbor = openJournal(join(config.dataDir, 'journal'));
  const text = journaledText(Date.now() - 1_800_000_000_000);
  neighbor.write([text]);
  neighbor.close();
  await until('all journals to be empty', () => outage.outageStore.untilJournalsDrained());
  expect((await pool.query('select sid from inbound_texts')).rows).toEqual([{ sid: text.key }]);
});

test('a journal that no process uses any more forgets the accounts that it knew, and no opt-out', async () => {
  await using app = await startTestApp();
  const { outage, config } = app.product.deps;
  const [folder, key] = [join(config.dataDir, 'journal'), Buffer.alloc(32, 7)];
  const known = {
    phones: new Map([[nameOf(key), Buffer.from('an account')]]),
    optOuts: new Map([[nameOf(key), true]]),
  };
  const yesterday = Date.now() - snapshotAgeMaxMs;
  for (const [currentAt, isKept] of [
    [yesterday + 3_600_000, true],
    [yesterday - 1000, false],
  ] as const) {
    const neighbor = openJournal(folder);
    const snapshot = new EligibilitySnapshot(neighbor);
    snapshot.write(known);
    snapshot.noteCurrent(currentAt);
    neighbor.close();
    await until('all journals to be empty', () => outage.outageStore.untilJournalsDrained());
    const again = openJournal(folder);
    const left = new EligibilitySnapshot(again);
    expect([left.phone(key) !== undefined, left.isOptedOut(key)]).toEqual([isKept, true]);
    again.close();
  }
});

test('what was put aside is forgotten after thirty days', async () => {
  await using app = await startTestApp();
  const { outage, config } = app.product.deps;
  const folder = join(config.dataDir, 'journal');
  const daysAgo = (days: number): number => Date.now() - days * 86_400_000;
  const damaged = (at: number): string => `journal-7.sqlite.corrupt-${at}`;
  const [old, recent] = [daysAgo(31), daysAgo(29)];
  for (const name of [damaged(old), `${damaged(old)}-wal`, damaged(recent)]) writeFileSync(join(folder, name), '');
  const neighbor = openJournal(folder);
  neighbor.write([journaledText(old - 1_800_000_000_000), journaledText(recent - 1_800_000_000_000)]);
  for (const entry of neighbor.entries()) {
    for (let tries = 0; tries < 5; tries += 1) neighbor.refuse(entry, '23514');
  }
  expect(neighbor.figures()).toMatchObject({ queueSize: 0, deadLetters: 2 });
  neighbor.close();
  await until('all journals to be empty', () => outage.outageStore.untilJournalsDrained());
  const again = openJournal(folder);
  expect(again.figures()).toMatchObject({ deadLetters: 1 });
  again.forgetDeadLetters(Date.now());
  expect(again.figures()).toMatchObject({ deadLetters: 0 });
  again.close();
  // Of the folder, the next start takes care too.
  await using other = await app.another();
  await until('the old file to be removed', () => !readdirSync(folder).includes(damaged(old)));
  expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([damaged(recent)]);
  expect(other.product.deps.outage.isUnavailable).toBe(false);
});
