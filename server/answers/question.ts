import type { AnswerProvider } from '#contract/answer-providers.ts';
import type { Language } from '#contract/language.ts';
import type { Place } from '#server/places/places.ts';
import type { Secret } from '#server/platform/secret.ts';
import type { Turn } from '#server/providers/ports/answer-model.ts';

/** A question, with everything that answering it may depend on. */
export type Question = {
  readonly body: Secret;
  /** What the question refers to: the turns before it, oldest first. */
  readonly earlier: readonly Turn[];
  /** The home place of the person, where it is known. */
  readonly home: Place | null;
  /** The person wants more about `body`, which was answered before, in `earlier`. */
  readonly wantsMore: boolean;
  /** The language of answers that come without a model, unless the question itself shows another. */
  readonly language: Language;
  /** IANA name of the time zone that the person is in, if known. */
  readonly timeZone: string | null;
  /** The cost center in the operator's figures. */
  readonly costCenter: 'model' | 'demo';
  /** The time limit of all tries together. */
  readonly budgetMs: number;
  /**
   * `until_deadline`: retries until the budget is spent. `once`: two attempts, and none while all providers are known to
   * be unavailable.
   */
  readonly retries: 'until_deadline' | 'once';
};

/** The question before this one in the conversation; null if there is none. */
export function questionBefore({ earlier }: Pick<Question, 'earlier'>): string | null {
  return earlier.find(({ role }) => role === 'user')?.text.reveal() ?? null;
}

/** The answer to the question before this one, without what MORE added; empty if there is none. */
export function answerBefore({ earlier }: Pick<Question, 'earlier'>): string {
  return earlier.find(({ role }) => role === 'assistant')?.text.reveal() ?? '';
}

/** An answer as it goes out: plain text that fits a few segments. */
export type Answer = {
  readonly body: Secret;
  readonly segments: number;
  readonly encoding: 'gsm7' | 'ucs2';
  /** Something was left out of it. */
  readonly isCut: boolean;
  readonly microdollars: number | null;
  /** What answered: a model, the weather service, or our own code. */
  readonly provider: AnswerProvider | 'weather' | 'computed';
};
