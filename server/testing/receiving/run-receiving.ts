import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';

import { syncServiceNumbers } from '#server/texting/service-numbers.repo.ts';

import { connectTo, testDatabase } from '../database.ts';
import { addSubscriber } from '../subscriber.ts';
import { SharedDatabase } from './shared-database.ts';
import { type ReplayDeath, SimulatedProcess } from './simulated-process.ts';

const processes = [0, 1] as const;
const texts = [0, 1] as const;
const serviceNumber = '+12025550100';
const phones = texts.map((nth) => `+1312200000${nth}`);

type Delivery = {
  readonly what: 'deliver';
  readonly process: number;
  readonly text: number;
  /** The database gets what is committed to it, but the process learns only that the connection broke. */
  readonly isCommitLost: boolean;
  /** The outage copy of this process does not know the sender yet. */
  readonly isNoted: boolean;
};
type ProcessStep =
  | Delivery
  | { readonly what: 'look' | 'adopt' | 'kill' | 'start'; readonly process: number }
  | { readonly what: 'replay'; readonly process: number; readonly dies: ReplayDeath | null }
  | { readonly what: 'replay without its commits'; readonly process: number };
type DatabaseStep = {
  readonly what: 'the database goes' | 'the database comes';
  /** The processes that learn of it immediately, and replay their journals if the database is back. */
  readonly seenBy: readonly number[];
  /** Where they die meanwhile. */
  readonly dies: ReplayDeath | null;
};
type Step = { readonly act: ProcessStep | DatabaseStep; readonly thenAllWork: boolean };

const anyProcess = fc.constantFrom(...processes);
const of = <What extends string>(what: What) => fc.record({ what: fc.constant(what), process: anyProcess });
const dies = fc.constantFrom<(ReplayDeath | null)[]>(
  null,
  null,
  'before the locks are released',
  'before the entries are removed',
);
const acts: fc.Arbitrary<Step['act']> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('deliver'),
      process: anyProcess,
      text: fc.constantFrom(...texts),
      isCommitLost: fc.constantFrom(false, false, false, true),
      isNoted: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('the database goes', 'the database comes'),
      seenBy: fc.oneof({ weight: 2, arbitrary: fc.constant(processes) }, fc.subarray([...processes])),
      dies,
    }),
  },
  { weight: 1, arbitrary: fc.oneof(of('look'), of('adopt')) },
  { weight: 2, arbitrary: fc.oneof(of('kill'), of('start')) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('replay'), process: anyProcess, dies }) },
  { weight: 1, arbitrary: of('replay without its commits') },
);
const steps: fc.Arbitrary<Step> = fc.record({ act: acts, thenAllWork: fc.boolean() });

export type ReceivingScale = {
  readonly seed: number;
  /** Number of runs. */
  readonly runs: number;
  /** Maximum of steps per run. */
  readonly stepsMax: number;
  /** PostgreSQL URL outside of a test run. */
  readonly postgresUrl?: string;
};

/**
 * Runs random sequences of webhooks, outages, deaths and replays of two processes on one machine, with their real journals,
 * locks and stores, one step after the other. No text may be answered twice, and one that was acknowledged is answered
 * once all is well again. On a fault it throws the shortest failing sequence.
 * @returns how many texts were acknowledged
 */
export async function runReceiving({ seed, runs, stepsMax, postgresUrl }: ReceivingScale): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase(postgresUrl));
  const { pool, db } = stack.use(connectTo(url, 8));
  await syncServiceNumbers(pool, [serviceNumber]);
  for (const phone of phones) await addSubscriber(db, { phone, serviceNumber });
  let acknowledged = 0;
  const property = fc.asyncProperty(fc.array(steps, { maxLength: stepsMax, size: 'max' }), async (sequence) => {
    const folder = mkdtempSync(join(tmpdir(), 'askline-receiving-'));
    const machine = new Machine(folder, new SharedDatabase(pool));
    try {
      await pool.query('delete from outbound_texts; delete from inbound_texts; delete from applied_ops');
      for (const step of sequence) await machine.take(step);
      acknowledged += await machine.settle();
    } finally {
      machine.stop();
      rmSync(folder, { recursive: true });
    }
  });
  await fc.assert(property, { seed, numRuns: runs });
  return acknowledged;
}

