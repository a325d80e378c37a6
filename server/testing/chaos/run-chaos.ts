import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { startProcessFixture, type ProcessFixture } from '#server/testing/process-fixture.ts';
import type { ProductProcessOptions } from '#server/testing/product-process.ts';
import { until } from '#server/testing/until.ts';

import { type SeededRandom, seededRandom } from '../seeded-random.ts';
import type { Said } from './conversation.ts';
import { prepareDatabaseFaults, injectDatabaseFault } from './database-faults.ts';
import { collectEvidence, saveEvidence, type SentText } from './evidence.ts';
import { atSpeed, faultPeriodMaxMs, backgroundFaults, type ProviderFaults } from './fault-schedule.ts';
import { startGateway } from './gateway.ts';
import { type DatabaseStop, type Person, planChaos, processes, type Scale, type Step } from './plan.ts';
import { verify, type Verdict } from './verifier.ts';
import { type Workers, findPorts, startWorkers, type KillCounts } from './workers.ts';

/** The environment of a run: a database that can be restarted, and a folder for the logs. */
export type ChaosOptions = {
  readonly databaseUrl: string;
  restartDatabase(how: DatabaseStop): Promise<void>;
  readonly folder: string;
  readonly part?: ProductProcessOptions['part'];
  /** Override those of the fixture. */
  readonly settings?: Record<string, string>;
  readonly crashPoints: readonly string[];
  /** Average time between two texts. */
  readonly paceMs: number;
  /** Limit for all texts to be done after the last text. */
  readonly doneMaxMs: number;
  readonly log?: (line: string) => void;
};

export type ChaosReport = {
  readonly verdict: Verdict;
  readonly killCounts: KillCounts;
  /** Number of periods with slow commits or locked rows. */
  readonly databaseFaults: number;
};

/** Runs a plan on two processes, waits until no text is open, and verifies the outcome. */
export async function runChaos(scale: Scale, options: ChaosOptions): Promise<ChaosReport> {
  const { people, steps, clockSkewMs } = planChaos(scale);
  const random = seededRandom(scale.seed + 1);
  await using stack = new AsyncDisposableStack();
  const ports = await findPorts(processes);
  const gateway = stack.use(await startGateway(ports));
  const { databaseUrl, folder, crashPoints, part } = options;
  const fixture = stack.use(
    await startProcessFixture({
      databaseUrl,
      speed: scale.speed,
      publicUrl: gateway.url,
      random: () => random.next(),
      sandbox: { SANDBOX_PERPLEXITY_MODE: 'backwards', SANDBOX_OPENAI_MODE: 'backwards' },
    }),
  );
  await prepareDatabaseFaults(fixture.connection.pool);
  for (const { phone, role } of people) if (role !== 'stranger') await fixture.subscriber(phone);
  const workers = stack.use(
    startWorkers({
      ports,
      settings: () => ({ ...fixture.settings, ...bothProviders, ...options.settings }),
      logFile: (index) => join(folder, `process-${index}.log`),
      crashPoints,
      armedShare: 1 / 3,
      random,
      ...(part === undefined ? {} : { part }),
    }),
  );
  await workers.ready();
  const sent = await runSteps({
    steps,
    clockSkewMs,
    fixture,
    workers,
    random,
    scale,
    gatewayUrl: gateway.url,
    ...options,
  });
  options.log?.(`${sent.length} texts sent; ${JSON.stringify(workers.killCounts)}`);
  await until('all texts to be done', () => areAllDone(fixture, sent), {
    timeoutMs: options.doneMaxMs,
    explain: () => describeOpen(fixture, sent),
  });
  await workers.stop();
  const evidence = await collectEvidence(fixture, [...new Set(sent.map(({ person }) => person.phone))]);
  const verdict = verify(sent, evidence);
  if (verdict.violations.length > 0) saveEvidence(folder, evidence, verdict);
  return { verdict, killCounts: workers.killCounts, databaseFaults: scale.databaseFaults };
}

/** The second provider answers where the first one fails, or is slow, which here is a matter of two seconds. */
export const bothProviders = { OPENAI_API_KEY: 'sandbox_openai_key', ANSWER_ATTEMPT_MS: '4000' };

/** Sends a text from a person's phone. */
export async function sendText(fixture: Pick<ProcessFixture, 'text'>, person: Person, said: Said): Promise<SentText> {
  const sentAt = new Date();
  return { ...said, sid: await fixture.text(person.phone, said.body), person, sentAt };
}

type Run = Pick<ChaosOptions, 'paceMs' | 'restartDatabase' | 'log'> & {
  readonly steps: readonly Step[];
  readonly clockSkewMs: number;
  readonly fixture: ProcessFixture;
  readonly workers: Workers;
  readonly random: SeededRandom;
  readonly scale: Scale;
  readonly gatewayUrl: string;
};

