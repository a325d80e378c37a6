import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { ProductProcessOptions } from '#server/testing/product-process.ts';
import { setStage, type Stage } from '#server/testing/stage.ts';
import { until } from '#server/testing/until.ts';

import { type Crew, findPorts, hireCrew, type Toll } from './crew.ts';
import { prepareTroubles, strikeDatabase } from './database-troubles.ts';
import { type Dice, throwDice } from './dice.ts';
import { collectEvidence, keepEvidence } from './evidence.ts';
import { startGateway } from './gateway.ts';
import { judge, type Judgement, type SentText } from './judge.ts';
import { type DatabaseStop, planChaos, processes, type Scale, type Step } from './plan.ts';
import { shrunk, spellMaxMs, unsettled, type Weather } from './weather.ts';

/** Where it plays: a database that can be made to die, and a folder for the logs. */
export type ChaosScene = {
  readonly databaseUrl: string;
  restartDatabase(how: DatabaseStop): Promise<void>;
  readonly folder: string;
  readonly part?: ProductProcessOptions['part'];
  /** Over those of the stage. */
  readonly settings?: Record<string, string>;
  readonly crashPoints: readonly string[];
  /** Between two texts, on average. */
  readonly paceMs: number;
  /** How long everything may take to come to rest after the last text. */
  readonly restMaxMs: number;
  readonly tell?: (line: string) => void;
};

export type ChaosReport = {
  readonly judgement: Judgement;
  readonly toll: Toll;
  /** How often commits were slow or rows locked. */
  readonly troubles: number;
};

/** Acts out a plan on two processes, waits until everything has come to rest, and has it judged. */
export async function runChaos(scale: Scale, scene: ChaosScene): Promise<ChaosReport> {
  const { people, steps, clockSkewMs } = planChaos(scale);
  const dice = throwDice(scale.seed + 1);
  await using stack = new AsyncDisposableStack();
  const ports = await findPorts(processes);
  const gateway = stack.use(await startGateway(ports));
  const { databaseUrl, folder, crashPoints, part } = scene;
  const stage = stack.use(
    await setStage({
      databaseUrl,
      speed: scale.speed,
      publicUrl: gateway.url,
      random: () => dice.next(),
      sandbox: { SANDBOX_PERPLEXITY_MODE: 'backwards' },
    }),
  );
  await prepareTroubles(stage.connection.pool);
  for (const { phone, sort } of people) if (sort !== 'stranger') await stage.subscriber(phone);
  const crew = stack.use(
    hireCrew({
      ports,
      settings: () => ({ ...stage.settings, ...scene.settings }),
      logFile: (index) => join(folder, `process-${index}.log`),
      crashPoints,
      armedShare: 1 / 3,
      dice,
      ...(part === undefined ? {} : { part }),
    }),
  );
  await crew.ready();
  const sent = await actOut({ steps, clockSkewMs, stage, crew, dice, scale, gatewayUrl: gateway.url, ...scene });
  scene.tell?.(`${sent.length} texts sent; ${JSON.stringify(crew.toll)}`);
  await until('everything to come to rest', () => isAtRest(stage, sent), {
    timeoutMs: scene.restMaxMs,
    explain: () => describeOpen(stage),
  });
  await crew.stop();
  const evidence = await collectEvidence(stage, [...new Set(sent.map(({ person }) => person.phone))]);
  const judgement = judge(sent, evidence);
  if (judgement.violations.length > 0) keepEvidence(folder, evidence, judgement);
  return { judgement, toll: crew.toll, troubles: scale.troubles };
}

type Play = Pick<ChaosScene, 'paceMs' | 'restartDatabase' | 'tell'> & {
  readonly steps: readonly Step[];
  readonly clockSkewMs: number;
  readonly stage: Stage;
  readonly crew: Crew;
  readonly dice: Dice;
  readonly scale: Scale;
  readonly gatewayUrl: string;
};

const pendingMax = 4;
const blowMaxMs = 180_000;
/** More texts than this are not left open: on a slow machine the dead would else fall behind for ever. */
const openMax = 100;
const lookEvery = 10;
const catchUpMaxMs = 300_000;

