import type { Pool } from 'pg';

import type { AnswerQuery } from '#server/answers/answer-query.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Tracing } from '#server/observability/tracing/tracing.ts';
import { homePlaceOfPhone } from '#server/places/home-place.repo.ts';
import type { Place } from '#server/places/places.ts';
import { pause } from '#server/platform/pause.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';

import { AnswerLoop } from './answering/answer-loop.ts';
import { answerText } from './answering/answer-text.ts';
import { EarlyAnswers } from './answering/early-answers.ts';
import { evictPlaintext } from './answering/evict-plaintext.ts';
import type { InFlightLimit } from './answering/in-flight-limit.ts';
import type { LoopWatch } from './answering/loop-watch.ts';
import { PlaintextCache } from './answering/plaintext-cache.ts';
import { createRecall, type Recall, recallNothing } from './answering/recall.ts';
import type { TextTaker } from './answering/text-taker.ts';
import { WorkerLinks } from './handoff/worker-links.ts';
import { WorkerSocket } from './handoff/worker-socket.ts';
import { createReceiveText, type ReceiveText, type ReceiveTextDeps } from './inbound/receive-text.ts';
import { ClockWatch } from './recovery/clock-watch.repo.ts';
import { receiveMissedTexts } from './recovery/missed-texts.ts';
import { reconcile } from './recovery/reconcile-sends.ts';
import type { Rules } from './rules/decide-reply.ts';
import { createQuestionTags } from './rules/keywords/question-tag.ts';
import type { PhoneHash } from './store/phone-hash.ts';
import { release } from './store/queue.repo.ts';
import type { Lease, OutageStore, TextStore } from './store/text-store.ts';
import type { Timing } from './timing.ts';
import { tracedReceiving, tracedWork } from './traced.ts';

export type TextingDeps = {
  readonly pool: Pool;
  /** The name under which this process holds leases. */
  readonly instance: string;
  /** Where workers listen for texts of the web processes of this machine. */
  readonly dataDir: string;
  readonly textStore: TextStore;
  /** Receives texts while the database is unavailable. */
  readonly outageStore: OutageStore;
  readonly carrier: Carrier;
  readonly answerQuery: AnswerQuery;
  readonly phoneHash: PhoneHash;
  readonly ledger: ReceiveTextDeps['ledger'];
  readonly serviceNumbers: readonly string[];
  readonly optOutReplies: 'carrier' | 'app';
  readonly unknownSend: 'resend' | 'give_up';
  readonly rules: Omit<Rules, 'paceEveryMs'>;
  /** Texts under way in this process; each loop counts its own. */
  readonly inFlight: InFlightLimit;
  readonly loopWatch: LoopWatch;
  /** Whether this process works on texts in the database; it always works on the texts that it journaled. */
  readonly isWorker: boolean;
  readonly timing: Timing;
  readonly log: Log;
  readonly tracing: Tracing;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
  readonly proveByText: ReceiveTextDeps['proveByText'];
  readonly onForgotten: ReceiveTextDeps['onForgotten'];
  readonly redactDropped: ReceiveTextDeps['redactDropped'];
};

/** The path of a text in one process: receiving it, and the loops that answer it. */
export type Texting = {
  readonly receiveText: ReceiveText;
  readonly loop: AnswerLoop;
  readonly plaintextCache: PlaintextCache;
  readonly clocks: ClockWatch;
  /** Call when there may be work. */
  readonly wake: () => void;
  /** The number of workers that this web process can hand a question to now. */
  readonly linkedWorkers: () => number;
  start(): void;
  /** Stops taking new work; finishes or releases open work within 25 s (docs/reference/texting-protocol.md#drain). */
  drain(): Promise<void>;
};

const clocksEveryMs = 60_000;

