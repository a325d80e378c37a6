import { createRequire } from 'node:module';

import type { all, create, MathJsInstance } from 'mathjs';

import { digitsForWords, writeNumber } from './numbers.ts';
import type { Skill } from './skill.ts';

const source = { title: 'Arithmetic', url: 'https://mathjs.org/' };

/** Words for operations, longest first. Their replacements must be readable, because the answer shows them. */
const operations: readonly (readonly [RegExp, string])[] = [
  [/\b(?:the )?(?:square root|sqrt|sq root|root) (?:of )?(?=[\d(.])/g, 'sqrt '],
  [/\b(?:the )?(?:cube root|cbrt) (?:of )?(?=[\d(.])/g, 'cbrt '],
  [/\bmultiplied by\b|\btimes\b|(?<=[\d) ])x(?=[\d( ])|[×∙]/g, '*'],
  [/\bdivided by\b|\bover\b|÷/g, '/'],
  [/\bplus\b|\badded to\b/g, '+'],
  [/\bminus\b|\bless\b|−|–/g, '-'],
  [/\bto the power(?: of)?\b|\braised to(?: the)?\b|\*\*/g, '^'],
  [/\bto the (\d+)(?:st|nd|rd|th)(?: power)?\b/g, '^$1'],
  [/\bsquared\b/g, '^2'],
  [/\bcubed\b/g, '^3'],
  [/ factorial\b/g, '!'],
  [/\bmodulo\b|\bmod\b/g, 'mod'],
  [/(?<=\d) of (?=[\d(])/g, ' * '],
  [/\bhalf of\b/g, '0.5 *'],
  [/\ba? ?(?:third) of\b/g, '1/3 *'],
  [/\ba? ?(?:quarter) of\b/g, '0.25 *'],
  [/\bdouble\b|\btwice\b/g, '2 *'],
  [/(\d),(?=\d{3}\b)/g, '$1'],
  [/\$/g, ''],
];

const names = 'sqrt|cbrt|log|ln|sin|cos|tan|abs|mod|pi|e';
/** Only numbers, operators and the functions above reach the evaluator. */
const allowed = new RegExp(`^(?:${names}|\\d+(?:\\.\\d+)?|\\.\\d+|[-+*/^()!%]|\\s)+$`);
const lead = /^(?:what is|what are|what does|how much is|calculate|compute|solve|evaluate|work out|find|is)\s+/;
const trail = /\s*(?:=|equals?|equal to|is|make|come to)?\s*(?:what|\?)?$/;

/** Longer input is not a sum, and larger powers only cost time. */
const CHARS_MAX = 120;

/** Sums in figures or words, with brackets, powers and roots. */
export const arithmetic: Skill = (words) => {
  if (words.length > CHARS_MAX) return null;
  const mean = average(words);
  if (mean !== null) return { text: mean, source };
  let sum = digitsForWords(words.replace(lead, '').replace(trail, ''));
  for (const [pattern, symbol] of operations) sum = sum.replaceAll(pattern, symbol);
  sum = sum.replaceAll(/\s+/g, ' ').trim();
  if (!allowed.test(sum) || !/\d/.test(sum) || !/[-+*/^!%]|sqrt|cbrt|log|ln|sin|cos|tan|mod/.test(sum)) return null;
  if (looksLikeDate(sum)) return null;
  const value = evaluate(sum);
  if (value === null) return null;
  return {
    text: Number.isFinite(value) ? `${readable(sum)} = ${writeNumber(value)}.` : `${readable(sum)} has no answer.`,
    source,
  };
};

const averageOf = /\b(?:average|mean) of ((?:[\d.]+(?:,? and |, ?| )?){2,})$/;

function average(words: string): string | null {
  const numbers = (averageOf.exec(words)?.[1]?.match(/[\d.]+/g) ?? []).map(Number);
  if (numbers.length < 2) return null;
  const sum = numbers.reduce((total, number) => total + number, 0);
  return `The average of those ${numbers.length} numbers is ${writeNumber(Number((sum / numbers.length).toPrecision(12)))}.`;
}

/** `7/4/2027` and phone numbers are not sums. */
function looksLikeDate(sum: string): boolean {
  return (
    /^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(sum) ||
    /^\d{3}-\d{3}-\d{4}$/.test(sum) ||
    /^\d{4}-\d{2}-\d{2}$|^\d{3}-\d{4}$/.test(sum)
  );
}

function readable(sum: string): string {
  return sum
    .replaceAll(/ ?([+*/]) ?/g, ' $1 ')
    .replaceAll('*', 'x')
    .replaceAll(/(sqrt|cbrt|log|ln|sin|cos|tan) \(?([\d.]+)\)?/g, '$1($2)')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \^ ?/g, '^')
    .trim();
}

let mathjs: MathJsInstance | undefined;

/** The single-file build loads ten times as fast as the package's modules; only the first sum loads it. */
function loadMathjs(): MathJsInstance {
  type Build = { readonly create: typeof create; readonly all: typeof all };
  const build = createRequire(import.meta.url)('mathjs/lib/browser/math.js') as Build;
  return build.create(build.all ?? {});
}

function evaluate(sum: string): number | null {
  mathjs ??= loadMathjs();
  const expression = sum
    .replaceAll(/\bln\b/g, 'log')
    .replaceAll(/\blog\b/g, sum.includes('ln') ? 'log' : 'log10')
    .replaceAll(/(sqrt|cbrt|log10|log|sin|cos|tan|abs) ?\(?(\d+(?:\.\d+)?)\)?/g, '$1($2)')
    .replaceAll(/(sin|cos|tan)\((\d+(?:\.\d+)?)\)/g, '$1($2 deg)');
  try {
    const value: unknown = mathjs.evaluate(expression);
    return typeof value === 'number' ? Number(value.toPrecision(14)) : null;
  } catch {
    return null; // not a sum, e.g. two numbers in a row
  }
}
