import { expect, test } from 'vitest';

import type { CrashPoint } from '#server/platform/crash-points.ts';
import { answerPath } from '#server/testing/chaos/answer-path.ts';
import { startGateway } from '#server/testing/chaos/gateway.ts';
import { testDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { startProcessFixture, type ProcessFixture } from '#server/testing/process-fixture.ts';
import { type ProductProcess, spawnProductProcess } from '#server/testing/product-process.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { timing } from '#server/texting/timing.ts';

/** Where processes that handle a stream of texts die, two at a time: everywhere but at the point that `untilItFindsOneAbsent` brings about. */
const kills = answerPath.filter((point) => point !== 'rec.absent');
/** Where they freeze instead, until others have taken over: they must not send when they thaw. */
const freezes: readonly CrashPoint[] = ['ai.answered', 'out.tx.committed', 'out.socket.open'];

const speed = 12;
/**
 * With all reports, most unknown sends would be resolved immediately: the carrier's list has to resolve the other half.
 * An answer takes longer than a heartbeat, which renews only the leases of texts that are being answered.
 */
const trouble = {
  twilio: { callbackLoss: 0.5 },
  perplexity: { latencyMs: timing(speed).heartbeatMs + 50 },
};
/**
 * The pause after a text to a process that is to die. It grows: most points strike with the first text, and the others wait
 * for times of the protocol, while each further text is one more to be answered in the end.
 */
const textEveryMs = 400;
const textGrowth = 1.5;
const textEveryMaxMs = 2500;
/** The one before is looked up meanwhile. */
const absentEveryMs = 5000;
const strikeMaxMs = 120_000;
/** Each connection is a process of PostgreSQL, which costs as much as the answer to a text; few are enough for these texts. */
const connectionsMax = '8';

/** What every process of this test starts with, and the phones that have texted so far. */
type Scene = { readonly fixture: ProcessFixture; readonly ports: readonly number[]; readonly phones: string[] };

type Role = 'all' | 'web' | 'worker';

function spawn({ fixture, ports }: Scene, seat: number, crashAt: string, role: Role = 'all'): ProductProcess {
  const settings = {
    ...fixture.settings,
    PORT: String(ports[seat]),
    CRASH_AT: crashAt,
    ROLE: role,
    DATABASE_CONNECTIONS_MAX: connectionsMax,
  };
  return spawnProductProcess(settings, { part: 'texting' });
}

async function textOnce({ fixture, phones }: Scene): Promise<void> {
  const phone = testPhone();
  await fixture.subscriber(phone);
  await fixture.text(phone, `what is number ${phones.length}`);
  phones.push(phone);
}

/** Sends texts until the process reaches its crash point. */
async function untilItStrikes(scene: Scene, doomed: ProductProcess, point: string): Promise<void> {
  await doomed.ready;
  let pauseMs = textEveryMs;
  let textedAt = -Infinity;
  async function hasStruck(): Promise<boolean> {
    if (!doomed.isAlive() || doomed.isFrozen()) return true;
    if (performance.now() - textedAt < pauseMs) return false;
    if (textedAt > 0) pauseMs = Math.min(pauseMs * textGrowth, textEveryMaxMs);
    textedAt = performance.now();
    await textOnce(scene);
    return false;
  }
  const explain = (): Promise<string> => Promise.resolve(doomed.output());
  await until(`a process to come to ${point}`, hasStruck, { timeoutMs: strikeMaxMs, explain });
  if (!doomed.isAlive()) expect(await doomed.died(), point).toEqual({ code: null, signal: 'SIGKILL' });
}

/**
 * Makes sends that the carrier does not accept, and lets their quiet period pass, until the process dies of finding one
 * not created. One is not enough: on a busy machine its text's time may be over before the process looks.
 */
async function untilItFindsOneAbsent(scene: Scene, doomed: ProductProcess): Promise<void> {
  const { fixture } = scene;
  await doomed.ready;
  await fixture.control('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['create'] } });
  let textedAt = -Infinity;
  async function hasDied(): Promise<boolean> {
    if (!doomed.isAlive()) return true;
    if (performance.now() - textedAt >= absentEveryMs) {
      textedAt = performance.now();
      await textOnce(scene);
    }
    await fixture.connection.pool.query(
      `update outbound_texts set next_check_at = now(), unknown_at = now() - interval '1 hour' where state = 'unknown'`,
    );
    return false;
  }
  const explain = (): Promise<string> => Promise.resolve(doomed.output());
  await until('a process to come to rec.absent', hasDied, { timeoutMs: strikeMaxMs, explain });
  expect(await doomed.died()).toEqual({ code: null, signal: 'SIGKILL' });
  await fixture.control('PUT', '/sandbox/faults', trouble);
}

/** What is still open: texts, sends, and texts that were never received. */
async function openEnds({ fixture, phones }: Scene): Promise<unknown[]> {
  const { rows } = await fixture.connection.pool.query<{ sender: string; state: string; open: number }>(
    `select sender, state, fence, attempts,
            (select count(*) from outbound_texts where inbound_sid = sid and state in ('intent', 'unknown')) as open
       from inbound_texts`,
  );
  const senders = new Set(rows.map(({ sender }) => sender));
  return [...rows.filter(({ state, open }) => state !== 'done' || open > 0), ...new Set(phones).difference(senders)];
}

/**
 * Phones that by rule get nothing more. `dead`: their text met three deaths, each between its intent and its send; a send
 * that a slow process did not begin in time is absent too, and does not count. `late`: the time for an answer was over
 * while a send was unknown, which on a busy machine is soon: it is a twelfth of the real one.
 */
async function givenUp({ fixture }: Scene): Promise<Record<'dead' | 'late', Set<string>>> {
  const { rows } = await fixture.connection.pool.query<{ sender: string; dead: boolean; late: boolean }>(
    `select i.sender, 3 <= count(*) filter (where o.state = 'absent') as dead,
            bool_or(o.state = 'unresolved' and o.unknown_at is not null) as late
       from inbound_texts i join outbound_texts o on o.inbound_sid = i.sid
      where i.outcome = 'failed' group by i.sid`,
  );
  const senders = (which: 'dead' | 'late') => new Set(rows.filter((row) => row[which]).map(({ sender }) => sender));
  return { dead: senders('dead'), late: senders('late') };
}

/** The texts of these phones, for a failure's message. */
async function describeTexts({ fixture }: Scene, phones: ReadonlySet<string>): Promise<string> {
  const { rows } = await fixture.connection.pool.query(
    `select i.sender, kind, reply, i.outcome, attempts, array_agg(o.state) as sends
       from inbound_texts i left join outbound_texts o on o.inbound_sid = i.sid
      where i.sender = any($1) group by i.sid`,
    [[...phones]],
  );
  return JSON.stringify(rows);
}

test('processes that are killed or frozen at every named point still answer every text exactly once', async () => {
  await using database = await testDatabase();
  const ports = [await freePort(), await freePort()];
  await using gateway = await startGateway(ports);
  await using fixture = await startProcessFixture({ databaseUrl: database.url, speed, publicUrl: gateway.url });
  await using stack = new AsyncDisposableStack();
  await fixture.control('PUT', '/sandbox/faults', trouble);
  const scene: Scene = { fixture, ports, phones: [] };

  const frozen: ProductProcess[] = [];
  const shared = kills.values();
  async function dieAgainAndAgain(seat: number, crashesAt: Iterable<string>, role?: Role): Promise<void> {
    for (const crashAt of crashesAt) {
      // The other seat has failed: a process begun now would outlive the test.
      if (stack.disposed) return;
      const doomed = stack.use(spawn(scene, seat, crashAt, role));
      await untilItStrikes(scene, doomed, crashAt);
      if (doomed.isAlive()) frozen.push(doomed);
    }
  }
  // A process that will freeze gets no webhooks: those that it held would all have to be found as missed texts.
  const web = stack.use(spawn(scene, 1, 'never', 'web'));
  await web.ready;
  const freezing = freezes.map((point) => `${point}:1:stop`);
  await dieAgainAndAgain(0, freezing, 'worker');
  web.kill('SIGTERM');
  await web.died();
  await Promise.all([dieAgainAndAgain(0, shared), dieAgainAndAgain(1, shared)]);
  expect(frozen).toHaveLength(freezes.length);

  const absentProcess = stack.use(spawn(scene, 0, 'rec.absent'));
  await untilItFindsOneAbsent(scene, absentProcess);

  const survivor = stack.use(spawn(scene, 0, 'never'));
  await until('every text to be answered', async () => (await openEnds(scene)).length === 0, {
    explain: async () => JSON.stringify(await openEnds(scene)),
  });
  for (const process of frozen) {
    process.kill('SIGCONT');
    process.kill('SIGTERM');
    expect(await process.died()).toEqual({ code: 0, signal: null });
  }
  expect(survivor.isAlive()).toBe(true);
  const ledger = await fixture.ledger();
  const { dead, late } = await givenUp(scene);
  expect(dead.size).toBeLessThan(scene.phones.length / 10);
  // One whose send is unknown may have gone out: once.
  const answered = scene.phones.filter((phone) => !dead.has(phone) && !(late.has(phone) && !ledger.has(phone)));
  expect(answered.length).toBeGreaterThan(kills.length);
  const unanswered = await describeTexts(scene, new Set(answered).difference(new Set(ledger.keys())));
  expect(Object.fromEntries(ledger), unanswered).toEqual(Object.fromEntries(answered.map((phone) => [phone, 1])));
  expect(await brokenInvariants(fixture.connection.pool)).toEqual([]);
}, 900_000);
