import type { AnswerProvider } from '#contract/answer-providers.ts';
import type { Language } from '#contract/language.ts';
import type { Place } from '#server/places/places.ts';
import type { Secret } from '#server/platform/secret.ts';
import type { Turn } from '#server/providers/ports/answer-model.ts';

export type Question = {
  readonly body: Secret;
  /** What the question refers to: the turns before it, oldest first. */
  readonly earlier: readonly Turn[];
  /** The home place of the person, where it is known. */
  readonly home: Place | null;
  /** The person wants more about `body`, which was answered before, in `earlier`. */
  readonly wantsMore: boolean;
  /** Of what is answered without a model, where the words of the question do not tell. */
  readonly language: Language;
  /** IANA name of the place whose time "now" is, when it is known where the person is. */
  readonly timeZone: string | null;
  /** The cost center in the operator's figures. */
  readonly costCenter: 'model' | 'demo';
  /** The time limit of all tries together. */
  readonly budgetMs: number;
  /**
   * `whole_budget`: tries until the budget is spent. `brief`: two attempts, and none while all providers are known to be
   * unavailable.
   */
  readonly patience: 'whole_budget' | 'brief';
};

/** The earlier question that a follow-up refers to, not a wish for more about it; null where there is none. */
export function questionBefore({ earlier }: Pick<Question, 'earlier'>): string | null {
  return earlier.find(({ role }) => role === 'user')?.text.reveal() ?? null;
}

/** An answer as it goes out: plain text that fits a few segments. */
export type Answer = {
  readonly body: Secret;
  readonly segments: number;
  readonly encoding: 'gsm7' | 'ucs2';
  /** Something was left out of it. */
  readonly isCut: boolean;
  readonly microdollars: number | null;
  /** Who answered: a model, the weather service, or we ourselves. */
  readonly provider: AnswerProvider | 'weather' | 'computed';
};
