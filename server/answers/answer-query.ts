import { setTimeout as wait } from 'node:timers/promises';

import { brand } from '#contract/brand.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import type { Log } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { asksFor } from './asks-for.ts';
import { type CallLimit, NoTurn } from './call-limit.ts';
import type { Circuit } from './circuit.ts';
import { formatSms, type Unsayable } from './format-sms.ts';
import { instructions, instructionsAgain, questionWithContext } from './prompt.ts';

export type Question = {
  readonly body: Secret;
  /** IANA name of the place whose time "now" is, when it is known where the person is. */
  readonly timeZone: string | null;
  /** The cost center in the operator's figures. */
  readonly costCenter: 'model' | 'demo';
  /** The time limit of all tries together. */
  readonly budgetMs: number;
  /**
   * `whole_budget`: tries until the budget is spent. `brief`: two attempts, and none while the model is known to be
   * unavailable.
   */
  readonly patience: 'whole_budget' | 'brief';
};

/** An answer as it goes out: plain text that fits a few segments. */
export type Answer = {
  readonly body: Secret;
  readonly segments: number;
  readonly encoding: 'gsm7' | 'ucs2';
  readonly microdollars: number | null;
};

/** No answer within the budget. The caller apologizes, once. */
export class NoAnswer extends Error {
  readonly why: string;

  constructor(why: string) {
    super(`no answer: ${why}`);
    this.name = 'NoAnswer';
    this.why = why;
  }
}

/** Awaits something during which the caller uses nothing, so that others may have its place. */
export type Rest = <T>(waiting: Promise<T>) => Promise<T>;

export type AnswerQuery = (question: Question, signal: AbortSignal, rest?: Rest) => Promise<Answer>;
type AnswerQueryDeps = {
  readonly model: AnswerModel;
  readonly circuit: Circuit;
  readonly calls: Pick<CallLimit, 'run'>;
  readonly attemptMs: number;
  /** The pause after the first failure, after the second, and so on; the last one repeats. Each gets jitter. */
  readonly pausesMs: readonly number[];
  readonly log: Log;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
};

/**
 * The outcome of an attempt. `refused`: the model works, but its answer to this question cannot be sent. `later`: the
 * model takes no more calls now, which `calls` has learned.
 */
type Tried =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'later'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string; readonly retryAfterMs: number };

const briefTriesMax = 2;
/** A try with less time than this rarely succeeds: most answers take 2 to 5 s. */
const tryMs = 5000;
/** How often a text that waits for an open circuit checks it. */
const circuitLookMs = 500;

/**
 * Answers a question, for phones and for the demo on the home page. Retries failures of the model while the budget
 * lasts; an open circuit delays the next try. A question that the model refuses, or whose answer cannot be sent, is
 * asked once more with a hint, and does not count against the model. Throws NoAnswer when the budget is spent or the
 * answer is refused twice; and the abort reason of `signal`.
 */
export function createAnswerQuery(deps: AnswerQueryDeps): AnswerQuery {
  const { circuit, attemptMs, pausesMs } = deps;
  const lastTryMs = Math.min(attemptMs, tryMs);

  /** @returns null when there is no time for another try */
  function pauseAfter(failures: number, retryAfterMs: number, leftMs: number): number | null {
    const planned = (pausesMs[failures - 1] ?? pausesMs.at(-1) ?? 0) * (0.75 + Math.random() / 2);
    const latestMs = leftMs - lastTryMs;
    return latestMs <= 0 ? null : Math.min(Math.max(planned, retryAfterMs), latestMs);
  }

  async function untilAdmitted({ patience }: Question, endsAt: number, pause: (ms: number) => Promise<void>) {
    while (!circuit.mayCall()) {
      const isOver = endsAt - performance.now() <= lastTryMs;
      if (patience === 'brief' || isOver) throw new NoAnswer('circuit_open');
      await pause(circuitLookMs * (0.5 + Math.random() / 2));
    }
  }

  return async function answerQuery(question, signal, rest = stayAwake) {
    const endsAt = performance.now() + question.budgetMs;
    const pause = (ms: number): Promise<void> => rest(wait(ms, undefined, { signal }));
    let failures = 0;
    let isAskedAgain = false;
    for (;;) {
      await untilAdmitted(question, endsAt, pause);
      const tried = await tryOnce(deps, question, { isAskedAgain, leftMs: endsAt - performance.now() }, signal);
      if (tried.kind === 'answered') return tried.answer;
      if (tried.kind === 'refused') {
        if (isAskedAgain || performance.now() >= endsAt) throw new NoAnswer(tried.why);
        isAskedAgain = true;
        continue;
      }
      // Its place is behind the others that wait; how soon it may come, `calls` knows.
      if (tried.kind === 'later' && question.patience === 'whole_budget' && endsAt - performance.now() > lastTryMs) {
        continue;
      }
      failures += 1;
      const pauseMs = pauseAfter(
        failures,
        tried.kind === 'failed' ? tried.retryAfterMs : 0,
        endsAt - performance.now(),
      );
      const isOver = question.patience === 'brief' && failures >= briefTriesMax;
      if (pauseMs === null || isOver) throw new NoAnswer(tried.why);
      await pause(pauseMs);
    }
  };
}

