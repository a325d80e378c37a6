type SumPhrasing = {
  /** It ends in "=", or says "calculate". */
  readonly isOrdered: boolean;
  /** It says "what is", or is ordered. */
  readonly isAsked: boolean;
  /** The operation is said in words ("times"), not by a sign. */
  readonly isSpoken: boolean;
};

/** Lumber, photos, trucks, shifts, paper: two numbers with an "x", "by" or "por" between them. */
const sizes = new Set(
  '1x2 1x3 1x4 1x6 1x8 2x2 2x3 2x4 2x6 2x8 2x10 2x12 3x3 3x5 4x4 4x6 4x8 5x5 5x7 6x6 8x8 8x10 8x12 11x14 11x17 16x20 18x24 24x36 24x7 10x10'.split(
    ' ',
  ),
);

/**
 * Whether signs between numbers are a date, a phone number, a score, a size or a name rather than a sum: "9/11", "24/7",
 * "7-11", "555-1234", "120/80", "2x4". Pure; unsure means yes.
 * @param signs the text with the words of operations as signs
 */
export function isIdiom(signs: string, { isOrdered, isAsked, isSpoken }: SumPhrasing): boolean {
  const text = signs.trim();
  // Numbers in a row with hyphens or slashes only: dates, phone numbers, parts, cards.
  if (/^\(?\d+\)?(?:\s?[-/]\s?\d+){2,}$/.test(text)) return !isOrdered && !isSpoken && !/\s/.test(text);
  if (/^\(\d{3}\) ?\d{3}-?\d{4}$|^\d{3} \d{3}-\d{4}$/.test(text)) return true;
  const pair = /^(\d+)(\s*)([-/*x])(\s*)(\d+)$/.exec(text);
  if (pair === null) return /^\d{10,11}\D/.test(text) && !isOrdered && !isSpoken;
  const [, left = '', gap = '', sign = '', gapAfter = '', right = ''] = pair;
  if (isSize(signs, isSpoken) && sizes.has(`${left}x${right}`)) return !isOrdered;
  if (isOrdered || isSpoken) return false;
  const [a, b] = [Number(left), Number(right)];
  switch (sign) {
    case '/':
      return !isQuotient(a, b);
    case '-':
      // "100 - 37" and "2026-1954", but no score, no range, no phone number.
      return gap === '' ? !(isYear(a) && isYear(b) && a > b) : a <= b || (left.length === 3 && right.length === 4);
    case 'x':
      // "2125550142 x5" is an extension.
      return gap !== gapAfter || (gap === '' && !isAsked);
    default:
      return false;
  }
}

/** A sign of multiplication that is also one of size; a star and "times" are not. */
function isSize(signs: string, isSpoken: boolean): boolean {
  return signs.includes('x') || (isSpoken && signs.includes('*'));
}

/** No date (9/11), rule (80/20), blood pressure (120/80), odds (500/1) or "24/7": the first number is too large for them. */
function isQuotient(a: number, b: number): boolean {
  if (a + b === 100 || b === 1) return false;
  return a > 300 || (a > 31 && b <= 31);
}

function isYear(value: number): boolean {
  return value >= 1800 && value < 2200;
}
