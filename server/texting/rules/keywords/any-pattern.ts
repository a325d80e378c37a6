/**
 * The longest source that V8 optimizes, in characters (`kRegExpTooLargeToOptimize`,
 * https://github.com/v8/v8/blob/main/src/regexp/regexp.h). A longer one takes twenty times as long.
 */
export const sourceCharsMax = 20 * 1024;

/**
 * Whether any of these patterns is found in a text.
 * @param patterns without references to their own groups; all of them, or none, for texts of several lines
 * @throws Error for a pattern with a flag that changes what it finds
 */
export function anyPattern(patterns: readonly RegExp[]): (text: string) => boolean {
  const searches = searchesFor(patterns);
  return (text) => searches.some((search) => search.test(text));
}

/**
 * The fewest searches that find what any of these patterns does. They take a hundredth of the time of one for each: what
 * patterns begin with, the edge of a word or the beginning of the text, is looked for once for many.
 * @throws as `anyPattern` does
 */
export function searchesFor(patterns: readonly RegExp[]): RegExp[] {
  const isOfLines = patterns[0]?.multiline === true;
  const flagged = patterns.find(({ flags, multiline }) => !/^g?m?$/.test(flags) || multiline !== isOfLines);
  if (flagged) throw new Error(`patterns are searched together without flags: ${flagged}`);
  const all = patterns.flatMap(({ source }) => alternativesOf(source));
  const after = (beginning: string): string[] =>
    all.filter((one) => one.startsWith(beginning)).map((one) => one.slice(beginning.length));
  const others = all.filter((one) => !one.startsWith(edge) && !one.startsWith(start));
  const sources = [...together(edge, after(edge)), ...together(start, after(start)), ...together('', others)];
  return sources.map((source) => new RegExp(source, isOfLines ? 'm' : ''));
}

const edge = '\\b';
const start = '^';

/** Joins what begins alike to as few sources as can be. Sorted, because V8 compares once what neighbors begin with. */
function together(beginning: string, rests: readonly string[]): string[] {
  const groups: string[][] = [];
  let charsLeft = 0;
  for (const rest of rests.toSorted()) {
    charsLeft -= rest.length + 1;
    if (charsLeft < 0) {
      groups.push([]);
      charsLeft = sourceCharsMax - `${beginning}(?:)`.length - rest.length;
    }
    groups.at(-1)?.push(rest);
  }
  return groups.map((group) => `${beginning}(?:${group.join('|')})`);
}

/** Splits the source of a pattern at those of its `|` that are in no group and no class. */
function alternativesOf(source: string): string[] {
  const alternatives: string[] = [];
  let depth = 0;
  let isInClass = false;
  let from = 0;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (isInClass) isInClass = sign !== ']';
    else if (sign === '[') isInClass = true;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === '|' && depth === 0) {
      alternatives.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return [...alternatives, source.slice(from)];
}
