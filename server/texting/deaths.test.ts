import { expect, test } from 'vitest';

import type { CrashPoint } from '#server/platform/crash-points.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { startProductProcess } from '#server/testing/product-process.ts';
import { setStage, type Stage } from '#server/testing/stage.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

/** In an order in which each finds what it needs: the reconciler's points a doubt that the one before them left. */
const points: CrashPoint[] = [
  'wh.verified',
  'wh.inserted',
  'wh.committed',
  'wh.replied',
  'q.leased',
  'q.textfetched',
  'ai.sent',
  'ai.answered',
  'out.tx.open',
  'out.tx.committed',
  'rec.listed',
  'rec.absent',
  'out.socket.open',
  'out.body.half',
  'out.body.sent',
  'out.resp.head',
  'out.resp.body',
  'res.tx.open',
  'res.committed',
  'cb.verified',
  'cb.committed',
];

const speed = 20;

async function allAreAnswered(stage: Stage, phones: readonly string[]): Promise<boolean> {
  const ledger = await stage.ledger();
  if (!phones.every((phone) => (ledger.get(phone) ?? 0) > 0)) return false;
  const { rows } = await stage.connection.pool.query(
    `select 1 from inbound_texts where state <> 'done'
      union all select 1 from outbound_texts where state in ('intent', 'unknown')`,
  );
  return rows.length === 0;
}

test('a process that is killed at every named point, one after the other, still answers every text exactly once', async () => {
  await using stage = await setStage({ speed });
  // Callbacks would settle most doubts at once: half of them are lost, so that the carrier's list has to.
  await stage.control('PUT', '/sandbox/faults', { twilio: { callbackLoss: 0.5 } });
  const phones: string[] = [];
  for (const point of points) {
    const phone = testPhone();
    phones.push(phone);
    await stage.subscriber(phone);
    await using doomed = await startProductProcess({ ...stage.settings, CRASH_AT: point });
    await stage.text(phone, `what is number ${phones.length}`);
    expect(await doomed.died(), point).toBe('SIGKILL');
  }
  await using survivor = await startProductProcess(stage.settings);
  await until('every text to be answered', () => allAreAnswered(stage, phones), { timeoutMs: 40_000 });
  expect(survivor.isAlive()).toBe(true);
  const ledger = await stage.ledger();
  expect(Object.fromEntries(ledger)).toEqual(Object.fromEntries(phones.map((phone) => [phone, 1])));
  expect(await brokenInvariants(stage.connection.pool)).toEqual([]);
}, 150_000);

test.each<CrashPoint>(['ai.answered', 'out.tx.committed', 'out.socket.open'])(
  'a process that freezes at %s while another takes its text over does not send when it thaws',
  async (point) => {
    await using stage = await setStage({ speed });
    const phone = testPhone();
    await stage.subscriber(phone);
    await using frozen = await startProductProcess({ ...stage.settings, CRASH_AT: `${point}:1:stop` });
    await stage.text(phone, 'what is the capital of ohio');
    await until('the process to freeze', async () => {
      const { rows } = await stage.connection.pool.query(
        `select 1 from inbound_texts where lease_until < now() - interval '100 ms'`,
      );
      return rows.length > 0;
    });
    const port = String(Number(stage.settings['PORT']) + 1);
    await using heir = await startProductProcess({ ...stage.settings, PORT: port, ROLE: 'worker' });
    await until('the other process to answer', () => allAreAnswered(stage, [phone]), { timeoutMs: 20_000 });
    expect(heir.isAlive()).toBe(true);
    frozen.kill('SIGCONT');
    frozen.kill('SIGTERM');
    await frozen.died();
    expect(await stage.ledger()).toEqual(new Map([[phone, 1]]));
    expect(await brokenInvariants(stage.connection.pool)).toEqual([]);
  },
  60_000,
);
