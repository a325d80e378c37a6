import { brand } from '#contract/brand.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import type { Log } from '#server/observability/log.ts';
import { inSpanNow } from '#server/observability/tracing/spans.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel, ModelAnswer, Prompt, SearchLocation } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { type Asks, asksFor } from './asks-for.ts';
import { type CallLimit, TurnTimeout } from './call-limit.ts';
import type { Circuit } from './circuit.ts';
import { isAllConfirmed, judgeClaims, withoutUnconfirmed } from './claims/uncited.ts';
import type { Budget } from './day-budget.ts';
import { formatSms, type Unsayable } from './format-sms.ts';
import { cappedText, type Hint, instructionsFor, questionWithContext } from './prompt.ts';
import { type Answer, type Question, questionBefore } from './question.ts';
import { type TimeLimit, timeLimit } from './time-limit.ts';

/** An answer provider, and what bounds its use in this process. */
export type UsedProvider = {
  readonly model: AnswerModel;
  readonly circuit: Circuit;
  readonly calls: Pick<CallLimit, 'run' | 'isPaused'>;
  readonly budget: Budget;
  /** Assumed cost per call, in microdollars, if the provider reports none; null: the call counts as unpriced. */
  readonly callMicrodollars: number | null;
};

export type AskDeps = {
  readonly attemptMs: number;
  readonly log: Log;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
};

/**
 * The outcome of an attempt. `rejected`: the provider works, but refuses these words. `unsayable`: nothing in its answer
 * can be sent. `uncited`: its answer had phone numbers, addresses or hours that no source has; `answer` says so in their
 * place. `later`: it takes no more calls now, which `calls` has learned. `budget_spent`: its budget had nothing left for the
 * call, which was not made.
 */
export type Tried =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'uncited'; readonly why: 'uncited'; readonly answer: Answer }
  | { readonly kind: 'budget_spent'; readonly why: 'budget_spent' }
  | { readonly kind: 'rejected' | 'unsayable' | 'later'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string; readonly retryAfterMs: number };

/** One attempt at a question: its hint, if the question is asked again, and the time left for all attempts. */
export type Attempt = { readonly question: Question; readonly hint: Hint | null; readonly leftMs: number };

type Reply =
  | { readonly kind: 'unsayable'; readonly why: Unsayable['why'] }
  | { readonly kind: 'sayable'; readonly answer: Answer; readonly isConfirmed: boolean };

/** The other provider answered first. A call that ran for `slowMs` by then counts as a failure. */
export class Overtaken extends Error {
  readonly slowMs: number;

  constructor(slowMs: number) {
    super('the other provider answered first');
    this.name = 'Overtaken';
    this.slowMs = slowMs;
  }
}

/** The budget has nothing left for this call. */
class BudgetSpent extends Error {}

/** An attempt with less time than this rarely succeeds: most answers take 2 to 5 s. */
const usefulAttemptMs = 5000;

/** With less time than this another attempt is not worth its cost. */
export function minAttemptMs({ attemptMs }: Pick<AskDeps, 'attemptMs'>): number {
  return Math.min(attemptMs, usefulAttemptMs);
}

