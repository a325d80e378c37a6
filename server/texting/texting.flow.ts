import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import type { AnswerQuery } from '#server/answers/answer-query.flow.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { Tally } from '#server/platform/tally.ts';
import type { Carrier } from '#server/providers/ports.ts';

import { AnswerLoop } from './answer-loop.ts';
import { answerText } from './answer-text.flow.ts';
import { createIntake, type Intake } from './intake.flow.ts';
import { LoopGuard } from './loop-guard.ts';
import type { PhoneHash } from './phone-hash.ts';
import { giveBack, lease, renew } from './queue.repo.ts';
import { reconcile } from './reconcile.flow.ts';
import type { Rules } from './settle.ts';
import { sweepMissedTexts } from './sweep.flow.ts';
import { TextsInHand } from './texts-in-hand.ts';
import type { Timing } from './timing.ts';

export type TextingParts = {
  readonly pool: Pool;
  readonly carrier: Carrier;
  readonly answerQuery: AnswerQuery;
  readonly phoneHash: PhoneHash;
  readonly serviceNumbers: readonly string[];
  readonly optOutReplies: 'carrier' | 'app';
  readonly unknownSend: 'resend' | 'give_up';
  readonly rules: Rules;
  readonly timing: Timing;
  /** The name under which this process holds leases. */
  readonly owner: string;
  readonly log: Log;
  readonly tally: Pick<Tally, 'add'>;
};

/** The path of a text in one process: the way in, and the loops that work on what came in. */
export type Texting = {
  readonly intake: Intake;
  readonly loop: AnswerLoop;
  readonly inHand: TextsInHand;
  /** There may be something to do. */
  readonly wake: () => void;
  start(): void;
  /** Protocol 2.11: nothing new, what is open is finished or given back, within 25 s. */
  drain(): Promise<void>;
};

/** Puts the pieces of the path together. Nothing runs before `start`, and `intake` works without it. */
export function createTexting(parts: TextingParts): Texting {
  const { pool, owner, log, rules, timing } = parts;
  const inHand = new TextsInHand();
  const work = answerText({ ...parts, inHand, deadlineMs: rules.deadlineMs });
  const loop = new AnswerLoop({
    lease: (limit) => lease(pool, owner, limit, timing.leaseMs),
    renew: (sids) => renew(pool, owner, sids, timing.leaseMs),
    giveBack: (sids, waitMs) => giveBack(pool, owner, sids, waitMs),
    work,
    log,
    timing,
  });
  const wake = (): void => loop.wake();
  const intake = createIntake({ ...parts, inHand, loopGuard: new LoopGuard(randomBytes(32)), wake });
  const stopping = new AbortController();

  /** Runs `work` now and every so often, whatever becomes of it, until the stop. */
  async function repeat(what: string, everyMs: number, work: (isFirst: boolean) => Promise<void>): Promise<void> {
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      await work(isFirst).catch((error: unknown) => {
        log.warn({ event: `${what}_failed`, ...errorFields(error) }, 'will be tried again');
      });
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  let repeating: Promise<unknown> = Promise.resolve();
  return {
    intake,
    loop,
    inHand,
    wake,
    start() {
      loop.start();
      repeating = Promise.all([
        repeat('reconcile', timing.reconcileEveryMs, () => reconcile({ ...parts, wake })),
        repeat('sweep', timing.sweepEveryMs, (isFirst) => sweepMissedTexts({ ...parts, intake }, isFirst)),
      ]);
    },
    async drain() {
      await loop.drain();
      stopping.abort();
      await repeating;
    },
  };
}
