import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { collectEvidence, type SentText } from '#server/testing/chaos/evidence.ts';
import { letters, type Person } from '#server/testing/chaos/plan.ts';
import { areAllDone, describeOpen, sendText } from '#server/testing/chaos/run-chaos.ts';
import { verify } from '#server/testing/chaos/verifier.ts';
import { findPorts } from '#server/testing/chaos/workers.ts';
import { testDatabase } from '#server/testing/database.ts';
import { type ProcessFixture, startProcessFixture } from '#server/testing/process-fixture.ts';
import { type ProductProcess, spawnProductProcess } from '#server/testing/product-process.ts';
import { until } from '#server/testing/until.ts';

import type { Measure } from '../measure.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';
import { phoneAt } from './webhooks.ts';

/** Texts a second, and as many pages. */
const rate = Number(process.env['ROLLING_RATE'] ?? 20);
const people = 200;
const pages = ['/', '/healthz', '/pricing'] as const;

export type RollingRestarts = {
  /** Superuser URL of a PostgreSQL. */
  readonly postgresUrl: string;
  readonly restarts: number;
  /**
   * Starts a proxy in front of the processes at these ports, which is not informed of restarts. Without one, our
   * balancer takes a process out before it is restarted.
   */
  readonly startProxy?: (ports: readonly number[]) => Promise<AsyncDisposable & { readonly port: number }>;
};

/**
 * Two processes, one of them restarted in order, in turns, while texts and pages keep coming.
 * @returns figures with the bounds that nothing failed, was lost or was answered twice
 */
export async function rollRestarts({ postgresUrl, restarts, startProxy }: RollingRestarts): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'askline-rolling-'));
  chmodSync(folder, 0o755);
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase(postgresUrl));
  const proxy = stack.use(await startRoundRobin());
  const sandbox = { SANDBOX_PERPLEXITY_MODE: 'backwards' };
  const options = { databaseUrl: database.url, speed: 1, publicUrl: proxy.url, sandbox };
  const fixture = stack.use(await startProcessFixture(options));
  const persons = Array.from({ length: people }, (_, nth): Person => ({ phone: phoneAt(nth), role: 'subscriber' }));
  for (const { phone } of persons) await fixture.subscriber(phone);
  const processes = await startTwo(fixture, folder);
  const ports = processes.map(({ port }) => port);
  stack.defer(async () => {
    await Promise.all(processes.map(({ process }) => process[Symbol.asyncDispose]()));
  });
  const between = startProxy === undefined ? null : stack.use(await startProxy(ports));
  const balancer = between === null ? proxy : withoutNotice;
  await proxy.serve(between === null ? ports : [between.port]);

  const load = startLoad(fixture, proxy, persons);
  const unexpected: string[] = [];
  for (let nth = 0; nth < restarts; nth += 1) {
    await wait(1000);
    unexpected.push(...(await restart(processes, nth % 2, { balancer, fixture, folder })));
    console.log(
      `${nth + 1} restarts, ${load.sent.length} texts, ${proxy.count()} requests, ${proxy.failures.length} failed`,
    );
  }
  await load.stop();
  await until('all texts to be done', () => areAllDone(fixture, load.sent), {
    timeoutMs: 180_000,
    explain: () => describeOpen(fixture, load.sent),
  });
  // Delivery reports that arrive once the processes are gone for good do not count.
  const failures = [...proxy.failures];
  unexpected.push(...(await stopAll(processes)));
  const evidence = await collectEvidence(
    fixture,
    persons.map(({ phone }) => phone),
  );
  const verdict = verify(load.sent, evidence);
  for (const fault of [...failures, ...unexpected, ...verdict.violations]) console.log(`FAULT: ${fault}`);
  const isWell = failures.length + unexpected.length + verdict.violations.length === 0;
  if (isWell) rmSync(folder, { recursive: true });
  else console.log(`The logs are in ${folder}.`);
  return [
    { what: 'restarts', value: restarts, unit: 'restarts' },
    { what: 'texts', value: verdict.texts, unit: 'texts' },
    { what: 'requests', value: proxy.count(), unit: 'requests' },
    { what: 'failed requests', value: failures.length, unit: 'requests', atMost: 0 },
    { what: 'lost', value: verdict.lost, unit: 'texts', atMost: 0 },
    { what: 'answered twice', value: verdict.duplicates, unit: 'texts', atMost: 0 },
    { what: 'faults in records and counters', value: verdict.violations.length, unit: 'faults', atMost: 0 },
    { what: 'processes that did not end in order', value: unexpected.length, unit: 'ends', atMost: 0 },
  ];
}