/** Asks one provider once, when its turn comes. @throws the abort reason of `signal` */
export async function askProvider(
  deps: AskDeps,
  provider: UsedProvider,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Tried> {
  const { leftMs } = attempt;
  const { attemptMs, log, bufferedCounters } = deps;
  const { model, circuit, calls } = provider;
  // A turn that comes later leaves too little time.
  const withinMs = Math.max(1, leftMs - minAttemptMs(deps));
  const beganAt = performance.now();
  let limit: TimeLimit | undefined;
  const call = (): Promise<Reply> => {
    // The time of an attempt begins with its turn.
    limit = timeLimit(Math.min(attemptMs, leftMs - (performance.now() - beganAt)), signal);
    return ask(deps, provider, attempt, limit.signal);
  };
  try {
    const asked = await calls.run(call, { withinMs, signal });
    // Both answered at the same moment: this answer is paid for but not needed.
    signal.throwIfAborted();
    circuit.succeeded();
    if (asked.kind === 'unsayable') return { kind: 'unsayable', why: `unsayable_${asked.why}` };
    bufferedCounters.add(`providers.answers.${model.provider}`);
    bufferedCounters.add(`providers.answer_ms.${model.provider}`, Math.round(limit?.ranMs() ?? 0));
    const { answer, isConfirmed } = asked;
    return isConfirmed ? { kind: 'answered', answer } : { kind: 'uncited', why: 'uncited', answer };
  } catch (error) {
    if (signal.reason instanceof Overtaken && limit !== undefined) {
      bufferedCounters.add(`providers.overtaken.${model.provider}`);
      // Otherwise a provider that always hangs would be asked first forever: its calls are aborted before they time out.
      if (limit.ranMs() >= signal.reason.slowMs) circuit.failed();
    }
    signal.throwIfAborted();
    if (error instanceof BudgetSpent) return { kind: 'budget_spent', why: 'budget_spent' };
    if (error instanceof TurnTimeout) return { kind: 'later', why: 'no_turn' };
    if (error instanceof AppError && error.code === 'temporarily_unavailable')
      return { kind: 'later', why: 'too_busy' };
    if (!(error instanceof ProviderError)) throw error;
    const { kind, retryAfterMs = 0, code = kind } = error;
    const fields = { event: 'model_failed', provider: model.provider, kind, code: error.code ?? null };
    log.warn(fields, 'the model gave no answer');
    bufferedCounters.add(`providers.failed.${model.provider}`);
    if (kind === 'rate_limited') return { kind: 'later', why: code };
    // Says nothing about other questions.
    if (kind === 'rejected') return { kind: 'rejected', why: code };
    // Nor does an attempt with less than its full time say anything about the model.
    if (limit?.isOver() !== true || limit.ms >= attemptMs) circuit.failed(retryAfterMs);
    return { kind: 'failed', why: code, retryAfterMs };
  } finally {
    limit?.end();
  }
}

async function ask(
  deps: AskDeps,
  provider: UsedProvider,
  { question, hint }: Attempt,
  ended: AbortSignal,
): Promise<Reply> {
  const reservation = await provider.budget.reserve();
  if (reservation === null) throw new BudgetSpent();
  const reply = await provider.model.ask(promptFor(question, hint), ended).catch(async (error: unknown) => {
    if (isRefusal(error)) await reservation.release();
    throw error;
  });
  const microdollars = costOf(provider, reply);
  recordCost(deps, provider, question, microdollars);
  await reservation.spend(microdollars);
  return readAnswer(deps, provider, question, { ...reply, microdollars });
}

function promptFor(question: Question, hint: Hint | null): Prompt {
  const { home, timeZone } = question;
  const before = questionBefore(question);
  const earlier = question.earlier.map(({ role, text }) => ({ role, text: new Secret(cappedText(text.reveal())) }));
  const clock = { now: new Date(), timeZone, region: home?.region ?? null, before };
  const input = new Secret(questionWithContext(question.body.reveal(), clock));
  // Never the ZIP code (docs/reference/decisions.md#home-place).
  const place: SearchLocation = { city: home?.city ?? null, region: home?.region ?? null, timeZone };
  const context = question.wantsMore ? 'more' : earlier.length > 0 ? 'follow_up' : 'alone';
  return { instructions: instructionsFor(context, hint, asksOf(question)), earlier, input, place };
}

/** What a question asks for, with the one that it refers to. */
function asksOf(question: Question): Asks {
  const asked = question.body.reveal();
  const before = questionBefore(question);
  return asksFor(before === null ? asked : `${before}\n${asked}`, brand.name);
}

/**
 * Whether an error says that the call was not carried out, and so cost nothing: a request that was never sent, or an error
 * status of the provider's own (a 500 too: a run that failed is not billed). After 408, or after a gateway's status such as
 * 502 and 504, it may have been carried out.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false;
  const { kind, code = '' } = error;
  return kind === 'auth' || kind === 'rate_limited' || code === 'not_sent' || /^(?:4(?!08)\d\d|500|503)$/.test(code);
}

/** @returns what the call cost in microdollars; null if neither the provider nor a setting names a price */
function costOf({ callMicrodollars }: UsedProvider, { cost }: ModelAnswer): number | null {
  return cost.microdollars ?? callMicrodollars;
}

function recordCost(
  { bufferedCounters }: AskDeps,
  { model }: UsedProvider,
  { costCenter }: Question,
  microdollars: number | null,
): void {
  if (microdollars === null) {
    bufferedCounters.add(`${costCenter}.unpriced`);
    bufferedCounters.add(`providers.unpriced.${model.provider}`);
  } else {
    bufferedCounters.add(`${costCenter}.microdollars`, microdollars);
    bufferedCounters.add(`providers.microdollars.${model.provider}`, microdollars);
  }
}

type PricedAnswer = ModelAnswer & { readonly microdollars: number | null };

/** The answer as it can be sent, without claims that no source has; or why nothing in it can be sent. */
function readAnswer(
  { bufferedCounters }: AskDeps,
  { model }: UsedProvider,
  question: Question,
  { text, isCutOff, sources, microdollars }: PricedAnswer,
): Reply {
  const asks = asksOf(question);
  const raw = text.reveal();
  const formatted = inSpanNow('answer.format', (says) => {
    const made = formatSms(raw, { isCutOff, asks });
    says({ outcome: made.body === null ? 'unsayable' : 'sendable' });
    return made;
  });
  if (formatted.body === null) return { kind: 'unsayable', why: formatted.why };
  const given = [question.body, ...question.earlier.map((turn) => turn.text)];
  const judged = judgeClaims(formatted.body, { raw, sources, given });
  const isConfirmed = isAllConfirmed(judged);
  const sayable = isConfirmed ? formatted : withoutUnconfirmed(judged, { asks, language: question.language });
  if (!isConfirmed) bufferedCounters.add('answers.uncited');
  const { body, ...measured } = sayable;
  const answer = { body: new Secret(body), ...measured, microdollars, provider: model.provider };
  return { kind: 'sayable', answer, isConfirmed };
}
