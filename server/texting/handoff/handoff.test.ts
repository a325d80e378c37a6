import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import { testDatabase } from '#server/testing/database.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { startProcessFixture } from '#server/testing/process-fixture.ts';
import { spawnProductProcess } from '#server/testing/product-process.ts';
import { startTestApp, testPhone, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { Lease } from '../store/text-store.ts';
import { WorkerLinks } from './worker-links.ts';
import { WorkerSocket } from './worker-socket.ts';
import { socketPath, workersFolder } from './workers-folder.ts';

const echo = { SANDBOX_PERPLEXITY_MODE: 'echo' };
const owner = '6f1c7c2e-4a53-4b86-9d0a-1f0f5a2f9a11';
const { log } = createLog('silent');
const pollMs = 20;

function lease(sid = `SM${randomBytes(16).toString('hex')}`): Lease {
  const times = { ageMs: 0, timeLeftMs: 120_000, mayGoInMs: 0 };
  const numbers = { sender: '+13125550001', serviceNumber: '+12025550100' };
  return { sid, fence: 1, reply: 'answer', language: 'es', hasMemory: true, attempts: 0, ...numbers, ...times };
}

type Take = (lease: Lease, body: Secret) => boolean;

/** A data folder, and the links of a web process to its workers, which have forever to acknowledge a text. */
function web({ acknowledgeMs = 600_000 } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'askline-handoff-'));
  const released: string[] = [];
  const links = new WorkerLinks({
    dataDir,
    release: async (from, sids) => void released.push(...sids.map((sid) => `${from} ${sid}`)),
    pollMs,
    acknowledgeMs,
    log,
  });
  links.start();
  const workers: WorkerSocket[] = [];
  return {
    dataDir,
    links,
    released,
    /** Starts a worker. */
    worker(take: Take, takesQuestions = (): boolean => true): void {
      const socket = new WorkerSocket({ dataDir, owner, takesQuestions, take, pollMs, log });
      socket.start();
      workers.push(socket);
    },
    async [Symbol.asyncDispose]() {
      await links.stop();
      for (const socket of workers) await socket.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

test('a text goes to a worker with its lease and its body', async () => {
  await using fixture = web();
  const taken: { lease: Lease; body: string }[] = [];
  fixture.worker((text, body) => taken.push({ lease: text, body: body.reveal() }) > 0);
  const place = await until('a worker', () => fixture.links.offer('answer'));
  expect(place.owner).toBe(owner);
  const text = lease();
  place.begin(text, new Secret('who wrote\n“moby dick”'));
  await until('the text', () => taken.length === 1);
  expect(taken).toEqual([{ lease: text, body: 'who wrote\n“moby dick”' }]);
  expect(fixture.released).toEqual([]);
});

test('only the user of the product can reach a worker', async () => {
  await using fixture = web();
  fixture.worker(() => true);
  await until('a worker', () => fixture.links.offer('answer'));
  expect(statSync(workersFolder(fixture.dataDir)).mode & 0o777).toBe(0o700);
  expect(statSync(socketPath(fixture.dataDir, owner)).mode & 0o777).toBe(0o600);
});

test('what is not a message ends the connection', async () => {
  await using fixture = web();
  const taken: string[] = [];
  fixture.worker((text) => taken.push(text.sid) > 0);
  await until('a worker', () => fixture.links.offer('answer'));
  for (const said of ['hello', '{"lease":{},"body":"x"}', 'x'.repeat(300_000)]) {
    const socket = connect({ path: socketPath(fixture.dataDir, owner) });
    const closed = new Promise((resolve) => {
      socket.on('error', () => undefined).on('close', resolve);
    });
    socket.resume();
    socket.write(`${said}\n`);
    await closed;
  }
  expect(taken).toEqual([]);
});

test('a worker that is full gets no questions, and what it refuses is released', async () => {
  await using fixture = web();
  let takesQuestions = true;
  fixture.worker(
    () => false,
    () => takesQuestions,
  );
  const place = await until('a worker', () => fixture.links.offer('answer'));
  takesQuestions = false;
  const refused = lease();
  place.begin(refused, new Secret('who wrote moby dick'));
  await until('the lease to be released', () => fixture.released.length === 1);
  expect(fixture.released).toEqual([`${owner} ${refused.sid}`]);
  await until('the worker to say that it is full', () => fixture.links.offer('answer') === null);
  expect(fixture.links.offer('crisis')).not.toBeNull();
  takesQuestions = true;
  await until('the worker to say that it has room', () => fixture.links.offer('answer'));
});

test('a text whose worker stops, or does not acknowledge, is released', async () => {
  await using fixture = web({ acknowledgeMs: 200 });
  // A worker that reads nothing after it has said who it is.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => {
    sockets.push(socket);
    socket.write(`${JSON.stringify({ type: 'worker', owner, hasRoom: true })}\n`);
  });
  mkdirSync(workersFolder(fixture.dataDir));
  silent.listen({ path: socketPath(fixture.dataDir, owner) });
  const place = await until('a worker', () => fixture.links.offer('answer'));
  const [unheard, cut] = [lease(), lease()];
  place.begin(unheard, new Secret('who wrote moby dick'));
  await until('the first to be released', () => fixture.released.includes(`${owner} ${unheard.sid}`));
  place.begin(cut, new Secret('who wrote moby dick'));
  for (const socket of sockets) socket.destroy();
  silent.close();
  await until('the second to be released', () => fixture.released.includes(`${owner} ${cut.sid}`));
  const late = lease();
  place.begin(late, new Secret('who wrote moby dick'));
  expect(fixture.released).toContain(`${owner} ${late.sid}`);
  expect(fixture.links.offer('answer')).toBeNull();
});

