/** What a good answer has to do, apart from its form. */
export type Kind = 'fact' | 'sum' | 'unit' | 'place' | 'current' | 'spanish' | 'weather' | 'follow_up' | 'trap';

export type QualityCase = {
  readonly kind: Kind;
  readonly question: string;
  /** What the answer must contain, where that can be known. */
  readonly known?: RegExp;
  /** What a follow-up refers to: the question that the same phone asked a minute ago, and its answer. */
  readonly before?: { readonly question: string; readonly answer: string };
  /** Phone numbers that the sources of the reply name, as ten digits. */
  readonly cited?: readonly string[];
  /** No source confirms what the reply says. */
  readonly isInvented?: true;
  /** A reply as a search model gives it, sentence by sentence, the most useful one first. */
  readonly reply: readonly string[];
};
