import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { answerPath } from '#server/testing/chaos/answer-path.ts';
import { runChaos } from '#server/testing/chaos/run-chaos.ts';
import { gateBefore } from '#server/testing/database-gate.ts';
import { testDatabase } from '#server/testing/database.ts';

/** The short form of bench/chaos.bench.ts: the database goes away at its door instead of dying. */
test('through kills, freezes, lost requests and a database that goes away, no text is lost and none answered twice', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const gate = stack.use(await gateBefore(database.url));
  const folder = mkdtempSync(join(tmpdir(), 'askline-chaos-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const seed = Math.floor(Math.random() * 2 ** 32);
  const scale = { seed, speed: 20, texts: 40, kills: 3, freezes: 1, restarts: 1, deploys: 0 };
  const { judgement, toll } = await runChaos(scale, {
    databaseUrl: gate.url,
    async restartDatabase() {
      await gate.shut();
      await wait(300);
      await gate.open();
    },
    folder,
    part: 'texting',
    crashPoints: answerPath,
    paceMs: 60,
    restMaxMs: 60_000,
  });
  expect({ seed, ...judgement, toll }).toMatchObject({
    violations: [],
    lost: 0,
    duplicates: 0,
    toll: { unexpected: [] },
  });
  expect(toll).toMatchObject({ killed: 3, frozen: 1 });
}, 150_000);
