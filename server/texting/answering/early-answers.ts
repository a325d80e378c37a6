import type { AnswerQuery } from '#server/answers/answer-query.ts';
import type { Answer } from '#server/answers/question.ts';
import type { Tracing } from '#server/observability/tracing/tracing.ts';

import { refersBack } from '../rules/follow-up.ts';
import { modelBudgetMs, questionOf } from './model-question.ts';
import type { PlaintextCache } from './plaintext-cache.ts';
import type { EarlyQuestion } from './text-taker.ts';

type Deps = {
  readonly answerQuery: AnswerQuery;
  readonly plaintextCache: Pick<PlaintextCache, 'question'>;
  readonly deadlineMs: number;
  readonly tracing: Pick<Tracing, 'within'>;
};

type Asked = { readonly answer: Promise<Answer>; readonly controller: AbortController };

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
