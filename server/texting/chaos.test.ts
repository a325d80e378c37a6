import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { answerPath } from '#server/testing/chaos/answer-path.ts';
import { runChaos } from '#server/testing/chaos/run-chaos.ts';
import { testDatabase } from '#server/testing/database.ts';
import { seed } from '#server/testing/seed.ts';

/** The short form of bench/chaos.bench.ts; outage/outages.test.ts covers database outages. */
test('through kills, freezes and lost requests no text is lost and none answered twice', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'askline-chaos-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const scale = { seed, speed: 12, texts: 40, kills: 3, freezes: 1, restarts: 0, deploys: 0, databaseFaults: 2 };
  const { verdict, killCounts } = await runChaos(scale, {
    databaseUrl: database.url,
    restartDatabase: () => Promise.reject(new Error('this plan has none')),
    folder,
    part: 'texting',
    crashPoints: answerPath,
    paceMs: 60,
    doneMaxMs: 180_000,
  });
  expect({ seed, ...verdict, killCounts }).toMatchObject({
    violations: [],
    lost: 0,
    duplicates: 0,
    killCounts: { unexpected: [] },
  });
  expect(killCounts).toMatchObject({ killed: 3, frozen: 1 });
}, 900_000);
