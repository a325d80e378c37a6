import type { Language } from '#contract/language.ts';

import { evaluate, type Value } from './expression.ts';
import { digitsForWords } from './number-words.ts';
import { add, divide, readRational, whole } from './rational.ts';
import { type Asker, mayBeThousands, type Reader } from './reader.ts';
import { isLookAlike } from './sum-look-alikes.ts';
import { writeMoney, writeNumber } from './write-number.ts';

type Worded = readonly [pattern: RegExp, sign: string];

/** Words of operations, longest first. */
const english: readonly Worded[] = [
  [/\b(?:the )?(?:square root|sqrt|sq root) (?:of )?(?=[\d(.])/g, 'sqrt '],
  [/\b(?:the )?(?:cube root|cbrt) (?:of )?(?=[\d(.])/g, 'cbrt '],
  [/\b(?:multiplied by|times)\b/g, '*'],
  // "140 over 90" is a blood pressure.
  [/\bdivided by\b|(?<!\b\d{2,3} )\bover\b|\bover\b(?! \d{2,3}\b)/g, '/'],
  [/\b(?:plus|added to)\b/g, '+'],
  [/\b(?:minus|less)\b/g, '-'],
  [/\b(?:to the power(?: of)?|raised to the power of)\b/g, '^'],
  [/\bto the (\d+)(?:st|nd|rd|th) power\b/g, '^$1'],
  [/ squared\b/g, '^2'],
  [/ cubed\b/g, '^3'],
  [/(?<=\d) factorial\b/g, '!'],
  [/\b(?:factorial of) (\d+)\b/g, '$1!'],
  [/\b(?:modulo|mod)\b/g, 'mod'],
  [/\bhalf of (?=[\d(])/g, '1/2 * '],
  [/\b(?:a |one )?third of (?=[\d(])/g, '1/3 * '],
  [/\b(?:a |one )?quarter of (?=[\d(])/g, '1/4 * '],
  [/(?<=\d\/\d+) of (?=[\d(])/g, ' * '],
];
const spanish: readonly Worded[] = [
  [/\b(?:la )?raiz cuadrada de (?=[\d(.])/g, 'sqrt '],
  [/\b(?:la )?raiz cubica de (?=[\d(.])/g, 'cbrt '],
  [/\b(?:multiplicado por|veces|por)\b/g, '*'],
  [/\b(?:dividido (?:entre|por)|entre)\b/g, '/'],
  [/\bmas\b/g, '+'],
  [/\bmenos\b/g, '-'],
  [/\b(?:elevado a(?: la)?|a la potencia(?: de)?)\b/g, '^'],
  [/ al cuadrado\b/g, '^2'],
  [/ al cubo\b/g, '^3'],
  [/\bfactorial de (\d+)\b/g, '$1!'],
  [/\b(?:la )?mitad de (?=[\d(])/g, '1/2 * '],
  [/\b(?:un |la )?tercera? parte de (?=[\d(])/g, '1/3 * '],
  [/\b(?:un |la )?cuarta parte de (?=[\d(])/g, '1/4 * '],
];

const number = String.raw`\$?[\d.]+`;
/** Sentences that name the operation first. */
const sentences: readonly (readonly [pattern: RegExp, language: Language, sum: string])[] = [
  [new RegExp(`^(?:add|the sum of|sum of) (${number}) (?:and|to|plus) (${number})$`), 'en', '$1 + $2'],
  [new RegExp(`^(?:add|the sum of|sum of) (${number}) (${number}) and (${number})$`), 'en', '$1 + $2 + $3'],
  [new RegExp(`^subtract (${number}) from (${number})$`), 'en', '$2 - $1'],
  [new RegExp(`^multiply (${number}) (?:by|and|times) (${number})$`), 'en', '$1 * $2'],
  [new RegExp(`^(?:the product of|product of) (${number}) and (${number})$`), 'en', '$1 * $2'],
  [new RegExp(`^divide (${number}) by (${number})$`), 'en', '$1 / $2'],
  [new RegExp(`^(?:the remainder of |remainder of )(${number}) divided by (${number})$`), 'en', '$1 mod $2'],
  [new RegExp(`^(?:suma|sume|sumar|la suma de|suma de) (${number}) (?:y|mas|con) (${number})$`), 'es', '$1 + $2'],
  [new RegExp(`^(?:resta|reste|restar) (${number}) (?:de|a) (${number})$`), 'es', '$2 - $1'],
  [new RegExp(`^(?:multiplica|multiplique|multiplicar) (${number}) por (${number})$`), 'es', '$1 * $2'],
  [new RegExp(`^(?:divide|divida|dividir) (${number}) entre (${number})$`), 'es', '$1 / $2'],
];

/** Phrases that explicitly ask for a calculation, and phrases that merely ask. */
const calculate =
  /^(?:calculate|compute|solve|evaluate|work out|how much is|how much are|do the math) |^(?:cuanto (?:es|son|da|seria|suma)|calcula|calcule|calcular|resuelve|resuelva) /;
const ask = /^(?:what is|what are|what does|find) |^(?:que es|cual es) /;
const inSpanish = /^(?:cuanto|calcula|calcule|calcular|resuelve|resuelva|que es|cual es)\b/;
const inEnglish = /^(?:calculate|compute|solve|evaluate|work|how|do the|what|find)\b/;
const trail =
  /\s*(?:(?:=|equals?|is equal to|\bes igual a|\bes)\s*(?:what|how much|cuanto|que)?\s*|is (?:what|how much)|make|makes|come to)$/;

/** Only numbers and signs reach the evaluator, and at least one operation. */
const onlySigns = /^(?:sqrt|cbrt|mod|[\d\s.+\-*/^()!x$])+$/;
const anOperation = /\d\s*[-+*/^x]\s*[\d(.$s-]|\)\s*[-+*/^x]|[-+*/^x]\s*\(|sqrt|cbrt|mod|!/;

/** Sums in figures or words, with brackets, powers and roots: "12 x 7", "what is 1,250 divided by 5", "cuanto es 8 por 7". */
export const readSum: Reader = (words, asker) => average(words) ?? sum(words, asker);

function sum(words: string, asker: Asker): string | null {
  const isOrdered = calculate.test(words) || words.endsWith('=');
  const isAsked = isOrdered || ask.test(words);
  const bare = words.replace(calculate, '').replace(ask, '').replace(trail, '');
  if (bare === '' || !/\d|[a-z]{3}/.test(bare)) return null;
  const digits = digitsForWords(bare);
  // "One plus 12" is a phone.
  if (!isAsked && /^one plus \d/.test(bare)) return null;
  const [flat, said] = inSigns(digits.replaceAll('÷', '/'));
  const isFractionKept = said !== null || digits.includes('÷');
  // Whether "6 / 1/2" has a fraction is not sure.
  if (!isFractionKept && / (?:\/|mod) [\d.]+\/\d/.test(flat)) return null;
  const signs = isFractionKept ? withFractions(flat) : flat;
  const expression = signs.replace(/(?<=[\d).]) ?x ?(?=[\d(.$s])/g, ' * ');
  if (!onlySigns.test(expression) || expression.includes('x') || !anOperation.test(expression)) return null;
  if (/\$(?![\d.])|\$.*[\^!]|(?:sqrt|cbrt) \$/.test(expression)) return null;
  // How far a root reaches that is said in words is not sure: "square root of 16 plus 9".
  if (/\b(?:root|raiz)\b/.test(bare) && /(?:sqrt|cbrt) (?:[\d.]+|\([\d./]+\))(?: ?[-+*^]| \/)/.test(expression))
    return null;
  const isPriced = words.startsWith('how much ') && !words.endsWith('=');
  if (isLookAlike(signs, { isOrdered, isPriced, isAsked, isSpoken: said !== null })) return null;
  const spoken = said ?? (inSpanish.test(words) ? 'es' : inEnglish.test(words) ? 'en' : asker.language);
  return answerOf(expression, spoken);
}

/** The words of operations as signs, and the language of these words. */
function inSigns(digits: string): [signs: string, language: Language | null] {
  for (const [pattern, language, sign] of sentences) {
    if (pattern.test(digits)) return [digits.replace(pattern, sign), language];
  }
  for (const [language, worded] of [['en', english] as const, ['es', spanish] as const]) {
    const signs = worded.reduce((text, [pattern, sign]) => text.replace(pattern, sign), digits);
    if (signs !== digits && onlySigns.test(signs)) return [signs, language];
  }
  return [digits, null];
}

/** "6 divided by 1/2" and "2/3 squared" have a fraction, which its signs alone would not keep together. */
function withFractions(signs: string): string {
  return signs.replace(
    /(?<=[/^] |sqrt |cbrt |mod )[\d.]+\/[\d.]+(?![\d./])|(?<![\d./])[\d.]+\/[\d.]+(?= ?[\^!])/g,
    '($&)',
  );
}

function answerOf(expression: string, language: Language): string | null {
  if (mayBeThousands(expression, language)) return null;
  const isMoney = expression.includes('$');
  const result = evaluate(expression.replaceAll('$', ''));
  if (result === null) return null;
  const shown = readable(expression, language);
  if (result.kind !== 'value') return `${shown} ${without[result.kind][language]}`;
  const { text, isExact } = isMoney ? writeMoney(result.value) : writeNumber(result.value);
  const is = language === 'es' ? (isExact ? 'es' : 'es aproximadamente') : isExact ? 'is' : 'is about';
  return `${shown} ${is} ${text}.`;
}

const without: Readonly<Record<Exclude<Value['kind'], 'value'>, Readonly<Record<Language, string>>>> = {
  divided_by_zero: {
    en: "has no answer: a number can't be divided by zero.",
    es: 'no tiene respuesta: no se puede dividir entre cero.',
  },
  root_of_negative: {
    en: 'has no answer: a negative number has no square root.',
    es: 'no tiene respuesta: un número negativo no tiene raíz cuadrada.',
  },
};

/** As a person writes it: "12 x (7 + 3)", "the square root of 144". */
function readable(expression: string, language: Language): string {
  const single = /^\s*(sqrt|cbrt) ?\(?([\d./]+)\)?\s*$/.exec(expression);
  if (single) {
    const isSquare = single[1] === 'sqrt';
    if (language === 'es') return `La raíz ${isSquare ? 'cuadrada' : 'cúbica'} de ${single[2]}`;
    return `The ${isSquare ? 'square' : 'cube'} root of ${single[2]}`;
  }
  return expression
    .replaceAll(/\s*([-+*])\s*/g, ' $1 ')
    .replaceAll(/ +\/ *| *\/ +/g, ' / ')
    .replaceAll(/(?<=^ ?|\() ?- /g, '-')
    .replaceAll(/(?<=[*/+-])\s+- (?=\d)/g, ' -')
    .replaceAll('*', 'x')
    .replaceAll(/\s*\^\s*(?:(-) )?/g, '^$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
    .replaceAll(/(?<![.\d])\d{5,}/g, (digits) => BigInt(digits).toLocaleString('en-US'))
    .trim();
}

const averages = [
  [/^(?:what is )?(?:the )?(?:average|mean) of ([\d.]+(?:(?: and | )[\d.]+)+)$/, 'en'],
  [/^(?:cual es )?(?:el )?(?:promedio|la media|media) de ([\d.]+(?:(?: y | )[\d.]+)+)$/, 'es'],
] as const;

function average(words: string): string | null {
  for (const [pattern, language] of averages) {
    const numbers = (pattern.exec(words)?.[1]?.match(/[\d.]+/g) ?? []).map((text) => readRational(text));
    if (numbers.length < 2 || mayBeThousands(words, language)) continue;
    const exact = numbers.filter((one) => one !== null);
    if (exact.length < numbers.length) return null;
    const total = exact.reduce((so, one) => add(so, one));
    const { text, isExact } = writeNumber(divide(total, whole(exact.length)));
    if (language === 'es')
      return `El promedio de los ${exact.length} números es ${isExact ? '' : 'aproximadamente '}${text}.`;
    return `The average of those ${exact.length} numbers is ${isExact ? '' : 'about '}${text}.`;
  }
  return null;
}
