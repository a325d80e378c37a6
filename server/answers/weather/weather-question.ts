import type { FindPlace, KnownPlace } from '#server/places/places.ts';
import { own } from '#server/platform/own.ts';

import { surePlace } from '../sure-place.ts';
import { pointsElsewhere } from './elsewhere.ts';
import { asksNoForecast } from './no-forecast.ts';
import type { WeatherQuestion, WeatherTime } from './question-types.ts';
import { readSpanishWeather } from './spanish-question.ts';

/** Words that ask about the weather. */
const topic =
  /^(?:w|wx|weather|weater|wether|weathr|wthr|forecast|forcast|temp|temps|temperature|rain|raining|rainy|snow|snowing|snowy|storm|storms|thunderstorms?|umbrella|windy|sunny|cloudy|humid|humidity)$/;
/** Of these, the ones that are short for a word of either language. */
const shortened = /^(?:w|wx|temps?)$/;
/** Words about the weather, where the text also says "it" or "how" ("is it cold"): alone they begin names, as in Cold Spring. */
const feeling = /^(?:hot|cold|warm|cool|chilly|freezing|nice|freeze)$/;
/** Words around them that change nothing. */
const filler =
  /^(?:what|whats|what's|is|the|it|its|it's|be|going|gonna|to|will|how|hows|how's|like|look|looking|looks|do|does|i|we|need|an|a|there|any|get|got|out|outside|please|pls|right|of|tell|me|us|give|show|check|should|bring|take|wear|have|expected|supposed|chance|chances|much|today's|todays|tomorrow's|local|current|currently|report|update|here|my|area|and|or|so|hey|hi|ok|can|you|know|want|would|during|on|at|this|day|still|really|very|hourly|outlook|conditions?)$/;
/** With a feeling, what it is about: "is it cold", "how cold outside", "how hot near me". */
const aboutHere = /^(?:it|its|it's|out|outside|here|in|near|around)$/;
const inPlace = /^(?:in|for|near|around|at)$/;
/** Words between a place and a time: "in boston on friday". */
const afterPlace = /^(?:on|this|the|for|by|during|please|in|at)$/;
/** Names of the home place: "near me", "at home". */
const atHome = /^(?:me|us|here|home|house|my|our|the|area|town|city|local|neighborhood)$/;

const times: Readonly<Record<string, WeatherTime>> = {
  now: { kind: 'now' },
  today: { kind: 'now' },
  tody: { kind: 'now' },
  afternoon: { kind: 'now' },
  tonight: { kind: 'tonight' },
  tonite: { kind: 'tonight' },
  evening: { kind: 'tonight' },
  tomorrow: { kind: 'tomorrow' },
  tomorow: { kind: 'tomorrow' },
  tommorow: { kind: 'tomorrow' },
  tommorrow: { kind: 'tomorrow' },
  tmrw: { kind: 'tomorrow' },
  tmw: { kind: 'tomorrow' },
  tmr: { kind: 'tomorrow' },
  '2morrow': { kind: 'tomorrow' },
  weekend: { kind: 'weekend' },
  ...Object.fromEntries(
    ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].flatMap((name, day) => {
      const time: WeatherTime = { kind: 'weekday', day };
      // "sun" and "sat" are words of weather and of speech.
      return [name, name.slice(0, 3), name.slice(0, 4)]
        .filter((word) => word !== 'sun' && word !== 'sat' && word !== 'sund')
        .map((word) => [word, time] as const);
    }),
  ),
};

/** Longer texts ask for more than the forecast. */
const wordsMax = 12;
const placeWordsMax = 5;

/**
 * Reads a question that is plainly about the weather, in English or in Spanish (spanish-question.ts): every word of it
 * asks for the weather, says when, or names one place in the US. Anything else is left to the model ("weather history
 * 1978", "weather in paris", "rain song lyrics"), and so is the weather "there", which is never that of the home place.
 * @returns null for any other text
 */
export function readWeatherQuestion(text: string, findPlace: FindPlace): WeatherQuestion | null {
  return readSpanishWeather(text, findPlace) ?? readEnglishWeather(text, findPlace);
}

function readEnglishWeather(text: string, findPlace: FindPlace): WeatherQuestion | null {
  const words = text
    .normalize('NFKC')
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'.-]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^[.'-]+|(?<![.'-])[.'-]+$/g, ''))
    .filter((word) => word !== '');
  if (words.length === 0 || words.length > wordsMax) return null;
  if (!words.some((word, nth) => isTopic(words, word, nth))) return null;
  // The place is at the end or at the beginning ("60614 weather"), with a time perhaps after it.
  let time: WeatherTime | null = null;
  const rest: string[] = [];
  for (const word of words) {
    const said = own(times, word);
    if (said === undefined) rest.push(word);
    else if (time === null) time = said;
    // "today and tomorrow", "friday and saturday": one text says one of them.
    else if (!isSame(said, time) && said.kind !== 'tonight' && said.kind !== 'now') return null;
  }
  if (asksNoForecast(words.join(' '), { hasTime: time !== null })) return null;
  const named = splitPlace(rest, findPlace);
  if (named === null) return null;
  const [place, others] = named;
  if (place === null && pointsElsewhere(words.join(' '))) return null;
  // "How cool" and "how cold is freezing" are about no place and no time; "how cold" alone is about here.
  const isAboutHere = words.some((word) => topic.test(word) || aboutHere.test(word));
  if (time === null && place === null && !isAboutHere && !/^how (?:hot|cold)$/.test(words.join(' '))) return null;
  const isAll = others.every((word, nth) => filler.test(word) || isTopic(others, word, nth));
  const isAsked = others.some((word, nth) => isTopic(others, word, nth));
  if (!isAll || !isAsked) return null;
  const isEnglish = words.some((word) => topic.test(word) && !shortened.test(word));
  return { time: time ?? { kind: 'now' }, place, language: isEnglish ? 'en' : null };
}

