import { setTimeout as wait } from 'node:timers/promises';

import { type AskDeps, askProvider, minAttemptMs, type Tried, type UsedProvider } from './ask-provider.ts';
import type { Hint } from './prompt.ts';
import { type Outcome, race } from './provider-race.ts';
import type { Answer, Question } from './question.ts';

/** No answer within the budget. The caller apologizes, once. */
export class NoAnswer extends Error {
  readonly why: string;

  constructor(why: string) {
    super(`no answer: ${why}`);
    this.name = 'NoAnswer';
    this.why = why;
  }
}

/** Marks a wait as interruptible: during it the caller may hand the text to another store. */
export type InterruptibleWait = <T>(waiting: Promise<T>) => Promise<T>;

export type AnswerQuery = (
  question: Question,
  signal: AbortSignal,
  waitInterruptibly?: InterruptibleWait,
) => Promise<Answer>;
type AnswerQueryDeps = AskDeps & {
  /** One or two, in the order in which they are asked. */
  readonly providers: readonly UsedProvider[];
  /** The pauses after a provider's first failure, second, and so on; the last one repeats. Jitter is added to each. */
  readonly pausesMs: readonly number[];
};

/** A provider's state for one question. */
type Candidate = { readonly provider: UsedProvider; failures: number; notBefore: number };

/** An attempt at a provider that brought no answer. */
type Unanswered = { readonly candidate: Candidate; readonly tried: Exclude<Tried, { readonly kind: 'answered' }> };

const triesMaxIfOnce = 2;
/** From this failure on, a question counts as evidence that no provider answers; fewer may be a brief outage. */
const unansweredFrom = 3;
/** How often a question that waits for an open circuit checks it. */
const circuitCheckMs = 500;

/**
 * Answers a question, for texts and for the demo. Fails over to the other provider when one fails, refuses us, takes no
 * more calls, has an open circuit or has used up its budget, and hedges when a call takes half its time. While all fail, it
 * retries within the question's time. A question that a provider rejects, or whose answer cannot be sent or makes uncited
 * claims, is asked once more at the same provider with a hint, and never at the other one; that is not a failure of the
 * provider. If the claims stay uncited, the answer says so in their place.
 *
 * The query throws NoAnswer when the time is spent or the answer is refused twice, and the abort reason of `signal`.
 */
export function createAnswerQuery(deps: AnswerQueryDeps): AnswerQuery {
  return (question, signal, waitInterruptibly = plainWait) =>
    new AnswerRun(deps, question, signal, waitInterruptibly).answer();
}

const plainWait: InterruptibleWait = (waiting) => waiting;

/** Answers one question: tracks which providers were asked and when each may be asked again. */
class AnswerRun {
  readonly #deps: AnswerQueryDeps;
  readonly #question: Question;
  readonly #signal: AbortSignal;
  readonly #waitInterruptibly: InterruptibleWait;
  readonly #endsAt: number;
  /** The hedge delay: half the time limit of a call, or of the question if that is shorter. */
  readonly #hedgeDelayMs: number;
  readonly #hedgeAt: number;
  /** The next one to ask comes first. */
  #candidates: Candidate[];
  #failures = 0;
  #hint: Hint | null = null;
  /** The fallback if asking again brings nothing better. */
  #withoutUncited: Answer | null = null;
  #isHedged = false;

  constructor(deps: AnswerQueryDeps, question: Question, signal: AbortSignal, waitInterruptibly: InterruptibleWait) {
    const now = performance.now();
    this.#deps = deps;
    this.#question = question;
    this.#signal = signal;
    this.#waitInterruptibly = waitInterruptibly;
    this.#endsAt = now + question.budgetMs;
    this.#hedgeDelayMs = Math.min(deps.attemptMs, question.budgetMs) / 2;
    this.#hedgeAt = now + this.#hedgeDelayMs;
    this.#candidates = deps.providers.map((provider) => ({ provider, failures: 0, notBefore: -Infinity }));
  }

  async answer(): Promise<Answer> {
    try {
      return await this.#firstGood();
    } catch (error) {
      if (error instanceof NoAnswer && this.#withoutUncited !== null) return this.#withoutUncited;
      throw error;
    }
  }

  async #firstGood(): Promise<Answer> {
    for (;;) {
      const unanswered: Unanswered[] = [];
      for (const { of: candidate, tried } of await this.#askNext()) {
        if (tried.kind === 'answered') return tried.answer;
        // Kept even if the other provider's outcome decides what is asked next.
        if (tried.kind === 'uncited') this.#withoutUncited = tried.answer;
        unanswered.push({ candidate, tried });
      }
      const ofKind = (kind: Unanswered['tried']['kind']): Unanswered | undefined =>
        unanswered.find(({ tried }) => tried.kind === kind);
      const refused = ofKind('rejected') ?? ofKind('uncited') ?? ofKind('unsayable');
      if (refused) this.#askAgain(refused);
      else for (const one of unanswered) this.#noteFailure(one);
    }
  }

  get #leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Asks the same provider again, and no other: refused words go to only one. */
  #askAgain({ candidate, tried }: Unanswered): void {
    if (this.#hint !== null || this.#leftMs <= 0) throw new NoAnswer(tried.why);
    this.#hint = hintAfter(tried);
    this.#candidates = [candidate];
  }