const stayAwake: Rest = (waiting) => waiting;

type Try = { readonly isAskedAgain: boolean; readonly leftMs: number };

/** @throws the abort reason of `signal` */
async function tryOnce(deps: AnswerQueryDeps, question: Question, { isAskedAgain, leftMs }: Try, signal: AbortSignal) {
  const { circuit, calls, attemptMs, log } = deps;
  // With less time than that it would be no use.
  const withinMs = Math.max(1, leftMs - Math.min(attemptMs, tryMs));
  const beganAt = performance.now();
  let limit: TimeLimit | undefined;
  const call = (): Promise<Answer | Unsayable> => {
    // The time of an attempt begins with its turn.
    limit = timeLimit(Math.min(attemptMs, leftMs - (performance.now() - beganAt)), signal);
    return ask(deps, question, isAskedAgain, limit.signal);
  };
  try {
    const answer = await calls.run(call, { withinMs, signal });
    circuit.succeeded();
    return answer.body === null
      ? ({ kind: 'refused', why: `unsayable_${answer.why}` } satisfies Tried)
      : ({ kind: 'answered', answer } satisfies Tried);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoTurn) return { kind: 'later', why: 'no_turn' } satisfies Tried;
    if (!(error instanceof ProviderError)) throw error;
    const { kind, retryAfterMs = 0, code = kind } = error;
    log.warn({ event: 'model_failed', kind, code: error.code ?? null }, 'the model gave no answer');
    if (kind === 'rate_limited') return { kind: 'later', why: code } satisfies Tried;
    // This question was refused, which says nothing about others.
    if (kind === 'rejected') return { kind: 'refused', why: code } satisfies Tried;
    // An attempt with less than its full time says nothing about the model either.
    if (limit?.isOver() !== true || limit.ms >= attemptMs) circuit.failed(retryAfterMs);
    return { kind: 'failed', why: code, retryAfterMs } satisfies Tried;
  } finally {
    limit?.end();
  }
}

type TimeLimit = { readonly ms: number; readonly signal: AbortSignal; isOver(): boolean; end(): void };

/**
 * A signal that aborts after `ms`, or with `outer`. `AbortSignal.any` and `timeout` would do, but they keep their
 * timer and their listeners for the whole time when a call is long over.
 */
function timeLimit(ms: number, outer: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const wholeMs = Math.ceil(Math.max(1, ms));
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, wholeMs);
  const onAbort = (): void => controller.abort(outer.reason);
  outer.addEventListener('abort', onAbort);
  return {
    ms: wholeMs,
    signal: controller.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
    },
  };
}

/** @returns the reason, when nothing in the model's answer can be sent */
async function ask(
  { model, bufferedCounters }: AnswerQueryDeps,
  { body: question, timeZone, costCenter }: Question,
  isAskedAgain: boolean,
  ended: AbortSignal,
): Promise<Answer | Unsayable> {
  const input = new Secret(questionWithContext(question.reveal(), { now: new Date(), timeZone }));
  const prompt = { instructions: isAskedAgain ? instructionsAgain : instructions, input };
  const { text, isCutOff, cost } = await model.ask(prompt, ended);
  const { microdollars } = cost;
  if (microdollars === null) bufferedCounters.add(`${costCenter}.unpriced`);
  else bufferedCounters.add(`${costCenter}.microdollars`, microdollars);
  const formatted = formatSms(text.reveal(), { isCutOff, asks: asksFor(question.reveal(), brand.name) });
  if (formatted.body === null) return formatted;
  const { body, segments, encoding } = formatted;
  return { body: new Secret(body), segments, encoding, microdollars };
}
