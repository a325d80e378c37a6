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
  if (percent !== undefined) return [first.replace(/\d+(?:\.\d+)?(?= ?(?:%|percent|por ?ciento))/, percent)];
  const money = /^(?:on |for |of |de |en |sobre )?(\$?\d+(?:\.\d+)?)(?: dollars)?$/.exec(rest)?.[1];
  if (money !== undefined && isSplit.test(first)) {
    // "And 5?" may be as many people.
    if (money === rest && !money.startsWith('$')) return [];
    return [first.replace(/\$?\d+(?:\.\d+)?(?!\.?\d| ?(?:%|percent|por ?ciento))/, money)];
  }
  if (money !== undefined)
    return [first.replace(/\$?\d+(?:\.\d+)?(?! ?(?:%|percent|por ?ciento|[\d.]))(?!.*\d)/, money)];
  const day = new RegExp(`^(?:on |el )?(${dayWord})$`).exec(rest)?.[1];
  if (day !== undefined) {
    const isSaid = new RegExp(`\\b(?:${dayWord})\\b`);
    return [isSaid.test(first) ? first.replace(isSaid, day) : `${first} ${day}`];
  }
  return [withLast(first, rest.replace(/^(?:in|for|at|to|until|till|en|para|a|hasta) /, ''))];
}

/** The question with its last joint and `named` after it: a place, a unit, or the day that is counted to. */
function withLast(first: string, named: string): string {
  return first.replace(/^(.*\b(?:in|for|at|to|until|till|en|para|a|hasta) ).*$/, `$1${named}`);
}
