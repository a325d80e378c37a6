/** Roughly the tokens of English prose: pieces of words of up to six letters, and single punctuation marks. */
const piece = /\s*(?:[\p{L}\p{M}]{1,6}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}])/gu;

/** The approximate number of tokens of a text (4 characters each in prose). */
export function countTokens(text: string): number {
  return text.match(piece)?.length ?? 0;
}

/**
 * Cuts a text after `max` tokens, in the middle of a sentence or word if necessary, as a model does.
 * @returns the text, and whether anything was cut off
 */
export function cutAtTokens(text: string, max: number): { text: string; isCut: boolean } {
  const pieces = text.match(piece) ?? [];
  return pieces.length <= max ? { text, isCut: false } : { text: pieces.slice(0, max).join(''), isCut: true };
}
