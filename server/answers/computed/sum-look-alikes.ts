type SumPhrasing = {
  /** It ends in "=", or says "calculate". */
  readonly isOrdered: boolean;
  /** It says "how much is", which also asks for a price. */
  readonly isPriced: boolean;
  /** It says "what is", or is ordered. */
  readonly isAsked: boolean;
  /** The operation is said in words ("times"), not by a sign. */
  readonly isSpoken: boolean;
};

/**
 * Whether signs between numbers are a date, a phone number, a size, a score, a drug, a price label or a name rather than a
 * sum: "12/25 - 10", "7-11", "555-1234", "120/80", "2x4x8", "2/$5". Pure; unsure means yes.
 * @param signs the text with the words of operations as signs
 */
export function isLookAlike(signs: string, { isOrdered, isPriced, isAsked, isSpoken }: SumPhrasing): boolean {
  const text = signs.trim();
  if (isPriceLabel(text) || fullDate.test(text)) return true;
  if (isSize(text, isSpoken)) return !isOrdered || (isPriced && /\dx\d/.test(text));
  if (isOrdered) return false;
  if (closedDates.some((date) => date.test(text)) || isDayShift(text, isSpoken)) return true;
  return !isSpoken && (isNumbered(text) || isPriceRange(text) || isPair(text, isAsked));
}

/** "2/$5" is two for five dollars, and "$3000 / $250" no money. */
function isPriceLabel(text: string): boolean {
  return /[\d)] ?\/ ?\$|\$[\d.]+ ?[*x] ?\$/.test(text);
}

/** "$5-$10". */
function isPriceRange(text: string): boolean {
  const [, low, high] = /^\$([\d.]+) ?- ?\$?([\d.]+)$/.exec(text) ?? [];
  return low !== undefined && Number(low) <= Number(high);
}

const day = '(?:0?[1-9]|[12]\\d|3[01])';
const year = '(?:19|20)\\d{2}';
/** "12/25/2026 - 11/20/2026" asks for days, and "how much is 5/3/1950" for no quotient. */
const fullDate = new RegExp(`(?<![\\d./])${day}/${day}/${year}(?![\\d./])`);
/** Without spaces around their signs, as no words of operations leave them. */
const closedDates = [
  new RegExp(`(?<![\\d./])${day}/${day}/\\d{2}(?![\\d./])`),
  new RegExp(`(?<![\\d./-])${day}-${day}-${year}(?![\\d./])`),
  new RegExp(`(?<![\\d./-])${year}-(?:0[1-9]|1[0-2])-${day}(?![\\d./])`),
];

/** Denominators of fractions that people cook, saw and learn with; other numbers up to 31 are rather days. */
const denominators: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16]);

/** "12/25 - 10", "7/4 + 90", "12/25 - 11/20"; but "1/3 + 1/6", "10/2 + 5" and "7/20 - 1/20" are sums of fractions. */
function isDayShift(text: string, isSpoken: boolean): boolean {
  const shift = /^(\d{1,2})\/(\d{1,2}) ?([-+]) ?(\d{1,3})(?:\/(\d{1,2}))?$/.exec(text);
  if (shift === null) return false;
  const [, month, first, sign, amount, second] = shift;
  if (Number(month) > 12 || Number(first) > 31) return false;
  if (second === undefined) return !denominators.has(Number(first)) || (!isSpoken && Number(amount) >= 10);
  const isDate = Number(amount) <= 12 && Number(second) <= 31 && first !== second;
  return sign === '-' && isDate && [first, second].some((one) => !denominators.has(Number(one)));
}

/** Phone and Social Security numbers, dates, and whatever else has many numbers in a row with hyphens or slashes only. */
function isNumbered(text: string): boolean {
  if (/^\(?\d+\)?(?:[-/]\d+){2,}$/.test(text)) return true;
  return numbered.some((shape) => shape.test(text));
}

/** With spaces too: none of them is a sum that comes out above zero. */
const numbered = [
  /^(?:1 ?-? ?)?(?:\(\d{3}\) ?-? ?|\d{3}(?: ?- ?| ))\d{3} ?-? ?\d{4}$/,
  /^\d{3} ?- ?\d{2} ?- ?\d{4}$/,
  new RegExp(`^${day} ?([-/]) ?${day} ?\\1 ?${year}$`),
];

/** Lumber, photos, trucks, shifts, paper: two numbers with an "x", "by" or "por" between them. */
const sizes = new Set(
  '1x2 1x3 1x4 1x6 1x8 2x2 2x3 2x4 2x6 2x8 2x10 2x12 3x3 3x5 4x4 4x6 4x8 5x5 5x7 6x6 8x8 8x10 8x12 11x14 11x17 16x20 18x24 24x36 24x7 10x10 8.5x11 8.5x14 5.5x8.5'.split(
    ' ',
  ),
);
/** Lumber with its length in feet. */
const lumber = /^(?:[12]x(?:[23468]|1[02])|4x[46]|6x6)x(?:[68]|1[02468]|2[04])$/;

/** "2x4", "2x4x8"; a star and "times" are no sign of size, but "por" is. */
function isSize(text: string, isSpoken: boolean): boolean {
  if (!text.includes('x') && !(isSpoken && text.includes('*'))) return false;
  const closed = text.replace(/ ?[x*] ?/g, 'x');
  return sizes.has(closed) || (text.includes('x') && lumber.test(closed));
}

function isPair(text: string, isAsked: boolean): boolean {
  const pair = /^(\d*\.?\d+)( ?)([-/*x])( ?)(\d*\.?\d+)$/.exec(text);
  if (pair === null) return /^\d{10,11}\D/.test(text);
  const [, left = '', gap = '', sign = '', gapAfter = '', right = ''] = pair;
  const isWhole = !`${left}${right}`.includes('.');
  const [a, b] = [Number(left), Number(right)];
  switch (sign) {
    case '/':
      if (gap === '' && strengths.has(`${a}/${b}`)) return true;
      return isWhole ? !isQuotient(a, b) : isRating(a, b);
    case '-':
      // "100 - 37", "2026-1954" and "45.50-12.25", but no score, no range, no phone number.
      if (!isWhole || gap !== '') return a <= b || (left.length === 3 && right.length === 4);
      return !(isYear(a) && isYear(b) && a > b);
    case 'x':
      // "2125550142 x5" is an extension.
      return isWhole && (gap !== gapAfter || (gap === '' && !isAsked));
    default:
      return false;
  }
}

/** Milligrams of drugs that are sold in pairs, where a quotient of the two would be read for a sum. */
const strengths = new Set(
  '875/125 500/125 250/125 325/5 325/10 37.5/25 160/25 320/25 20/12.5 40/12.5 50/12.5 80/12.5 100/12.5 150/12.5 160/12.5 300/12.5 320/12.5'.split(
    ' ',
  ),
);

/** No date (9/11), rule (80/20), blood pressure (120/80), odds (500/1) or "24/7": the first number is too large for them. */
function isQuotient(a: number, b: number): boolean {
  if (a + b === 100 || b === 1) return false;
  return a > 300 || (a > 31 && b <= 31);
}

/** "9.5/10", a grade of "3.7/4.0", or a drug of "7.5/325". */
function isRating(a: number, b: number): boolean {
  return a <= b && ([4, 5, 10, 100].includes(b) || b >= 200);
}

function isYear(value: number): boolean {
  return value >= 1800 && value < 2200;
}
