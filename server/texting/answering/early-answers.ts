import type { Language } from '#contract/language.ts';
import type { AnswerQuery } from '#server/answers/answer-query.ts';
import type { Answer, Question } from '#server/answers/question.ts';
import { timeZoneOfAreaCode } from '#server/answers/us-time-zones.ts';
import type { Tracing } from '#server/observability/tracing/tracing.ts';
import { knownPlace, type Place } from '#server/places/places.ts';

import { refersBack } from '../rules/follow-up.ts';
import type { PlaintextCache } from './plaintext-cache.ts';

/** A text that will be answered once it is stored. */
export type EarlyQuestion = {
  readonly sid: string;
  readonly sender: string;
  /** The home place of the sender, where it is known. */
  readonly home: Place | null;
  /** Language of the reply. */
  readonly language: Language;
  /** Time left until the deadline. */
  readonly timeLeftMs: number;
  /** Whether it may refer to the previous text. */
  readonly hasMemory: boolean;
};

type Deps = {
  readonly answerQuery: AnswerQuery;
  readonly plaintextCache: Pick<PlaintextCache, 'question'>;
  readonly deadlineMs: number;
  readonly tracing: Pick<Tracing, 'within'>;
};

type Asked = { readonly answer: Promise<Answer>; readonly controller: AbortController };

/** The model's time for a text: the last 10 of 120 s are for the apology, so that it is in time itself. */
export function modelBudgetMs(timeLeftMs: number, deadlineMs: number): number {
  return timeLeftMs - deadlineMs / 12;
}

/** Who asks, from where, and for how long. */
type Asker = Pick<Question, 'home' | 'language' | 'budgetMs'> & { readonly sender: string };

/** What is asked for a text: with the clock of the home place, else that of the area code. */
export function questionOf(
  said: Pick<Question, 'body' | 'earlier' | 'wantsMore'>,
  { sender, home, language, budgetMs }: Asker,
): Question {
  const timeZone = (home && knownPlace(home)?.timeZone) ?? timeZoneOfAreaCode(sender);
  return { ...said, costCenter: 'model', retries: 'until_deadline', home, language, timeZone, budgetMs };
}

/**
 * Answers to texts whose reply is decided and that are being committed: the model is asked meanwhile. Only the work on a
 * text takes its answer, and that begins once the text is stored and leased; otherwise the call is aborted and the answer
 * dropped (docs/reference/texting-protocol.md#model-calls).
 */
export class EarlyAnswers {
  readonly #deps: Deps;
  readonly #asked = new Map<string, Asked>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Asks the model for a text whose question is in memory. Never throws. */
  ask({ sid, sender, home, language, timeLeftMs, hasMemory }: EarlyQuestion): void {
    const { answerQuery, plaintextCache, deadlineMs, tracing } = this.#deps;
    const body = plaintextCache.question(sid);
    const budgetMs = modelBudgetMs(timeLeftMs, deadlineMs);
    if (body === null || budgetMs <= 0) return;
    // What a follow-up refers to is looked up once the text is stored.
    if (hasMemory && refersBack(body.reveal()) !== null) return;
    this.drop(sid);
    const controller = new AbortController();
    const question = questionOf({ body, earlier: [], wantsMore: false }, { sender, home, language, budgetMs });
    // Called from a transaction that several texts share.
    const answer = tracing.within(sid, () => answerQuery(question, controller.signal));
    // `take` hands a failure on; a dropped answer may reject unobserved.
    answer.catch(() => undefined);
    this.#asked.set(sid, { answer, controller });
  }

  /**
   * The answer to a stored text, to the one that works on it. From now on `signal` ends the call, with its reason.
   * @returns null when the model was not asked
   */
  take(sid: string, signal: AbortSignal): Promise<Answer> | null {
    const asked = this.#asked.get(sid);
    if (asked === undefined) return null;
    this.#asked.delete(sid);
    const { answer, controller } = asked;
    const onAbort = (): void => controller.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    return answer.finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** Ends the call for a text that is not stored, or that is not answered here. */
  drop(sid: string): void {
    this.#asked.get(sid)?.controller.abort(new Error('the answer is not needed'));
    this.#asked.delete(sid);
  }

  /** Ends all calls that no one took. */
  dropAll(): void {
    for (const sid of this.#asked.keys()) this.drop(sid);
  }
}