/** A proxy that has to notice restarts on its own. */
const withoutNotice: Pick<RoundRobin, 'serve'> = { serve: () => Promise.resolve() };

type Running = { readonly port: number; process: ProductProcess };
type Context = {
  readonly balancer: Pick<RoundRobin, 'serve'>;
  readonly fixture: ProcessFixture;
  readonly folder: string;
};

async function startTwo(fixture: ProcessFixture, folder: string): Promise<Running[]> {
  const started = (await findPorts(2)).map((port) => ({ port, process: start(fixture, port, folder) }));
  await Promise.all(started.map(({ process }) => process.ready));
  return started;
}

/** Without fair-use limits for the few phones that text all the time. */
function start({ settings }: ProcessFixture, port: number, folder: string): ProductProcess {
  const limits = { FAIR_USE_PER_5_MINUTES: '100000', FAIR_USE_PER_HOUR: '1000000', FAIR_USE_PER_DAY: '1000000' };
  const own = { ...settings, ...limits, LIMIT_REQUESTS_PER_MINUTE: '1000000', PORT: String(port) };
  return spawnProductProcess(own, { logFile: join(folder, `${port}.log`) });
}

/**
 * Restarts a process as a deployment does: no new requests (if there is a balancer), the open ones answered, a new
 * process, requests again.
 */
async function restart(
  all: readonly Running[],
  index: number,
  { balancer, fixture, folder }: Context,
): Promise<string[]> {
  const one = all[index];
  if (one === undefined) throw new Error(`there is no process ${index}`);
  await balancer.serve(all.filter((other) => other !== one).map(({ port }) => port));
  one.process.kill('SIGTERM');
  const faults = await describeEnd(one);
  one.process = start(fixture, one.port, folder);
  await one.process.ready;
  await balancer.serve(all.map(({ port }) => port));
  return one.process.isAlive() ? faults : [...faults, `the process at ${one.port} did not start`];
}

async function stopAll(all: readonly Running[]): Promise<string[]> {
  for (const { process } of all) process.kill('SIGTERM');
  return (await Promise.all(all.map(describeEnd))).flat();
}

async function describeEnd({ port, process }: Running): Promise<string[]> {
  const { code, signal } = await process.died();
  return code === 0 ? [] : [`the process at ${port} ended with code ${code}, signal ${signal}`];
}

/** Texts and pages at a steady rate until `stop`. The proxy notes what fails. */
function startLoad(fixture: ProcessFixture, proxy: RoundRobin, persons: readonly Person[]) {
  const sent: SentText[] = [];
  const stopping = new AbortController();
  async function sendBoth(nth: number): Promise<void> {
    const person = persons[nth % persons.length];
    if (person === undefined) return;
    const word = `qzx${letters(nth)}`;
    const page = await fetch(proxy.url + (pages[nth % pages.length] ?? '/'));
    await page.arrayBuffer();
    sent.push(await sendText(fixture, person, { kind: 'question', body: `who is ${word}`, word }));
  }
  async function run(): Promise<void> {
    const open: Promise<void>[] = [];
    for (let nth = 0; !stopping.signal.aborted; nth += 1) {
      open.push(sendBoth(nth));
      await wait(1000 / rate, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await Promise.all(open);
  }
  const running = run();
  return {
    sent,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