test('a web process that stops does not wait for a frozen worker, and releases what it has not acknowledged', async () => {
  await using fixture = web();
  const frozen = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.write(`${JSON.stringify({ type: 'worker', owner, hasRoom: true })}\n`);
  });
  mkdirSync(workersFolder(fixture.dataDir));
  frozen.listen({ path: socketPath(fixture.dataDir, owner) });
  const place = await until('a worker', () => fixture.links.offer('answer'));
  const text = lease();
  place.begin(text, new Secret('who wrote moby dick'));
  await fixture.links.stop();
  expect(fixture.released).toEqual([`${owner} ${text.sid}`]);
  frozen.close();
});

test('the socket of a worker that died is removed once it is old', async () => {
  await using fixture = web();
  fixture.worker(() => true);
  await until('a worker', () => fixture.links.offer('answer'));
  const stale = join(workersFolder(fixture.dataDir), 'dead0000.sock');
  writeFileSync(stale, '');
  utimesSync(stale, 0, 0);
  const sockets = (): string[] => readdirSync(workersFolder(fixture.dataDir));
  await until('the socket to be removed', () => !sockets().includes('dead0000.sock'));
  expect(sockets()).toHaveLength(1);
});

/** A web process and a worker, as two instances of the product that know each other. */
async function apart(
  speed = '1',
): Promise<AsyncDisposable & { app: TestApp; worker: Awaited<ReturnType<TestApp['another']>> }> {
  const stack = new AsyncDisposableStack();
  const app = stack.use(await startTestApp({ settings: { ROLE: 'web', TEST_SPEED: speed }, sandbox: echo }));
  const other = stack.use(await app.another({ ROLE: 'worker' }));
  await until('the worker to be found', () => app.product.texting.linkedWorkers() === 1);
  return { app, worker: other, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('with web and worker apart, a text comes to the worker with its words and none is fetched back', async () => {
  await using both = await apart();
  const { app, worker: other } = both;
  const fetched = vi.spyOn(other.product.deps.carrier, 'fetch');
  const looked = vi.spyOn(other.product.deps.textStore, 'lease');
  // A worker that does not acknowledge within five seconds, as on a busy machine, finds the text in the database.
  await until('a text to be taken from the web process', async () => {
    for (const spy of [fetched, looked]) spy.mockClear();
    const phone = app.phone();
    await app.subscriber(phone);
    await app.text(phone, 'who wrote moby dick');
    expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining('moby dick')]);
    const { rows } = await app.product.deps.pool.query<{ fence: number }>(
      'select fence from inbound_texts where sender = $1',
      [phone],
    );
    const found = (await Promise.all(looked.mock.results.map(({ value }) => value))).flat();
    return rows[0]?.fence === 1 && fetched.mock.calls.length === 0 && found.length === 0;
  });
  await until('no words to be left', () => other.product.texting.plaintextCache.count === 0);
  expect(app.product.texting.plaintextCache.count).toBe(0);
});

test('when the worker stops, texts wait in the database, and the next worker answers them', async () => {
  // Its drain waits for the model for twenty seconds: five here.
  await using both = await apart('4');
  const { app, worker: other } = both;
  const phone = app.phone();
  await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { latencyMs: 600_000 } });
  await app.text(phone, 'who wrote moby dick');
  await until('the worker to work on it', () => other.product.texting.loop.workingOn === 1);
  await other.product.texting.drain();
  await app.text(phone, 'who wrote ulysses');
  await app.sandbox('DELETE', '/sandbox/faults');
  await using heir = await app.another({ ROLE: 'worker' });
  expect(heir.product.texting.linkedWorkers()).toBe(0);
  expect(await app.finalReplies(phone, 2)).toEqual([
    expect.stringContaining('moby dick'),
    expect.stringContaining('ulysses'),
  ]);
});

test.for(['q.leased', 'q.leased:1:stop'])(
  'a worker that dies or freezes as a text comes to it (%s) costs no reply, and sends none later',
  async (crashAt) => {
    await using database = await testDatabase();
    await using fixture = await startProcessFixture({ databaseUrl: database.url, speed: 12 });
    await using stack = new AsyncDisposableStack();
    const spawn = (settings: Record<string, string>) =>
      stack.use(spawnProductProcess({ ...fixture.settings, ...settings }, { part: 'texting' }));
    const doomed = spawn({ ROLE: 'worker', CRASH_AT: crashAt });
    const [webProcess, phone] = [spawn({ ROLE: 'web' }), testPhone()];
    await fixture.subscriber(phone);
    await Promise.all([doomed.ready, webProcess.ready]);
    await fixture.text(phone, 'who wrote moby dick');
    // Otherwise the heir may be faster, and the doomed one lives on.
    await until('the worker to come to it', () => !doomed.isAlive() || doomed.isFrozen());
    const heir = spawn({ ROLE: 'worker' });
    await heir.ready;
    await until('the answer', async () => (await fixture.ledger()).get(phone) === 1);
    if (crashAt.endsWith(':stop')) {
      doomed.kill('SIGCONT');
      doomed.kill('SIGTERM');
    }
    await doomed.died();
    expect((await fixture.ledger()).get(phone)).toBe(1);
    await until('the text to be done', async () => {
      const { rows } = await fixture.connection.pool.query(`select 1 from inbound_texts where state <> 'done'`);
      return rows.length === 0;
    });
    expect(await brokenInvariants(fixture.connection.pool)).toEqual([]);
  },
);
