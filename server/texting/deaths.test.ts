import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { CrashPoint } from '#server/platform/crash-points.ts';
import { answerPath } from '#server/testing/chaos/answer-path.ts';
import { startGateway } from '#server/testing/chaos/gateway.ts';
import { testDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { type ProductProcess, spawnProductProcess } from '#server/testing/product-process.ts';
import { setStage, type Stage } from '#server/testing/stage.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

/** Where processes die that see to a stream of texts, two at a time: everywhere, but for what `refuseOne` brings about. */
const kills = answerPath.filter((point) => point !== 'rec.absent');
/** Where they freeze instead, until others have done their work: they must not send when they thaw. */
const freezes: readonly CrashPoint[] = ['ai.answered', 'out.tx.committed', 'out.socket.open'];

/** All of them would settle most doubts at once: the carrier's list has to settle the other half. */
const halfTheReports = { twilio: { callbackLoss: 0.5 } };
const speed = 12;
const textEveryMs = 400;
const strikeMaxMs = 30_000;

/** What every process of this test starts with, and the phones that have texted. */
type Scene = { readonly stage: Stage; readonly ports: readonly number[]; readonly phones: string[] };

/** One that is to freeze has no ear for webhooks: those that it held would all have to be found by the sweep. */
function spawn({ stage, ports }: Scene, seat: number, crashAt: string): ProductProcess {
  const role = crashAt.endsWith(':stop') ? 'worker' : 'all';
  const settings = { ...stage.settings, PORT: String(ports[seat]), CRASH_AT: crashAt, ROLE: role };
  return spawnProductProcess(settings, { part: 'texting' });
}

async function textOnce({ stage, phones }: Scene): Promise<void> {
  const phone = testPhone();
  await stage.subscriber(phone);
  await stage.text(phone, `what is number ${phones.length}`);
  phones.push(phone);
}

function isFrozen({ child }: ProductProcess): boolean {
  // proc(5): the state follows the command, which is in brackets; T is "stopped on a signal".
  return / T /.test(readFileSync(`/proc/${child.pid}/stat`, 'latin1'));
}

/** Sends texts until the process has come to its point: nothing else kills or freezes it. */
async function untilItStrikes(scene: Scene, doomed: ProductProcess, point: string): Promise<void> {
  await doomed.ready;
  let textedAt = -Infinity;
  async function hasStruck(): Promise<boolean> {
    if (!doomed.isAlive() || isFrozen(doomed)) return true;
    if (performance.now() - textedAt < textEveryMs) return false;
    textedAt = performance.now();
    await textOnce(scene);
    return false;
  }
  const explain = (): Promise<string> => Promise.resolve(doomed.output());
  await until(`a process to come to ${point}`, hasStruck, { timeoutMs: strikeMaxMs, explain });
  if (!doomed.isAlive()) expect(await doomed.died(), point).toEqual({ code: null, signal: 'SIGKILL' });
}

/** Makes a send that the carrier did not take, and lets its minute of settling pass, so that it is found to be absent. */
async function refuseOne(scene: Scene): Promise<void> {
  const { stage } = scene;
  await stage.control('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['create'] } });
  await textOnce(scene);
  await until('a send in doubt', async () => {
    const { rowCount } = await stage.connection.pool.query(
      `update outbound_texts set next_check_at = now(), unknown_at = now() - interval '1 hour' where state = 'unknown'`,
    );
    return (rowCount ?? 0) > 0;
  });
  await stage.control('PUT', '/sandbox/faults', halfTheReports);
}

/** What is still open: texts, sends, and texts that were never taken in. */
async function openEnds({ stage, phones }: Scene): Promise<unknown[]> {
  const { rows } = await stage.connection.pool.query<{ sender: string; state: string; doubts: number }>(
    `select sender, state, fence, attempts,
            (select count(*) from outbound_texts where inbound_sid = sid and state in ('intent', 'unknown')) as doubts
       from inbound_texts`,
  );
  const senders = new Set(rows.map(({ sender }) => sender));
  return [
    ...rows.filter(({ state, doubts }) => state !== 'done' || doubts > 0),
    ...new Set(phones).difference(senders),
  ];
}

/** Phones whose text met three deaths, each between its intent and its send: by rule nothing is sent any more. */
async function givenUp({ stage }: Scene): Promise<Set<string>> {
  const { rows } = await stage.connection.pool.query<{ sender: string }>(
    `select sender from inbound_texts
      where outcome = 'failed' and 3 = (select count(*) from outbound_texts where inbound_sid = sid and state = 'absent')`,
  );
  return new Set(rows.map(({ sender }) => sender));
}

test('processes that are killed or frozen at every named point still answer every text exactly once', async () => {
  await using database = await testDatabase();
  const ports = [await freePort(), await freePort()];
  await using gateway = await startGateway(ports);
  await using stage = await setStage({ databaseUrl: database.url, speed, publicUrl: gateway.url });
  await using stack = new AsyncDisposableStack();
  await stage.control('PUT', '/sandbox/faults', halfTheReports);
  const scene: Scene = { stage, ports, phones: [] };

  const frozen: ProductProcess[] = [];
  const shared = kills.values();
  async function dieAgainAndAgain(seat: number, crashesAt: Iterable<string>): Promise<void> {
    for (const crashAt of crashesAt) {
      const doomed = stack.use(spawn(scene, seat, crashAt));
      await untilItStrikes(scene, doomed, crashAt);
      if (doomed.isAlive()) frozen.push(doomed);
    }
  }
  async function freezeFirst(seat: number): Promise<void> {
    await dieAgainAndAgain(
      seat,
      freezes.map((point) => `${point}:1:stop`),
    );
    await dieAgainAndAgain(seat, shared);
  }
  await Promise.all([freezeFirst(0), dieAgainAndAgain(1, shared)]);
  expect(frozen).toHaveLength(freezes.length);

  const absent = stack.use(spawn(scene, 0, 'rec.absent'));
  await absent.ready;
  await refuseOne(scene);
  await untilItStrikes(scene, absent, 'rec.absent');

  const survivor = stack.use(spawn(scene, 0, 'never'));
  await until('every text to be answered', async () => (await openEnds(scene)).length === 0, {
    timeoutMs: 30_000,
    explain: async () => JSON.stringify(await openEnds(scene)),
  });
  for (const process of frozen) {
    process.kill('SIGCONT');
    process.kill('SIGTERM');
    expect(await process.died()).toEqual({ code: 0, signal: null });
  }
  expect(survivor.isAlive()).toBe(true);
  const ledger = await stage.ledger();
  const unlucky = await givenUp(scene);
  expect(unlucky.size).toBeLessThan(scene.phones.length / 10);
  const answered = scene.phones.filter((phone) => !unlucky.has(phone));
  expect(Object.fromEntries(ledger)).toEqual(Object.fromEntries(answered.map((phone) => [phone, 1])));
  expect(await brokenInvariants(stage.connection.pool)).toEqual([]);
}, 150_000);
