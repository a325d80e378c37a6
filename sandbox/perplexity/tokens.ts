/** About what a tokenizer makes of English prose: pieces of words of up to six letters, and each mark by itself. */
const piece = /\s*(?:[\p{L}\p{M}]{1,6}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}])/gu;

/** How many tokens a text costs, roughly (4 characters each in prose). */
export function countTokens(text: string): number {
  return text.match(piece)?.length ?? 0;
}

/**
 * Ends a text after `max` tokens, in the middle of a sentence or a word if need be, as a model does.
 * @returns the text, and whether anything was cut off
 */
export function cutAtTokens(text: string, max: number): { text: string; isCut: boolean } {
  const pieces = text.match(piece) ?? [];
  return pieces.length <= max ? { text, isCut: false } : { text: pieces.slice(0, max).join(''), isCut: true };
}