const pendingMax = 4;
const disruptionMaxMs = 180_000;
/** Maximum of open texts: on a slow machine the crashing processes would otherwise never catch up. */
const openMax = 100;
const lookEvery = 10;
const catchUpMaxMs = 300_000;

/** Sends the texts while disruptions run; resolves after the last of both. @returns the texts that were sent */
async function runSteps(run: Run): Promise<SentText[]> {
  const { fixture, workers, random, scale, paceMs } = run;
  const sent: SentText[] = [];
  const disruptions: Promise<unknown>[] = [];
  let pending = 0;
  let faultPeriods = 0;
  async function change(faults: ProviderFaults): Promise<void> {
    await fixture.control('PUT', '/sandbox/faults', atSpeed(faults, scale.speed));
  }
  async function endFaultPeriod(nth: number): Promise<void> {
    await wait(faultPeriodMaxMs / scale.speed);
    if (nth === faultPeriods) await change(backgroundFaults(run.clockSkewMs));
  }
  function disrupt(disruption: Promise<unknown>): void {
    pending += 1;
    disruptions.push(disruption.finally(() => (pending -= 1)));
  }
  for (const step of run.steps) {
    // Restarts take time: without a limit, pending disruptions would pile up until after the last text.
    await until('a pending disruption', () => pending < pendingMax, { timeoutMs: disruptionMaxMs });
    switch (step.act) {
      case 'text':
        if (sent.length % lookEvery === 0) await untilCaughtUp(fixture, sent.length);
        sent.push(await sendText(fixture, step.person, step.said));
        if (sent.length % 100 === 0) run.log?.(`${sent.length} texts; ${JSON.stringify(workers.killCounts)}`);
        await wait(random.between(0, 2 * paceMs));
        break;
      case 'kill':
        disrupt(workers.kill(step.process, step.afterMs));
        break;
      case 'freeze':
        disrupt(workers.freeze(step.process, step.forMs));
        break;
      case 'deploy':
        disrupt(workers.deploy(step.process));
        break;
      case 'database':
        disrupt(run.restartDatabase(step.how));
        break;
      case 'forged_webhook':
        disrupt(sendForgedWebhook(run.gatewayUrl, step.word));
        break;
      case 'databaseFault':
        disrupt(injectDatabaseFault(fixture.connection.pool, step.databaseFault));
        break;
      case 'faults':
        faultPeriods += 1;
        await change(step.faults);
        disruptions.push(endFaultPeriod(faultPeriods));
    }
  }
  await Promise.all(disruptions);
  await fixture.control('DELETE', '/sandbox/faults');
  return sent;
}

/** Waits until at most `openMax` of `texted` texts are open or not yet stored. Started disruptions continue. */
async function untilCaughtUp({ connection: { pool } }: ProcessFixture, texted: number): Promise<void> {
  async function isCaughtUp(): Promise<boolean> {
    const sql = `select count(*) as done from inbound_texts where state = 'done'`;
    const { rows } = await pool.query<{ done: number }>(sql).catch(() => ({ rows: [] }));
    return texted - (rows[0]?.done ?? 0) <= openMax;
  }
  await until('fewer texts to be open', isCaughtUp, { timeoutMs: catchUpMaxMs });
}

/** Sends a webhook with a forged signature, which must store nothing. The process that receives it may be dead or frozen. */
async function sendForgedWebhook(url: string, word: string): Promise<void> {
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

/** Whether every sent text is stored, and none is open. */
export async function areAllDone(
  { connection: { pool } }: ProcessFixture,
  sent: readonly Pick<SentText, 'sid'>[],
): Promise<boolean> {
  // Right after a restart the database may refuse: not done yet.
  const open = await pool.query(openRows).catch(() => null);
  if (open === null || open.rows.length > 0) return false;
  const { rows } = await pool.query<{ taken: number }>(
    'select count(*) as taken from inbound_texts where sid = any($1)',
    [sent.map(({ sid }) => sid)],
  );
  return rows[0]?.taken === sent.length;
}

/** Open rows, texts that are not stored, and the last heartbeats, for a failure's message. */
export async function describeOpen(
  { connection: { pool } }: ProcessFixture,
  sent: readonly SentText[],
): Promise<string> {
  const { rows: stored } = await pool.query<{ sid: string }>('select sid from inbound_texts');
  const known = new Set(stored.map(({ sid }) => sid));
  const unknown = sent.filter(({ sid }) => !known.has(sid)).slice(0, 10);
  const { rows: open } = await pool.query(`${openRows} limit 10`);
  const { rows: heartbeats } = await pool.query('select now() as read_at, * from instance_heartbeat');
  return JSON.stringify({ open, unknown, heartbeats });
}
