import { setTimeout as wait } from 'node:timers/promises';

import { brand } from '#contract/brand.ts';
import type { Log } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Semaphore } from '#server/platform/semaphore.ts';
import type { Tally } from '#server/platform/tally.ts';
import { type AnswerModel, ProviderError } from '#server/providers/ports.ts';

import { asksFor } from './asks-for.ts';
import type { Circuit } from './circuit.ts';
import { formatSms, type Unsayable } from './format-sms.ts';
import { instructions, instructionsAgain, questionWithContext } from './prompt.ts';

export type Question = {
  readonly words: Secret;
  /** IANA name of the place whose time "now" is, when it is known where the person is. */
  readonly timeZone: string | null;
  /** Who pays for it, in the operator's figures. */
  readonly purse: 'model' | 'demo';
  /** All tries together end within this. */
  readonly budgetMs: number;
  /** `whole_budget`: tries until the budget is spent. `brief`: two tries, and none while the model is known to be away. */
  readonly patience: 'whole_budget' | 'brief';
};

/** An answer as it goes out: plain text that fits a few segments. */
export type Answer = {
  readonly body: Secret;
  readonly segments: number;
  readonly encoding: 'gsm7' | 'ucs2';
  readonly microdollars: number | null;
};

/** There will be no answer within the budget. The caller says sorry, once. */
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
type Parts = {
  readonly model: AnswerModel;
  readonly circuit: Circuit;
  /** How many calls may be under way at once. */
  readonly calls: Semaphore;
  readonly attemptMs: number;
  /** The pause after the first failure, after the second, and so on; the last one repeats. Each gets jitter. */
  readonly pausesMs: readonly number[];
  readonly log: Log;
  readonly tally: Pick<Tally, 'add'>;
};

/** What one try came to. `refused`: the model works, but these words got nothing that can be sent. */
type Tried =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string; readonly retryAfterMs: number };

const briefTriesMax = 2;
/** A try with less time than this is hardly worth its price: most answers take 2 to 5 s. */
const tryMs = 5000;
/** How often a text that waits for an open circuit looks again. */
const circuitLookMs = 500;

/**
 * The engine: a question in, a text out. The same for a phone and for the demo on the home page. Failures of the model
 * are tried again while the budget lasts; an open circuit delays the next try. What the model refuses, or what cannot be
 * sent, is asked again once with a hint, and does not count against the model.
 * Throws NoAnswer when the budget is spent or the words are refused twice; and whatever `signal` was aborted with.
 */
export function createAnswerQuery(parts: Parts): AnswerQuery {
  const { circuit, attemptMs, pausesMs } = parts;
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
      const tried = await tryOnce(parts, question, { isAskedAgain, leftMs: endsAt - performance.now() }, signal);
      if (tried.kind === 'answered') return tried.answer;
      if (tried.kind === 'refused') {
        if (isAskedAgain || performance.now() >= endsAt) throw new NoAnswer(tried.why);
        isAskedAgain = true;
        continue;
      }
      failures += 1;
      const pauseMs = pauseAfter(failures, tried.retryAfterMs, endsAt - performance.now());
      const isOver = question.patience === 'brief' && failures >= briefTriesMax;
      if (pauseMs === null || isOver) throw new NoAnswer(tried.why);
      await pause(pauseMs);
    }
  };
}

/** The try ended while it was waiting for its turn among the calls. */
const noTurn = 'no_turn';

const stayAwake: Rest = (waiting) => waiting;

type Try = { readonly isAskedAgain: boolean; readonly leftMs: number };

/** @throws what `signal` was aborted with */
async function tryOnce(parts: Parts, question: Question, { isAskedAgain, leftMs }: Try, signal: AbortSignal) {
  const { circuit, attemptMs, log } = parts;
  // A timeout is a whole number of milliseconds: a fraction, or less than none, would throw (Node, validateUint32).
  const timeoutMs = Math.ceil(Math.max(1, Math.min(attemptMs, leftMs)));
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const answer = await ask(parts, question, isAskedAgain, ended);
    circuit.succeeded();
    return answer.body === null
      ? ({ kind: 'refused', why: `unsayable_${answer.why}` } satisfies Tried)
      : ({ kind: 'answered', answer } satisfies Tried);
  } catch (error) {
    signal.throwIfAborted();
    const failure = failureOf(error, ended);
    const { kind, retryAfterMs = 0, code = kind } = failure;
    log.warn({ event: 'model_failed', kind, code: failure.code ?? null }, 'the model gave no answer');
    // These words are refused, which says nothing of others.
    if (kind === 'rejected') return { kind: 'refused', why: code } satisfies Tried;
    // A try that had less than its full time, or never had its turn, says nothing of the model either.
    const hadItsTime = !ended.aborted || (timeoutMs >= attemptMs && code !== noTurn);
    if (hadItsTime) circuit.failed(retryAfterMs);
    return { kind: 'failed', why: code, retryAfterMs } satisfies Tried;
  }
}

/** @throws the error itself when it is not a failure of the model */
function failureOf(error: unknown, ended: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (ended.aborted) return new ProviderError('model', 'unavailable', { code: noTurn });
  throw error;
}

/** @returns why, when nothing that the model said can be sent */
async function ask(
  { model, calls, tally }: Parts,
  { words, timeZone, purse }: Question,
  isAskedAgain: boolean,
  ended: AbortSignal,
): Promise<Answer | Unsayable> {
  const input = new Secret(questionWithContext(words.reveal(), { now: new Date(), timeZone }));
  const prompt = { instructions: isAskedAgain ? instructionsAgain : instructions, input };
  const { text, isCutOff, cost } = await calls.run(() => model.ask(prompt, ended), ended);
  const { microdollars } = cost;
  if (microdollars === null) tally.add(`${purse}.unpriced`);
  else tally.add(`${purse}.microdollars`, microdollars);
  const formatted = formatSms(text.reveal(), { isCutOff, asks: asksFor(words.reveal(), brand.name) });
  if (formatted.body === null) return formatted;
  const { body, segments, encoding } = formatted;
  return { body: new Secret(body), segments, encoding, microdollars };
}