/** Two processes on one machine, the texts of two phones, and what became of them. */
class Machine {
  readonly #folder: string;
  readonly #database: SharedDatabase;
  readonly #running: (SimulatedProcess | null)[];
  readonly #sids = texts.map((nth) => `SM${String(nth).repeat(32)}`);
  readonly #acknowledged = new Set<string>();
  readonly #answers = new Map<string, number>();
  /** Texts from before this wait until all journals are empty. */
  #backAt: Date | null = null;

  constructor(folder: string, database: SharedDatabase) {
    this.#folder = folder;
    this.#database = database;
    this.#running = processes.map(() => this.#start());
  }

  async take({ act, thenAllWork }: Step): Promise<void> {
    if ('process' in act) await this.#takeOf(act);
    else await this.#takeOfDatabase(act);
    if (thenAllWork) for (const one of this.#running) await one?.work();
    this.#mustBeAnsweredOnce();
  }

  /** Ends the outage, starts what is dead, and lets all work. @returns how many texts were acknowledged */
  async settle(): Promise<number> {
    this.#comeBack();
    for (const nth of processes) this.#running[nth] ??= this.#start();
    for (let round = 0; round < 3; round += 1) {
      for (const one of this.#running) {
        one?.look();
        await one?.replay();
        await one?.adopt();
        await one?.work();
      }
    }
    // The check for missed texts: one that was only noted is received again.
    for (const nth of texts) {
      const sid = this.#sids[nth] ?? '';
      if (this.#acknowledged.has(sid)) await this.#running[0]?.deliver(sid, phones[nth] ?? '');
    }
    await this.#running[0]?.work();
    this.#mustBeAnsweredOnce();
    for (const sid of this.#acknowledged) {
      if (!this.#answers.has(sid)) throw new Error(`${sid} was acknowledged, and is not answered`);
    }
    return this.#acknowledged.size;
  }

  stop(): void {
    for (const one of this.#running) one?.kill();
  }

  #mustBeAnsweredOnce(): void {
    for (const [sid, count] of this.#answers) if (count > 1) throw new Error(`${sid} is answered twice`);
  }

  async #takeOf(step: ProcessStep): Promise<void> {
    if (step.what === 'start') this.#running[step.process] ??= this.#start();
    const running = this.#running[step.process];
    if (!running) return;
    switch (step.what) {
      case 'deliver': {
        const deliver = async (): Promise<void> => {
          const sid = this.#sids[step.text] ?? '';
          if (await running.deliver(sid, phones[step.text] ?? '', step.isNoted)) this.#acknowledged.add(sid);
        };
        return step.isCommitLost ? this.#database.whileCommitsAreLost(deliver) : deliver();
      }
      case 'start':
        return;
      case 'look':
        return running.look();
      case 'replay':
        return this.#replay(step.process, step.dies);
      case 'adopt':
        return running.adopt();
      case 'kill':
        return this.#kill(step.process);
      case 'replay without its commits':
        return this.#database.whileCommitsAreLost(async () => void (await running.replay()));
    }
  }

  async #takeOfDatabase({ what, seenBy, dies: at }: DatabaseStep): Promise<void> {
    if (what === 'the database comes') this.#comeBack();
    else this.#database.isThere = false;
    for (const nth of seenBy) {
      this.#running[nth]?.look();
      await this.#replay(nth, at);
    }
  }

  async #replay(nth: number, at: ReplayDeath | null): Promise<void> {
    if ((await this.#running[nth]?.replay(at)) === true) this.#kill(nth);
  }

  #kill(nth: number): void {
    this.#running[nth]?.kill();
    this.#running[nth] = null;
  }

  #start(): SimulatedProcess {
    return new SimulatedProcess({
      folder: this.#folder,
      database: this.#database,
      gate: () => ({ notBefore: this.#areJournalsEmpty() ? null : this.#backAt }),
      onSent: (sid) => this.#answers.set(sid, (this.#answers.get(sid) ?? 0) + 1),
    });
  }

  #comeBack(): void {
    if (!this.#database.isThere) this.#backAt = new Date(Date.now() + 1);
    this.#database.isThere = true;
  }

  /** Those of dead processes are not known to be. */
  #areJournalsEmpty(): boolean {
    return this.#running.every((one) => one?.journalSize === 0);
  }
}