/** Wires up the path of a text. Nothing runs before `start`, but `receiveText` already works. */
export function createTexting(deps: TextingDeps): Texting {
  const { textStore, outageStore, log, timing, isWorker, loopWatch } = deps;
  const rules: Rules = { ...deps.rules, paceEveryMs: timing.paceEveryMs };
  const plaintextCache = new PlaintextCache();
  const earlyAnswers = new EarlyAnswers({ ...deps, plaintextCache, deadlineMs: rules.deadlineMs });
  const { loop, journalLoop, loops, wake, onOptOut } = createLoops(deps, plaintextCache, earlyAnswers);
  const questionTags = createQuestionTags();
  const handoff = isWorker ? workerSocket(deps, loop, plaintextCache) : workerLinks(deps);
  const taker = handoff instanceof WorkerLinks ? handoff : takerOf(loop, earlyAnswers, deps.instance);
  const receiving = createReceiveText({ ...deps, rules, plaintextCache, questionTags, taker, wake, onOptOut });
  const receiveText = tracedReceiving(receiving, deps.tracing);
  const clocks = new ClockWatch(deps);
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  // The names are those of the log events (`plaintext_eviction_failed`, `missed_texts_check_failed`).
  const repeat = repeating(log, stopping.signal);
  let hasReceivedMissed = false;

  /** The first run ignores the schedule; after that, each number runs when it is due (`next_sweep_at`). */
  async function receiveMissed(): Promise<void> {
    if (await receiveMissedTexts({ ...deps, receiveText }, !hasReceivedMissed)) hasReceivedMissed = true;
  }

  async function evict(): Promise<void> {
    // The database is back: texts that are only waiting here continue there.
    if (!outageStore.isUnavailable()) journalLoop.releaseInterruptible();
    await evictPlaintext({ ...deps, plaintextCache, loops });
  }

  const reconcileStore = (store: TextStore) => (): Promise<void> =>
    reconcile({ ...deps, store, wake, signal: stopping.signal });

  return {
    receiveText,
    loop,
    plaintextCache,
    wake,
    clocks,
    linkedWorkers: () => (handoff instanceof WorkerLinks ? handoff.count : 0),
    start() {
      handoff.start();
      // A process of any role receives texts, and works on those that it journaled.
      journalLoop.start();
      loopWatch.start(loops);
      running.push(
        repeat('plaintext_eviction', timing.pollMs, evict),
        repeat('reconcile', timing.reconcileEveryMs, reconcileStore(outageStore.store)),
      );
      if (!isWorker) return;
      loop.start();
      running.push(
        repeat('reconcile', timing.reconcileEveryMs, reconcileStore(textStore)),
        repeat('missed_texts_check', timing.reconcileEveryMs, receiveMissed),
        repeat('clock_watch', clocksEveryMs, () => clocks.check()),
      );
    },
    async drain() {
      await handoff.stop();
      loopWatch.stop();
      await Promise.all([loop.drain(), journalLoop.drain()]);
      earlyAnswers.dropAll();
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** This process, which has the plaintext already. */
function takerOf(loop: AnswerLoop, earlyAnswers: EarlyAnswers, owner: string): TextTaker {
  return {
    offer(reply) {
      const reserved = loop.reserve(reply);
      if (reserved === null) return null;
      let asked: string | null = null;
      return {
        owner,
        ask(question) {
          asked = question.sid;
          earlyAnswers.ask(question);
        },
        begin: (lease) => reserved.begin(lease),
        release() {
          reserved.release();
          if (asked !== null) earlyAnswers.drop(asked);
        },
      };
    },
  };
}

/** To the workers of this machine, for a web process. */
function workerLinks({ pool, dataDir, timing, log }: TextingDeps): WorkerLinks {
  return new WorkerLinks({
    dataDir,
    pollMs: timing.pollMs,
    acknowledgeMs: timing.heartbeatMs,
    log,
    release: (owner, sids) => release(pool, owner, sids),
  });
}

/** From the web processes of this machine, for a worker. It takes no text that it could not lease itself now. */
function workerSocket(deps: TextingDeps, loop: AnswerLoop, plaintextCache: PlaintextCache): WorkerSocket {
  const { instance: owner, dataDir, outageStore, timing, log } = deps;
  /** Not during an outage, or while texts from before its end may be in a journal. */
  const mayTake = (): boolean => !outageStore.isUnavailable() && outageStore.leaseGate().notBefore === null;
  const isBusy = ({ sender }: Lease): boolean => outageStore.leaseGate().busySenders.includes(sender);
  return new WorkerSocket({
    dataDir,
    owner,
    pollMs: timing.pollMs,
    log,
    takesQuestions: () => mayTake() && loop.takesQuestions,
    take(lease, body) {
      const reserved = mayTake() && !isBusy(lease) ? loop.reserve(lease.reply) : null;
      if (reserved === null) return false;
      if (lease.reply === 'answer') plaintextCache.keepQuestion(lease.sid, body);
      reserved.begin(lease);
      return true;
    },
  });
}

/** One loop for the texts in the database, one for those in the journal. */
function createLoops(deps: TextingDeps, plaintextCache: PlaintextCache, earlyAnswers: EarlyAnswers) {
  const { textStore, outageStore, inFlight, log, timing } = deps;
  const { deadlineMs } = deps.rules;
  const homeOf = (sender: string): Promise<Place | null> => homePlaceOfPhone(deps.pool, sender);
  const loopOf = (store: TextStore, recall: Recall): AnswerLoop =>
    new AnswerLoop({
      store,
      work: tracedWork(
        answerText({ ...deps, store, plaintextCache, earlyAnswers, recall, deadlineMs, homeOf }),
        deps.tracing,
      ),
      inFlight,
      log,
      timing,
    });
  const loop = loopOf(textStore, createRecall(deps));
  const journalLoop = loopOf(outageStore.store, recallNothing);
  const loops = [loop, journalLoop];
  return {
    loop,
    journalLoop,
    loops,
    wake: (): void => {
      for (const one of loops) one.wake();
    },
    onOptOut: (sender: string): void => {
      for (const one of loops) one.stopWorkOn((lease) => lease.sender === sender);
    },
  };
}

/** Runs `work` now and every `everyMs` until the signal aborts, also after failures. */
function repeating(log: Log, signal: AbortSignal) {
  return async function repeat(what: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        log.warn({ event: `${what}_failed`, ...errorFields(error) }, 'will be tried again');
      });
      await pause(everyMs, signal);
    }
  };
}