function isSame(one: WeatherTime, other: WeatherTime): boolean {
  if (one.kind === 'weekday') return other.kind === 'weekday' && one.day === other.day;
  return one.kind === other.kind;
}

function isTopic(words: readonly string[], word: string, nth: number): boolean {
  if (word === 'w') return nth === 0;
  return (
    topic.test(word) || (feeling.test(word) && words.some((other) => /^(?:it|its|it's|how|hows|how's)$/.test(other)))
  );
}

type Split = readonly [place: KnownPlace | null, others: readonly string[]] | null;

/** Splits the place off; `[null, words]` when there is none; null when there is one that is not known for sure. */
function splitPlace(words: readonly string[], findPlace: FindPlace): Split {
  const end = words.findLastIndex((word) => !afterPlace.test(word));
  return splitOff(words.slice(0, end + 1), findPlace);
}

function splitOff(words: readonly string[], findPlace: FindPlace): Split {
  const marked = words.findLastIndex((word) => inPlace.test(word));
  if (marked !== -1 && marked < words.length - 1) {
    const named = words.slice(marked + 1);
    if (named.every((word) => atHome.test(word))) return [null, words.slice(0, marked)];
    const place = surePlace(named, findPlace);
    return place === null ? null : [place, words.slice(0, marked)];
  }
  const isPlain = (word: string, nth: number): boolean => filler.test(word) || isTopic(words, word, nth);
  if (words.every(isPlain)) return [null, words];
  for (let length = Math.min(placeWordsMax, words.length - 1); length > 0; length -= 1) {
    const atEnd = surePlace(words.slice(-length), findPlace);
    if (atEnd !== null && words.slice(0, -length).every(isPlain)) return [atEnd, words.slice(0, -length)];
    const atStart = surePlace(words.slice(0, length), findPlace);
    if (atStart !== null && words.slice(length).every((word) => filler.test(word) || topic.test(word))) {
      return [atStart, words.slice(length)];
    }
  }
  return null;
}
