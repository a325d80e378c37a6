/** An answer in prose, and where it comes from. */
export type OfflineAnswer = {
  readonly text: string;
  readonly source: { readonly title: string; readonly url: string };
};

/**
 * One kind of question that needs no web.
 * @param words the question in plain form (words.ts)
 * @returns the answer, or null when the question is of another kind
 */
export type Skill = (words: string) => OfflineAnswer | null;
