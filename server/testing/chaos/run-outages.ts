import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { startProcessFixture, type ProcessFixture } from '#server/testing/process-fixture.ts';
import type { ProductProcessOptions } from '#server/testing/product-process.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { seededRandom } from '../seeded-random.ts';
import { nextText, type Said } from './conversation.ts';
import { collectEvidence, type Evidence, type SentText } from './evidence.ts';
import { startGateway } from './gateway.ts';
import { letters, type Person } from './plan.ts';
import { areAllDone, bothProviders, describeOpen, sendText } from './run-chaos.ts';
import { verify, type Verdict } from './verifier.ts';
import { findPorts, startWorkers, type KillCounts } from './workers.ts';

export type OutageOptions = {
  readonly databaseUrl: string;
  readonly processes: number;
  readonly outages: number;
  /** Takes the database away and resolves when it is back. */
  takeAway(nth: number): Promise<void>;
  /** Texts per second. */
  readonly rate: number;
  readonly people: number;
  /** The factor by which the protocol's times are shortened. */
  readonly speed: number;
  readonly folder: string;
  readonly part?: ProductProcessOptions['part'];
  /** Wait after each outage until all processes use the database again. Not for processes that keep crashing. */
  readonly waitsForReturn?: boolean;
  /** Points at which an armed process may crash. */
  readonly crashPoints?: readonly string[];
  /** Minimum of crashes at these points; more outages follow until it is reached. */
  readonly deathsMin?: number;
  readonly doneMaxMs: number;
  readonly log?: (line: string) => void;
};

export type OutageReport = {
  readonly verdict: Verdict;
  readonly killCounts: KillCounts;
  readonly outages: number;
  /** Time from a subscriber's text to the carrier's acceptance of the reply; without unanswered texts. */
  readonly answerMs: readonly number[];
  /** From the end of the last outage until all journals were replayed; null where processes kept crashing. */
  readonly replayMs: number | null;
  /** From the end of the last outage until no text was open: an unknown send takes a minute to resolve. */
  readonly doneMs: number;
};

/** Without fair-use limits: the subject is the database. */
const settings = {
  FAIR_USE_PER_5_MINUTES: '100000',
  FAIR_USE_PER_DAY: '100000',
  FAIR_USE_PER_HOUR: '1000000',
  ANSWER_DEADLINE_MS: '600000',
};
/** The share of calls that the first answer provider fails: the second one answers. */
const firstProviderFails = 0.1;
/** Time between two outages, so that each one hits a working product. */
const betweenMs = 1500;

/** Sends texts at a steady rate during outages, waits until no text is open, and verifies the outcome. */
export async function runOutages(options: OutageOptions): Promise<OutageReport> {
  await using stack = new AsyncDisposableStack();
  const ports = await findPorts(options.processes);
  const gateway = stack.use(await startGateway(ports));
  const { databaseUrl, speed, part, folder, crashPoints = [] } = options;
  const sandbox = { SANDBOX_PERPLEXITY_MODE: 'backwards', SANDBOX_OPENAI_MODE: 'backwards' };
  const fixture = stack.use(await startProcessFixture({ databaseUrl, speed, publicUrl: gateway.url, sandbox }));
  const people = Array.from({ length: options.people }, (): Person => ({ phone: testPhone(), role: 'subscriber' }));
  for (const { phone } of people) await fixture.subscriber(phone);
  const workers = stack.use(
    startWorkers({
      ports,
      settings: () => ({ ...fixture.settings, ...bothProviders, ...settings }),
      logFile: (index) => join(folder, `process-${index}.log`),
      crashPoints,
      armedShare: 1,
      random: seededRandom(ports[0] ?? 1),
      ...(part === undefined ? {} : { part }),
    }),
  );
  await workers.ready();
  await fixture.control('PUT', '/sandbox/faults', { perplexity: { errorRate: firstProviderFails } });
  const sending = startTexting(fixture, people, options.rate);
  let outages = 0;
  while (outages < options.outages || workers.killCounts.diedAtPoints < (options.deathsMin ?? 0)) {
    await wait(betweenMs);
    await options.takeAway(outages);
    outages += 1;
    if (options.waitsForReturn === true) await untilReturned(fixture, options.processes);
    options.log?.(`${outages} outages, ${sending.sent.length} texts, ${JSON.stringify(workers.killCounts)}`);
  }
  const backAtMs = performance.now();
  await sending.stop();
  const { sent } = sending;
  const msSinceBack = (): number => performance.now() - backAtMs;
  const replayMs = crashPoints.length > 0 ? null : await untilReturned(fixture, options.processes).then(msSinceBack);
  await until('all texts to be done', () => areAllDone(fixture, sent), {
    timeoutMs: options.doneMaxMs,
    explain: () => describeOpen(fixture, sent),
  });
  const doneMs = msSinceBack();
  await workers.stop();
  const evidence = await collectEvidence(
    fixture,
    people.map(({ phone }) => phone),
  );
  const { killCounts } = workers;
  return { verdict: verify(sent, evidence), killCounts, outages, answerMs: answerTimes(evidence), replayMs, doneMs };
}

/** Waits until `processes` heartbeats newer than now say that they use the database and their journals are empty. */
async function untilReturned({ connection: { pool } }: ProcessFixture, processes: number): Promise<void> {
  const ask = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row | null> =>
    pool.query<Row>(sql, values).then(
      ({ rows }) => rows[0] ?? null,
      () => null, // it is still starting
    );
  const since = await until('the database', () => ask<{ now: Date }>('select now()'));
  const sql = 'select count(*) as settled from instance_heartbeat where settled and beat_at > $1';
  const isDrained = async (): Promise<boolean> => {
    const row = await ask<{ settled: number }>(sql, [since.now]);
    return row !== null && row.settled >= processes;
  };
  await until('all processes to use the database', isDrained, { timeoutMs: 300_000 });
}

/** Sends texts at a steady rate, regardless of answers, each from the next phone. */
function startTexting(fixture: ProcessFixture, people: readonly Person[], rate: number) {
  const sent: SentText[] = [];
  const saidBy = new Map<Person, Said[]>();
  const random = seededRandom(people.length);
  const failures: unknown[] = [];
  const stopping = new AbortController();
  async function sendOne(nth: number): Promise<void> {
    const person = people[nth % people.length];
    if (person === undefined) return;
    const before = saidBy.get(person) ?? [];
    const said = nextText(before, `qzx${letters(nth)}`, random);
    saidBy.set(person, [...before, said]);
    try {
      sent.push(await sendText(fixture, person, said));
    } catch (error) {
      failures.push(error);
    }
  }
  async function run(): Promise<void> {
    const beganMs = performance.now();
    const open: Promise<void>[] = [];
    for (let nth = 0; !stopping.signal.aborted; nth += 1) {
      const dueMs = beganMs + (nth * 1000) / rate - performance.now();
      if (dueMs > 0) await wait(dueMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      open.push(sendOne(nth));
    }
    await Promise.all(open);
    if (failures.length > 0) throw failures[0];
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

function answerTimes({ ledger, outbound }: Evidence): number[] {
  const createdAt = new Map(ledger.map(({ sid, createdAt: at }) => [sid, Date.parse(at)]));
  return outbound.flatMap(({ inboundSid, sid, state }) => {
    const [asked, answered] = [createdAt.get(inboundSid ?? ''), createdAt.get(sid ?? '')];
    return state === 'accepted' && asked !== undefined && answered !== undefined ? [answered - asked] : [];
  });
}
