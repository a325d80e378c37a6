import { neededStrings, rarityOf } from './needed-strings.ts';

/**
 * The longest source of a search, in characters, unless a single pattern is longer. V8 does not optimize one above 20 KB
 * (`kRegExpTooLargeToOptimize`, https://github.com/v8/v8/blob/main/src/regexp/regexp.h), and compiling is most of the
 * time that the first texts of a process take.
 */
const sourceCharsMax = 2000;

/** Patterns that are searched together, in texts that have one of the strings that they need. */
type Search = { readonly mayFind: RegExp | null; readonly source: string; pattern?: RegExp };

/**
 * Whether any of these patterns is found in a text. Most texts have none of the strings that most patterns need, so that
 * all of them take a sixth of the time of a search for each (bench/understand.bench.ts).
 * @param patterns without references to their own groups; all of them, or none, for texts of several lines
 * @throws Error for a pattern with a flag that changes what it finds
 */
export function anyPattern(patterns: readonly RegExp[]): (text: string) => boolean {
  const isOfLines = patterns[0]?.multiline === true;
  const flagged = patterns.find(({ flags, multiline }) => !/^g?m?$/.test(flags) || multiline !== isOfLines);
  if (flagged) throw new Error(`patterns are searched together without flags: ${flagged}`);
  const searches = searchesFor(patterns.flatMap(({ source }) => alternativesOf(source)));
  return (text) =>
    searches.some((search) => {
      if (search.mayFind?.test(text) === false) return false;
      search.pattern ??= new RegExp(search.source, isOfLines ? 'm' : '');
      return search.pattern.test(text);
    });
}

/** Sorted by what they need, so that few searches have the strings that many texts have. */
function searchesFor(sources: readonly string[]): Search[] {
  const sorted = sources
    .map((source) => ({ source, needed: neededStrings(source) }))
    .toSorted((one, other) => rarityOf(one.needed ?? ['']) - rarityOf(other.needed ?? ['']));
  const groups: (typeof sorted)[] = [];
  let charsLeft = 0;
  for (const one of sorted) {
    charsLeft -= one.source.length + 1;
    if (charsLeft < 0) {
      groups.push([]);
      charsLeft = sourceCharsMax - one.source.length;
    }
    groups.at(-1)?.push(one);
  }
  return groups.map((group) => {
    const needed = group.map((one) => one.needed);
    const isKnown = needed.every((one) => one !== null);
    return {
      mayFind: isKnown ? new RegExp([...new Set(needed.flat())].map((one) => RegExp.escape(one)).join('|')) : null,
      source: group.map(({ source }) => source).join('|'),
    };
  });
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
