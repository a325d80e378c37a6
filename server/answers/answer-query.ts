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

/** Marks a wait as interruptible: meanwhile the caller may hand the text to another store. */
export type InterruptibleWait = <T>(waiting: Promise<T>) => Promise<T>;

export type AnswerQuery = (
  question: Question,
  signal: AbortSignal,
  waitInterruptibly?: InterruptibleWait,
) => Promise<Answer>;
type AnswerQueryDeps = AskDeps & {
  /** In the order in which they are asked: one, or two. */
  readonly providers: readonly UsedProvider[];
  /** The pause after the first failure of a provider, after the second, and so on; the last one repeats. Each gets jitter. */
  readonly pausesMs: readonly number[];
};

/** A provider in the course of one question. */
type Lane = { readonly provider: UsedProvider; failures: number; notBefore: number };

const briefTriesMax = 2;
/** From this failed try on, a question shows that no provider answers: the pauses before were for a passing failure. */
const unansweredFrom = 3;
/** How often a text that waits for an open circuit checks it. */
const circuitLookMs = 500;

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
    new Asking(deps, question, signal, waitInterruptibly).answer();
}

const plainWait: InterruptibleWait = (waiting) => waiting;

/** One question on its way through the providers. */
class Asking {
  readonly #deps: AnswerQueryDeps;
  readonly #question: Question;
  readonly #signal: AbortSignal;
  readonly #waitInterruptibly: InterruptibleWait;
  readonly #endsAt: number;
  /** The hedge delay: half the time limit of a call, or of the question if that is shorter. */
  readonly #patienceMs: number;
  readonly #hedgeAt: number;
  /** The one to be asked next comes first. */
  #lanes: Lane[];
  #failures = 0;
  #hint: Hint | null = null;
  /** What is sent when asking once more brings nothing better. */
  #withoutUncited: Answer | null = null;
  #isHedged = false;