  /** @throws NoAnswer when no time or no retry is left */
  #noteFailure({ candidate, tried }: Unanswered): void {
    // We already have an answer to send; don't wait for a provider that has begun to fail.
    if (this.#withoutUncited !== null) throw new NoAnswer(tried.why);
    const others = this.#candidates.filter((other) => other !== candidate);
    if (tried.kind === 'budget_spent') {
      if (others.length === 0) throw new NoAnswer(tried.why);
      this.#candidates = others;
      return;
    }
    this.#candidates = [...others, candidate];
    const leftMs = this.#leftMs - minAttemptMs(this.#deps);
    const isRetriedOnce = this.#question.retries === 'once';
    // It goes to the end of the queue; `calls` decides how soon it is asked again. A full queue refuses immediately and
    // would be asked in a loop that lets no other work run, so that it gets a pause like a failure.
    if (tried.kind === 'later' && tried.why !== 'too_busy' && !isRetriedOnce && leftMs > 0) return;
    candidate.failures += 1;
    this.#failures += 1;
    if (this.#failures >= unansweredFrom || this.#candidates.every(isPassedOver)) this.#noteUnanswered(tried.why);
    if (leftMs <= 0 || (isRetriedOnce && this.#failures >= triesMaxIfOnce)) throw new NoAnswer(tried.why);
    const { pausesMs } = this.#deps;
    const planned = (pausesMs[candidate.failures - 1] ?? pausesMs.at(-1) ?? 0) * (0.75 + Math.random() / 2);
    const retryAfterMs = tried.kind === 'failed' ? tried.retryAfterMs : 0;
    candidate.notBefore = performance.now() + Math.min(Math.max(planned, retryAfterMs), leftMs);
  }

  /** Alerts the operator before the question's time is up. */
  #noteUnanswered(why: string): void {
    const fields = { event: 'question_unanswered', attempt: this.#failures, code: why };
    this.#deps.log.warn(fields, 'no provider answers a question for now');
  }

  /** Asks the next available provider, and the other one too if that takes too long. */
  async #askNext(): Promise<Outcome<Candidate>[]> {
    const candidate = await this.#nextCandidate();
    // A probe gets the time within which most answers arrive.
    const slowMs = candidate.provider.circuit.isOpen ? minAttemptMs(this.#deps) : this.#hedgeDelayMs;
    const other = this.#isHedged ? undefined : this.#candidates.find((one) => one !== candidate);
    const hedge = {
      headStartMs: Math.min(slowMs, this.#hedgeAt - performance.now()),
      slowMs,
      begin: () => {
        if (other === undefined || !mayAsk(other, performance.now())) return null;
        this.#isHedged = true;
        return this.#runnerOf(other);
      },
    };
    return race(this.#runnerOf(candidate), hedge, this.#signal);
  }

  #runnerOf(candidate: Candidate): { of: Candidate; run(signal: AbortSignal): Promise<Tried> } {
    const attempt = { question: this.#question, hint: this.#hint, leftMs: this.#leftMs };
    return {
      of: candidate,
      run: (signal) => askProvider(this.#deps, candidate.provider, attempt, signal),
    };
  }

  /**
   * Waits until a provider may be asked. One that asked for a pause comes last: a question joins its queue only if no other
   * provider is merely in our own pause after a failure.
   * @throws NoAnswer when none becomes available in time
   */
  async #nextCandidate(): Promise<Candidate> {
    for (;;) {
      // Read the clock once: a pause that ended between two readings would leave nothing to wait for.
      const now = performance.now();
      const ready = this.#candidates.find((one) => !one.provider.calls.isPaused && mayAsk(one, now));
      if (ready) return ready;
      // We already have an answer to send; don't wait for a provider that accepts no calls.
      if (this.#withoutUncited !== null) throw new NoAnswer('uncited');
      const paused = this.#candidates.some((one) => isSoonAgain(one, now))
        ? undefined
        : this.#candidates.find((one) => mayAsk(one, now));
      if (paused) return paused;
      const open = this.#candidates.filter(({ provider }) => !provider.budget.isSpent);
      if (open.length === 0) {
        this.#noteUnanswered('budget_spent');
        throw new NoAnswer('budget_spent');
      }
      const pausesMs = open.map(({ notBefore }) => notBefore - now).filter((ms) => ms > 0);
      const isOver = this.#leftMs <= minAttemptMs(this.#deps);
      if (pausesMs.length === 0 && (this.#question.retries === 'once' || isOver)) throw new NoAnswer('circuit_open');
      // The others have an open circuit.
      if (pausesMs.length < open.length) pausesMs.push(circuitCheckMs * (0.5 + Math.random() / 2));
      await this.#pause(Math.min(...pausesMs));
    }
  }

  #pause(ms: number): Promise<void> {
    return this.#waitInterruptibly(wait(ms, undefined, { signal: this.#signal }));
  }
}

/** The hint for the second attempt. */
function hintAfter({ kind, why }: { readonly kind: string; readonly why: string }): Hint {
  if (kind === 'uncited') return 'uncited';
  return why === 'unsayable_only_contacts' ? 'only_contacts' : 'unsayable';
}

/** Whether a provider gets no calls except probes. */
function isPassedOver({ provider }: Candidate): boolean {
  return provider.budget.isSpent || provider.circuit.isOpen;
}

/** Whether a provider is only in our own pause after a failure. */
function isSoonAgain(candidate: Candidate, now: number): boolean {
  return !candidate.provider.calls.isPaused && !isPassedOver(candidate) && now < candidate.notBefore;
}

/** For an open circuit, true is its probe: the caller must make the call. */
function mayAsk({ provider, notBefore }: Candidate, now: number): boolean {
  return !provider.budget.isSpent && now >= notBefore && provider.circuit.mayCall();
}
