import { readClock } from './clock.ts';
import { readDates } from './dates.ts';
import { readPercent } from './percent.ts';
import { plainQuestion } from './plain-question.ts';
import type { Asker, Reader } from './reader.ts';
import { readSum } from './sums.ts';
import { readSun } from './sun-question.ts';
import { readUnits } from './units.ts';

/** In the order in which they are tried: the more specific one first. */
const readers: readonly Reader[] = [readSun, readClock, readDates, readPercent, readUnits, readSum];

/**
 * The answer to a question that plainly is a sum, a percentage, a conversion, the time, a date, or sunrise and sunset, in
 * full sentences. Pure except for the lists of places; every reader takes whole texts only, and whatever is not surely of its
 * kind is left to the model ("9/11", "how many cups in a season", "what time does walmart close").
 * @returns null for every other question
 */
export function compute(text: string, asker: Asker): string | null {
  const words = plainQuestion(text);
  return words === null ? null : computeWords(words, asker);
}

function computeWords(words: string, asker: Asker): string | null {
  for (const read of readers) {
    const answer = read(words, asker);
    if (answer !== null) return answer;
  }
  return null;
}

const lead = /^(?:(?:and|or|but|then|so|y|o|pero) )?(?:(?:what|how|que) (?:about|tal) )?/;

/**
 * The answer to a follow-up ("and 15%?", "and in london?", "in feet", "and tomorrow?") where the question before it was
 * computed too: that question with a number, its place, its unit or its day replaced.
 * @returns null where it is not sure what is meant
 */
export function computeFollowUp(text: string, before: string, asker: Asker): string | null {
  const [said, first] = [plainQuestion(text), plainQuestion(before)];
  if (said === null || first === null || computeWords(first, asker) === null) return null;
  const rest = said.replace(lead, '');
  if (rest === '') return null;
  // Five digits alone are a ZIP code, and no number of a sum.
  const readings = rest === said && /^\d{5}$/.test(rest) ? [withLast(first, rest)] : readingsOf(first, rest);
  for (const words of readings) {
    const answer = words === first ? null : computeWords(words, asker);
    if (answer !== null) return answer;
  }
  return null;
}

const dayWord =
  'today|tonight|tomorrow|(?:sun|mon|tues|wednes|thurs|fri|satur)day|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo';

/** A bill and the number of people that it is split among. */
const isSplit =
  /\b(?:split|shared?|ways|people|persons|friends|of us|guys|kids|adults|personas|amigos)\b|\b(?:tip|propina)\b.*\b(?:between|among|divided|entre|dividid[oa]|repartid[oa])\b/;

/** The question with what the follow-up names in place of its like. */
function readingsOf(first: string, rest: string): string[] {
  const percent = /^(?:at |with |for |con |al )?(\d+(?:\.\d+)?) ?(?:%|percent)(?: tip)?$/.exec(rest)?.[1];
  if (percent !== undefined) return [first.replace(firstRate, percent)];
  const money = /^(?:on |for |of |de |en |sobre )?(\$?\d+(?:\.\d+)?)(?: dollars)?$/.exec(rest)?.[1];
  if (money !== undefined) return withNumber(first, money, { isAlone: money === rest && !money.startsWith('$') });
  const day = new RegExp(`^(?:on |el )?(${dayWord})$`).exec(rest)?.[1];
  if (day !== undefined) {
    const isSaid = new RegExp(`\\b(?:${dayWord})\\b`);
    return [isSaid.test(first) ? first.replace(isSaid, day) : `${first} ${day}`];
  }
  return [withLast(first, rest.replace(/^(?:in|for|at|to|until|till|en|para|a|hasta) /, ''))];
}

const rate = ' ?(?:%|percent|per cent|pct|por ?ciento)';
const rates = new RegExp(`\\d+(?:\\.\\d+)?${rate}`, 'g');
const firstRate = new RegExp(`\\d+(?:\\.\\d+)?(?=${rate})`);
const billAmount = new RegExp(`\\$?\\d+(?:\\.\\d+)?(?!\\.?\\d|${rate})`);
/** With its sign, and a fraction as a whole. */
const lastNumber = new RegExp(`(?<![\\d)] ?)-?\\$?\\d+(?:\\.\\d+|(?:/\\d+)+)?(?!${rate}|[\\d./])(?!.*\\d)`);
/** Two numbers of which a follow-up means the second one: "12 x 7", "3/4 of 200". To a plus or a minus, it may add a third. */
const isProduct =
  /\d(?: ?[x*^÷] ?| \/ | (?:mod|times|over|to the power of|of|de|por|entre|(?:multiplied |divided |dividido )?(?:by|entre|por)) )\$?\d/;
/** Up to here, a number alone after a tip or a percentage may be people, or another rate. */
const rateMax = 30;

/** The question with another amount; none where it is not sure which number is meant. `isAlone`: no "$" and no "on". */
function withNumber(first: string, amount: string, { isAlone }: { isAlone: boolean }): string[] {
  // "And 5?" may be as many people.
  if (isSplit.test(first)) return isAlone ? [] : [first.replace(billAmount, amount)];
  const others = first.replace(rates, '%');
  if (isAlone && Number(amount) <= rateMax && /%|\btip\b|propina/.test(others)) return [];
  const numbers = others.match(/\d+(?:\/\d+)+|\d+(?:\.\d+)?/g) ?? [];
  // Two numbers are a height, a list or a date as well.
  const isSure = numbers.length === 1 || (numbers.length === 2 && isProduct.test(first));
  return isSure ? [first.replace(lastNumber, amount)] : [];
}

/** The question with its last joint and `named` after it: a place, a unit, or the day that is counted to. */
function withLast(first: string, named: string): string {
  return first.replace(/^(.*\b(?:in|for|at|to|until|till|en|para|a|hasta) ).*$/, `$1${named}`);
}
