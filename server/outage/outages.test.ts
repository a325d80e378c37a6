import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { runOutages } from '#server/testing/chaos/run-outages.ts';
import { gateBefore } from '#server/testing/database-gate.ts';
import { testDatabase } from '#server/testing/database.ts';

/** The short form of bench/outage.bench.ts. */
test('while the database stops, freezes and returns, and processes die with their journals, nothing is lost or duplicated', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const gate = stack.use(await gateBefore(database.url));
  const folder = mkdtempSync(join(tmpdir(), 'askline-outages-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const { verdict, killCounts } = await runOutages({
    databaseUrl: gate.url,
    processes: 2,
    outages: 3,
    async takeAway(nth) {
      const isFreeze = nth === 1;
      if (isFreeze) gate.freeze();
      else await gate.shut();
      await wait(1200);
      if (isFreeze) gate.thaw();
      else await gate.open();
    },
    rate: 5,
    people: 20,
    speed: 8,
    folder,
    part: 'texting',
    crashPoints: ['spool.appended', 'spool.applied', 'spool.deleted'],
    deathsMin: 1,
    doneMaxMs: 180_000,
  });
  expect({ ...verdict, killCounts }).toMatchObject({
    violations: [],
    lost: 0,
    duplicates: 0,
    killCounts: { unexpected: [] },
  });
}, 900_000);