/** @returns the texts that were sent. Blows strike while the texts go on; this ends after the last of both. */
async function actOut(play: Play): Promise<SentText[]> {
  const { stage, crew, dice, scale, paceMs } = play;
  const sent: SentText[] = [];
  const blows: Promise<unknown>[] = [];
  let pending = 0;
  let spells = 0;
  async function change(weather: Weather): Promise<void> {
    await stage.control('PUT', '/sandbox/faults', shrunk(weather, scale.speed));
  }
  async function endSpell(nth: number): Promise<void> {
    await wait(spellMaxMs / scale.speed);
    if (nth === spells) await change(unsettled(play.clockSkewMs));
  }
  function strike(blow: Promise<unknown>): void {
    pending += 1;
    blows.push(blow.finally(() => (pending -= 1)));
  }
  for (const step of play.steps) {
    // The dead take their time to rise: blows that only wait for them would all fall after the last text.
    await until('a blow to fall', () => pending < pendingMax, { timeoutMs: blowMaxMs });
    switch (step.act) {
      case 'text':
        if (sent.length % lookEvery === 0) await untilCaughtUp(stage, sent.length);
        sent.push({ sid: await stage.text(step.person.phone, step.body), person: step.person, word: step.word });
        if (sent.length % 100 === 0) play.tell?.(`${sent.length} texts; ${JSON.stringify(crew.toll)}`);
        await wait(dice.between(0, 2 * paceMs));
        break;
      case 'kill':
        strike(crew.kill(step.process, step.afterMs));
        break;
      case 'freeze':
        strike(crew.freeze(step.process, step.forMs));
        break;
      case 'deploy':
        strike(crew.deploy(step.process));
        break;
      case 'database':
        strike(play.restartDatabase(step.how));
        break;
      case 'forgery':
        strike(forge(play.gatewayUrl, step.word));
        break;
      case 'trouble':
        strike(strikeDatabase(stage.connection.pool, step.trouble));
        break;
      case 'weather':
        spells += 1;
        await change(step.weather);
        blows.push(endSpell(spells));
    }
  }
  await Promise.all(blows);
  await stage.control('DELETE', '/sandbox/faults');
  return sent;
}

/** Of `texted` texts only so many may be open, or not even taken in. Blows that have begun still fall meanwhile. */
async function untilCaughtUp({ connection: { pool } }: Stage, texted: number): Promise<void> {
  async function isCaughtUp(): Promise<boolean> {
    const sql = `select count(*) as done from inbound_texts where state = 'done'`;
    const { rows } = await pool.query<{ done: number }>(sql).catch(() => ({ rows: [] }));
    return texted - (rows[0]?.done ?? 0) <= openMax;
  }
  await until('fewer texts to be open', isCaughtUp, { timeoutMs: catchUpMaxMs });
}

/** A text that the carrier never signed: it must leave nothing behind. Whoever gets it may be dead or frozen. */
async function forge(url: string, word: string): Promise<void> {
  const body = new URLSearchParams({ MessageSid: `SM${'f'.repeat(32)}`, From: '+13125550199', To: '', Body: word });
  const headers = { 'x-twilio-signature': 'bm9ib2R5' };
  await fetch(`${url}/webhooks/twilio/messages`, { method: 'POST', body, headers, signal: AbortSignal.timeout(5000) })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}

const openRows = `
  select sid as id, state, reply, fence, attempts, received_at, not_before, lease_until
    from inbound_texts where state <> 'done'
   union all
  select id::text, state, purpose, checks, attempt, intent_at, next_check_at, null
    from outbound_texts where state in ('intent', 'unknown')`;

/** Whether every text that was sent has been taken in, and nothing is open any more. */
export async function isAtRest({ connection: { pool } }: Stage, sent: readonly SentText[]): Promise<boolean> {
  // Right after a restart the database may refuse: then it is not at rest.
  const open = await pool.query(openRows).catch(() => null);
  if (open === null || open.rows.length > 0) return false;
  const { rows } = await pool.query<{ taken: number }>(
    'select count(*) as taken from inbound_texts where sid = any($1)',
    [sent.map(({ sid }) => sid)],
  );
  return rows[0]?.taken === sent.length;
}

/** What is still open, and what the processes said last, for a failure's message. */
export async function describeOpen({ connection: { pool } }: Stage): Promise<string> {
  const { rows: open } = await pool.query(`${openRows} limit 10`);
  const { rows: heartbeats } = await pool.query('select now() as read_at, * from instance_heartbeat');
  return JSON.stringify({ open, heartbeats });
}
