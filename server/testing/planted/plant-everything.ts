import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { type ProductProcess, spawnProductProcess } from '#server/testing/product-process.ts';
import type { Stage } from '#server/testing/stage.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { Needle } from './needles.ts';
import { operatorSecrets, plantAccount } from './plant-account.ts';
import { areAllDone, plantedTexts, plantForgeries, plantingFaults } from './plant-texts.ts';

export type Planting = {
  readonly stage: Stage;
  /** Gets the logs, the data folder and the folder for temporary files. */
  readonly folder: string;
  readonly texts: number;
  /** So often the process dies in the midst of them. */
  readonly kills: number;
  /** What else is to happen at each death. */
  readonly atKill?: () => Promise<void>;
};

const doneMaxMs = 180_000;

/** A word that nothing else in the world holds. */
export function newTag(): string {
  return Array.from({ length: 12 }, () => 'bcdfghjkmqvwxz'.charAt(randomInt(14))).join('');
}

/**
 * Sends secrets through the product by every way in, while the carrier and the model fail and the process keeps dying, and
 * waits until every text is done.
 * @returns what must not be found anywhere
 */
export async function plantEverything({ stage, folder, texts, kills, atKill }: Planting): Promise<Needle[]> {
  const [secretTag, textTag] = [newTag(), newTag()];
  const settings = settingsIn(folder, stage, secretTag);
  await using stack = new AsyncDisposableStack();
  async function start(part: 'product' | 'texting'): Promise<ProductProcess> {
    const process = stack.use(spawnProductProcess(settings, { part, logFile: join(folder, 'process.log') }));
    await process.ready;
    return process;
  }

  let process = await start('product');
  const url = stage.settings['PUBLIC_URL'] ?? '';
  const secrets = await plantAccount({ url, stage }, secretTag);
  await plantForgeries(url, textTag);
  await stage.control('PUT', '/sandbox/faults', plantingFaults);
  const { bodies, needles } = plantedTexts(textTag, texts);
  const sids: string[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const some = bodies.filter((_, nth) => nth % (kills + 1) === round);
    const sent = await Promise.all(some.map((body) => textOf(stage, body)));
    sids.push(...sent);
    if (round === kills) break;
    await until('a text to be under way', () => isAnyUnderWay(stage, sent));
    process.kill('SIGKILL');
    await Promise.all([process.died(), atKill?.()]);
    process = await start('texting');
  }
  await stage.control('DELETE', '/sandbox/faults');
  await until('every text to be done', () => areAllDone(stage, sids).catch(() => false), { timeoutMs: doneMaxMs });
  process.kill('SIGTERM');
  await process.died();
  return [...needles, ...secrets];
}

function settingsIn(folder: string, stage: Stage, secretTag: string): Record<string, string> {
  const [DATA_DIR, TMPDIR] = [join(folder, 'data'), join(folder, 'tmp')];
  mkdirSync(DATA_DIR);
  mkdirSync(TMPDIR);
  const { port } = new URL(stage.sandbox.context.addresses.smtp ?? '');
  const own = { LOG_LEVEL: 'debug', DATA_DIR, TMPDIR, SANDBOX_SMTP_PORT: port };
  return { ...stage.settings, ...operatorSecrets(secretTag), ...own };
}

async function textOf(stage: Stage, body: string): Promise<string> {
  const phone = testPhone();
  // Right after a restart the database may refuse.
  await until('a subscriber', () =>
    stage.subscriber(phone).then(
      () => true,
      () => false,
    ),
  );
  return stage.text(phone, body);
}

async function isAnyUnderWay({ connection: { pool } }: Stage, sids: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from inbound_texts where sid = any($1) and state in ('sending', 'done')`,
    [sids],
  );
  return (rowCount ?? 0) > 0;
}
