import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import type { AnswerQuery } from '#server/answers/answer-query.flow.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { Tally } from '#server/platform/tally.ts';
import type { Carrier } from '#server/providers/ports.ts';

import { AnswerLoop } from './answer-loop.ts';
import { answerText } from './answer-text.flow.ts';
import { ClockWatch } from './clock-watch.repo.ts';
import { reconcile } from './doubts/reconcile.flow.ts';
import { createQuestionTags } from './keywords/question-tag.ts';
import type { PhoneHash } from './phone-hash.ts';
import { sweepMissedTexts } from './sweep/sweep.flow.ts';
import { createIntake, type Intake, type IntakeParts } from './taking-in/intake.flow.ts';
import type { Rules } from './taking-in/settle.ts';
import type { StandIn, TextStore } from './text-store.ts';
import { TextsInHand } from './texts-in-hand.ts';
import type { Timing } from './timing.ts';
import { dropNeedlessWords } from './words.flow.ts';

export type TextingParts = {
  readonly pool: Pool;
  readonly textStore: TextStore;
  /** Takes texts in while the database is away. */
  readonly standIn: StandIn;
  readonly carrier: Carrier;
  readonly answerQuery: AnswerQuery;
  readonly phoneHash: PhoneHash;
  readonly serviceNumbers: readonly string[];
  readonly optOutReplies: 'carrier' | 'app';
  readonly unknownSend: 'resend' | 'give_up';
  readonly rules: Omit<Rules, 'paceEveryMs'>;
  /** Whether it works on what is in the database; what it had to journal it works on in any case. */
  readonly isWorker: boolean;
  readonly timing: Timing;
  readonly log: Log;
  readonly tally: Pick<Tally, 'add'>;
  readonly proveByText: IntakeParts['proveByText'];
};

/** The path of a text in one process: the way in, and the loops that work on what came in. */
export type Texting = {
  readonly intake: Intake;
  readonly loop: AnswerLoop;
  readonly inHand: TextsInHand;
  readonly clocks: ClockWatch;
  /** There may be something to do. */
  readonly wake: () => void;
  start(): void;
  /** Protocol 2.11: nothing new, what is open is finished or given back, within 25 s. */
  drain(): Promise<void>;
};

const clocksEveryMs = 60_000;

/** Puts the pieces of the path together. Nothing runs before `start`, and `intake` works without it. */
export function createTexting(parts: TextingParts): Texting {
  const { textStore, standIn, log, timing, isWorker } = parts;
  const rules: Rules = { ...parts.rules, paceEveryMs: timing.paceEveryMs };
  const inHand = new TextsInHand();
  const loopOf = (store: TextStore): AnswerLoop =>
    new AnswerLoop({ store, work: answerText({ ...parts, store, inHand, deadlineMs: rules.deadlineMs }), log, timing });
  const [loop, journalLoop] = [loopOf(textStore), loopOf(standIn.store)];
  const wake = (): void => {
    loop.wake();
    journalLoop.wake();
  };
  const loops = [loop, journalLoop];
  const onOptOut = (sender: string): void => {
    for (const one of loops) one.stopWorkOn((lease) => lease.sender === sender);
  };
  const intake = createIntake({ ...parts, rules, inHand, questionTags: createQuestionTags(), wake, onOptOut });
  const clocks = new ClockWatch(parts);
  const stopping = new AbortController();
  let hasSwept = false;
  /** At start whatever the schedule says; then each number when its turn has come (`next_sweep_at`). */
  async function sweep(): Promise<void> {
    if (await sweepMissedTexts({ ...parts, intake }, !hasSwept)) hasSwept = true;
  }

  async function keepHouse(): Promise<void> {
    // The database is back: texts that only wait here go on there.
    if (!standIn.isAway()) journalLoop.letGoOfResting();
    await dropNeedlessWords({ ...parts, inHand, loops });
  }

  /** A process with another role takes texts in too, and works on those that it had to journal. */
  const running: Promise<void>[] = [];

  const repeat = repeating(log, stopping.signal);

  return {
    intake,
    loop,
    inHand,
    wake,
    clocks,
    start() {
      journalLoop.start();
      running.push(
        repeat('words', timing.pollMs, keepHouse),
        repeat('reconcile', timing.reconcileEveryMs, () =>
          reconcile({ ...parts, store: standIn.store, wake, signal: stopping.signal }),
        ),
      );
      if (!isWorker) return;
      loop.start();
      running.push(
        repeat('reconcile', timing.reconcileEveryMs, () =>
          reconcile({ ...parts, store: textStore, wake, signal: stopping.signal }),
        ),
        repeat('sweep', timing.reconcileEveryMs, sweep),
        repeat('clock_watch', clocksEveryMs, () => clocks.look()),
      );
    },
    async drain() {
      await Promise.all([loop.drain(), journalLoop.drain()]);
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Runs work now and every so often, whatever becomes of it, until the stop. */
function repeating(log: Log, signal: AbortSignal) {
  return async function repeat(what: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        log.warn({ event: `${what}_failed`, ...errorFields(error) }, 'will be tried again');
      });
      await wait(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
}