  constructor(deps: AnswerQueryDeps, question: Question, signal: AbortSignal, waitInterruptibly: InterruptibleWait) {
    const now = performance.now();
    this.#deps = deps;
    this.#question = question;
    this.#signal = signal;
    this.#waitInterruptibly = waitInterruptibly;
    this.#endsAt = now + question.budgetMs;
    this.#patienceMs = Math.min(deps.attemptMs, question.budgetMs) / 2;
    this.#hedgeAt = now + this.#patienceMs;
    this.#lanes = deps.providers.map((provider) => ({ provider, failures: 0, notBefore: -Infinity }));
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
      const outcomes = await this.#askNext();
      const answered = outcomes.find(({ tried }) => tried.kind === 'answered');
      if (answered?.tried.kind === 'answered') return answered.tried.answer;
      // Kept even if the other provider's outcome decides what is asked next.
      for (const { tried } of outcomes) if (tried.kind === 'uncited') this.#withoutUncited = tried.answer;
      const refused =
        outcomes.find(({ tried }) => tried.kind === 'rejected') ??
        outcomes.find(({ tried }) => tried.kind === 'uncited') ??
        outcomes.find(({ tried }) => tried.kind === 'unsayable');
      if (refused) this.#askAgain(refused);
      else for (const outcome of outcomes) this.#failed(outcome);
    }
  }

  get #leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** The same provider once more, and only that one: the words are given to no other. */
  #askAgain({ of, tried }: Outcome<Lane>): void {
    if (tried.kind === 'answered') return;
    if (this.#hint !== null || this.#leftMs <= 0) throw new NoAnswer(tried.why);
    this.#hint = hintAfter(tried);
    this.#lanes = [of];
  }

  /** @throws NoAnswer when there is no time, or no patience, for another try */
  #failed({ of: lane, tried }: Outcome<Lane>): void {
    if (tried.kind === 'answered') return;
    // There is something to send: no one waits for a provider that has begun to fail.
    if (this.#withoutUncited !== null) throw new NoAnswer(tried.why);
    this.#lanes = [...this.#lanes.filter((other) => other !== lane), lane];
    const leftMs = this.#leftMs - minAttemptMs(this.#deps);
    const isBrief = this.#question.patience === 'brief';
    // Its place is behind the others that wait; how soon it may come, `calls` knows.
    if (tried.kind === 'later' && !isBrief && leftMs > 0) return;
    lane.failures += 1;
    this.#failures += 1;
    if (this.#failures >= unansweredFrom || this.#lanes.every(isPassedOver)) this.#noteUnanswered(tried.why);
    if (leftMs <= 0 || (isBrief && this.#failures >= briefTriesMax)) throw new NoAnswer(tried.why);
    const { pausesMs } = this.#deps;
    const planned = (pausesMs[lane.failures - 1] ?? pausesMs.at(-1) ?? 0) * (0.75 + Math.random() / 2);
    const retryAfterMs = tried.kind === 'failed' ? tried.retryAfterMs : 0;
    lane.notBefore = performance.now() + Math.min(Math.max(planned, retryAfterMs), leftMs);
  }

  /** For the signal that tells the operator before the time of a question is over. */
  #noteUnanswered(why: string): void {
    const fields = { event: 'question_unanswered', attempt: this.#failures, code: why };
    this.#deps.log.warn(fields, 'no provider answers a question for now');
  }

  /** Asks the next provider that may be asked, and the other one too when that takes too long. */
  async #askNext(): Promise<Outcome<Lane>[]> {
    const lane = await this.#nextLane();
    // A provider that is only probed has the time in which most answers come.
    const slowMs = lane.provider.circuit.isOpen ? minAttemptMs(this.#deps) : this.#patienceMs;
    const other = this.#isHedged ? undefined : this.#lanes.find((one) => one !== lane);
    const hedge = {
      headStartMs: Math.min(slowMs, this.#hedgeAt - performance.now()),
      slowMs,
      begin: () => {
        if (other === undefined || !mayAsk(other, performance.now())) return null;
        this.#isHedged = true;
        return this.#runnerOf(other);
      },
    };
    return race(this.#runnerOf(lane), hedge, this.#signal);
  }

  #runnerOf(lane: Lane): { of: Lane; run(signal: AbortSignal): Promise<Tried> } {
    const attempt = { question: this.#question, hint: this.#hint, leftMs: this.#leftMs };
    return {
      of: lane,
      run: (signal) => askProvider(this.#deps, lane.provider, attempt, signal),
    };
  }

  /**
   * Waits until a provider may be asked. One that asked for a pause comes last: a text joins its queue only when no other
   * provider is merely in our own pause after a failure.
   * @throws NoAnswer when none may be in time
   */
  async #nextLane(): Promise<Lane> {
    for (;;) {
      // One moment for both: a pause that ended in between would leave none to wait for.
      const now = performance.now();
      const ready = this.#lanes.find((one) => !one.provider.calls.isPaused && mayAsk(one, now));
      if (ready) return ready;
      // There is something to send: no one waits for a provider that takes no calls now.
      if (this.#withoutUncited !== null) throw new NoAnswer('uncited');
      const paused = this.#lanes.some((one) => isSoonAgain(one, now))
        ? undefined
        : this.#lanes.find((one) => mayAsk(one, now));
      if (paused) return paused;
      const open = this.#lanes.filter(({ provider }) => !provider.budget.isSpent);
      if (open.length === 0) {
        this.#noteUnanswered('budget_spent');
        throw new NoAnswer('budget_spent');
      }
      const pausesMs = open.map(({ notBefore }) => notBefore - now).filter((ms) => ms > 0);
      const isOver = this.#leftMs <= minAttemptMs(this.#deps);
      if (pausesMs.length === 0 && (this.#question.patience === 'brief' || isOver)) throw new NoAnswer('circuit_open');
      // The others have an open circuit.
      if (pausesMs.length < open.length) pausesMs.push(circuitLookMs * (0.5 + Math.random() / 2));
      await this.#pause(Math.min(...pausesMs));
    }
  }

  #pause(ms: number): Promise<void> {
    return this.#waitInterruptibly(wait(ms, undefined, { signal: this.#signal }));
  }
}

/** What the model is told when it is asked once more. */
function hintAfter({ kind, why }: { readonly kind: string; readonly why: string }): Hint {
  if (kind === 'uncited') return 'uncited';
  return why === 'unsayable_only_contacts' ? 'only_contacts' : 'unsayable';
}

/** Whether a provider gets no call but probes. */
function isPassedOver({ provider }: Lane): boolean {
  return provider.budget.isSpent || provider.circuit.isOpen;
}

/** Whether only our own pause after a failure keeps a provider from being asked. */
function isSoonAgain(lane: Lane, now: number): boolean {
  return !lane.provider.calls.isPaused && !isPassedOver(lane) && now < lane.notBefore;
}

/** A yes for an open circuit is its probe: the call must be made. */
function mayAsk({ provider, notBefore }: Lane, now: number): boolean {
  return !provider.budget.isSpent && now >= notBefore && provider.circuit.mayCall();
}
