import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { ProductProcessOptions } from '#server/testing/product-process.ts';
import { setStage, type Stage } from '#server/testing/stage.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { findPorts, hireCrew, type Toll } from './crew.ts';
import { throwDice } from './dice.ts';
import { collectEvidence, type Evidence } from './evidence.ts';
import { startGateway } from './gateway.ts';
import { judge, type Judgement, type SentText } from './judge.ts';
import { letters, type Person } from './plan.ts';
import { describeOpen, isAtRest } from './run-chaos.ts';

export type OutageScene = {
  readonly databaseUrl: string;
  readonly processes: number;
  readonly outages: number;
  /** Takes the database away and resolves when it is back. */
  takeAway(nth: number): Promise<void>;
  /** Texts a second, all the time. */
  readonly rate: number;
  readonly people: number;
  /** By how much the protocol's times are shrunk. */
  readonly speed: number;
  readonly folder: string;
  readonly part?: ProductProcessOptions['part'];
  /** After each outage it waits until all processes go by the database again. Not where they keep dying. */
  readonly waitsForReturn?: boolean;
  /** Where a process may be armed to die by itself. */
  readonly crashPoints?: readonly string[];
  /** Goes on with more outages until so many processes have died at their points. */
  readonly deathsMin?: number;
  readonly restMaxMs: number;
  readonly tell?: (line: string) => void;
};

export type OutageReport = {
  readonly judgement: Judgement;
  readonly toll: Toll;
  readonly outages: number;
  /** Of the texts of subscribers: from the text to the carrier's taking of the reply; unanswered ones not among them. */
  readonly answerMs: readonly number[];
  /** From the end of the last outage until all journals were carried out; null where processes kept dying. */
  readonly replayMs: number | null;
  /** From the end of the last outage until nothing waited any more: a send in doubt takes a minute to settle. */
  readonly restMs: number;
};

/** As many as anyone likes to ask: this is about the database, not about fair use. */
const settings = {
  FAIR_USE_PER_5_MINUTES: '100000',
  FAIR_USE_PER_DAY: '100000',
  FAIR_USE_PER_HOUR: '1000000',
  ANSWER_DEADLINE_MS: '600000',
};
/** Texts between two outages, so that each finds a product at work. */
const betweenMs = 1500;

/** Texts all the time, while the database goes and comes; then waits until all has come to rest, and has it judged. */
export async function runOutages(scene: OutageScene): Promise<OutageReport> {
  await using stack = new AsyncDisposableStack();
  const ports = await findPorts(scene.processes);
  const gateway = stack.use(await startGateway(ports));
  const { databaseUrl, speed, part, folder, crashPoints = [] } = scene;
  const sandbox = { SANDBOX_PERPLEXITY_MODE: 'backwards' };
  const stage = stack.use(await setStage({ databaseUrl, speed, publicUrl: gateway.url, sandbox }));
  const people = Array.from({ length: scene.people }, (): Person => ({ phone: testPhone(), sort: 'subscriber' }));
  for (const { phone } of people) await stage.subscriber(phone);
  const crew = stack.use(
    hireCrew({
      ports,
      settings: () => ({ ...stage.settings, ...settings }),
      logFile: (index) => join(folder, `process-${index}.log`),
      crashPoints,
      armedShare: 1,
      dice: throwDice(ports[0] ?? 1),
      ...(part === undefined ? {} : { part }),
    }),
  );
  await crew.ready();
  const sending = startTexting(stage, people, scene.rate);
  let outages = 0;
  while (outages < scene.outages || crew.toll.diedAtPoints < (scene.deathsMin ?? 0)) {
    await wait(betweenMs);
    await scene.takeAway(outages);
    outages += 1;
    if (scene.waitsForReturn === true) await untilReturned(stage, scene.processes);
    scene.tell?.(`${outages} outages, ${sending.sent.length} texts, ${JSON.stringify(crew.toll)}`);
  }
  const backAtMs = performance.now();
  await sending.stop();
  const { sent } = sending;
  const msSinceBack = (): number => performance.now() - backAtMs;
  const replayMs = crashPoints.length > 0 ? null : await untilReturned(stage, scene.processes).then(msSinceBack);
  await until('everything to come to rest', () => isAtRest(stage, sent), {
    timeoutMs: scene.restMaxMs,
    explain: () => describeOpen(stage),
  });
  const restMs = msSinceBack();
  await crew.stop();
  const evidence = await collectEvidence(
    stage,
    people.map(({ phone }) => phone),
  );
  const { toll } = crew;
  return { judgement: judge(sent, evidence), toll, outages, answerMs: answerTimes(evidence), replayMs, restMs };
}

/** Waits until so many processes have said, since now, that they go by the database and their journals hold nothing. */
async function untilReturned({ connection: { pool } }: Stage, processes: number): Promise<void> {
  const ask = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row | null> =>
    pool.query<Row>(sql, values).then(
      ({ rows }) => rows[0] ?? null,
      () => null, // it is still coming up
    );
  const since = await until('the database', () => ask<{ now: Date }>('select now()'));
  const sql = 'select count(*) as settled from instance_heartbeat where settled and beat_at > $1';
  const isSettled = async (): Promise<boolean> => {
    const row = await ask<{ settled: number }>(sql, [since.now]);
    return row !== null && row.settled >= processes;
  };
  await until('all processes to go by it', isSettled, { timeoutMs: 300_000 });
}

/** Texts at a steady rate, whether or not they are answered, each from the next phone and with a word of its own. */
function startTexting(stage: Stage, people: readonly Person[], rate: number) {
  const sent: SentText[] = [];
  const failures: unknown[] = [];
  const stopping = new AbortController();
  async function sendOne(nth: number): Promise<void> {
    const person = people[nth % people.length];
    if (person === undefined) return;
    const word = `qzx${letters(nth)}`;
    try {
      sent.push({ sid: await stage.text(person.phone, `who is ${word}`), person, word });
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
