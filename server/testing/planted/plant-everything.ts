import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ProcessFixture } from '#server/testing/process-fixture.ts';
import { type ProductProcess, spawnProductProcess } from '#server/testing/product-process.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { Needle } from './needles.ts';
import { operatorSecrets, plantAccount } from './plant-account.ts';
import { areAllDone, plantConversation, plantedTexts, plantForgeries, plantingFaults } from './plant-texts.ts';

export type Planting = {
  readonly fixture: ProcessFixture;
  /** Folder for the logs, the data folder and temporary files. */
  readonly folder: string;
  readonly texts: number;
  /** Number of kills of the process during the texts. */
  readonly kills: number;
  /** Called at each kill. */
  readonly atKill?: () => Promise<void>;
};

const doneMaxMs = 180_000;

/** A unique word. */
export function newTag(): string {
  return Array.from({ length: 12 }, () => 'bcdfghjkmqvwxz'.charAt(randomInt(14))).join('');
}

/**
 * Sends secrets through every input of the product while the carrier and the model fail and the process is killed, and
 * waits until every text is done.
 * @returns the needles that must not be found
 */
export async function plantEverything({ fixture, folder, texts, kills, atKill }: Planting): Promise<Needle[]> {
  const [secretTag, textTag] = [newTag(), newTag()];
  const settings = settingsIn(folder, fixture, secretTag);
  await using stack = new AsyncDisposableStack();
  async function start(part: 'product' | 'texting'): Promise<ProductProcess> {
    const process = stack.use(spawnProductProcess(settings, { part, logFile: join(folder, 'process.log') }));
    await process.ready;
    return process;
  }

  let process = await start('product');
  const url = fixture.settings['PUBLIC_URL'] ?? '';
  const secrets = await plantAccount({ url, fixture }, secretTag);
  await plantForgeries(url, textTag);
  await fixture.control('PUT', '/sandbox/faults', plantingFaults);
  const { bodies, needles } = plantedTexts(textTag, texts);
  const sids: string[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const some = bodies.filter((_, nth) => nth % (kills + 1) === round);
    const sent = await Promise.all(some.map((body) => textOf(fixture, body)));
    sids.push(...sent);
    if (round === kills) break;
    await until('a text in progress', () => isAnyInProgress(fixture, sent));
    process.kill('SIGKILL');
    await Promise.all([process.died(), atKill?.()]);
    process = await start('texting');
  }
  await fixture.control('DELETE', '/sandbox/faults');
  await until('every text to be done', () => areAllDone(fixture, sids).catch(() => false), { timeoutMs: doneMaxMs });
  await plantConversation(fixture, textTag);
  process.kill('SIGTERM');
  await process.died();
  return [...needles, ...secrets];
}

function settingsIn(folder: string, fixture: ProcessFixture, secretTag: string): Record<string, string> {
  const [DATA_DIR, TMPDIR] = [join(folder, 'data'), join(folder, 'tmp')];
  mkdirSync(DATA_DIR);
  mkdirSync(TMPDIR);
  const { port } = new URL(fixture.sandbox.context.addresses.smtp ?? '');
  const own = { LOG_LEVEL: 'debug', DATA_DIR, TMPDIR, SANDBOX_SMTP_PORT: port };
  return { ...fixture.settings, ...operatorSecrets(secretTag), ...own };
}

async function textOf(fixture: ProcessFixture, body: string): Promise<string> {
  const phone = testPhone();
  // Right after a restart the database may refuse.
  await until('a subscriber', () =>
    fixture.subscriber(phone).then(
      () => true,
      () => false,
    ),
  );
  return fixture.text(phone, body);
}

async function isAnyInProgress({ connection: { pool } }: ProcessFixture, sids: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from inbound_texts where sid = any($1) and state in ('sending', 'done')`,
    [sids],
  );
  return (rowCount ?? 0) > 0;
}
