import type { Language } from '#contract/language.ts';
import { type FindPlace, findPlace, type KnownPlace } from '#server/places/places.ts';

import { surePlace } from '../sure-place.ts';
import { timeIn, withArticle } from './clock.ts';
import { type Day, dayOf, serialOf, todayIn, weekdayNamed, weekdayOf, writeDay } from './days.ts';
import { plainQuestion } from './plain-question.ts';
import { readDay } from './read-day.ts';
import type { Reader } from './reader.ts';
import { sunTimes } from './sun.ts';

type SunQuestion = {
  readonly what: 'sunrise' | 'sunset' | 'both';
  /** In words; null for today. */
  readonly day: string | null;
  /** null means the home place. */
  readonly place: KnownPlace | null;
  readonly language: Language;
};

const riseInEnglish =
  /\b(?:sunrise|sun ?up|daybreak)\b|\b(?:the )?sun (?:come|comes|coming|rise|rises|go|goes) ?up\b|\b(?:the )?sun rises?\b/;
const setInEnglish = /\b(?:sunset|sun ?down)\b|\b(?:the )?sun (?:go|goes|going) ?down\b|\b(?:the )?sun sets?\b/;
const bothInEnglish = /\b(?:sunrise (?:and|&) sunset|sunset (?:and|&) sunrise|sun ?up (?:and|&) sun ?down)\b/;
const riseInSpanish = /\b(?:amanece|amanecer|sale el sol|salida del sol)\b/;
const setInSpanish =
  /\b(?:anochece|atardece|atardecer|anochecer|puesta (?:del|de) sol|(?:se )?(?:pone|mete|oculta) el sol)\b/;

const day =
  '(?<day>today|tonight|tomorrow|this (?:morning|evening)|(?:on |this )?(?:sun|mon|tues|wednes|thurs|fri|satur)day|(?:on )?[a-z]{3,9} \\d{1,2}(?:st|nd|rd|th)?(?: \\d{4})?|hoy|manana|esta (?:tarde|noche)|(?:el |este )?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo))';
const asks =
  '(?:(?:what time|what|when|at what time|a que horas?|cuando|que horas?)(?: (?:is|does|will|did|be|es|va a|do))*(?: (?:the|el|la))? )?';
const thing = '(?<thing>\\u0000)(?: times?)?(?: be)?';
const at = '(?: (?:in|at|for|near|en|de|para) (?<place>.+?))?';
const shapes = [
  new RegExp(`^${asks}${thing}(?: ${day})?${at}$`),
  new RegExp(`^${asks}${thing}${at}(?: ${day})$`),
  new RegExp(`^(?:${day} )?(?:(?<place>.+?) )?${thing}$`),
  new RegExp(`^${thing} (?<place>.+)$`),
];
const atHome = /^(?:me|us|here|home|my (?:area|house|town|city)|mi (?:casa|ciudad)|aqui)$/;

/**
 * Reads a question that plainly asks when the sun rises or sets, here or at a place in the US; null for any other, such as
 * "sunset boulevard" and "sunrise fl".
 */
export function readSunQuestion(text: string, findPlace: FindPlace): SunQuestion | null {
  const words = plainQuestion(text);
  if (words === null || words.length > 80) return null;
  for (const [pattern, what, language] of [
    [bothInEnglish, 'both', 'en'],
    [riseInEnglish, 'sunrise', 'en'],
    [setInEnglish, 'sunset', 'en'],
    [riseInSpanish, 'sunrise', 'es'],
    [setInSpanish, 'sunset', 'es'],
  ] as const) {
    if (pattern.test(words)) return readShape(words.replace(pattern, '\u0000'), { what, language, findPlace });
  }
  return null;
}

type Shaped = Pick<SunQuestion, 'what' | 'language'> & { readonly findPlace: FindPlace };

function readShape(words: string, { what, language, findPlace }: Shaped): SunQuestion | null {
  for (const [nth, shape] of shapes.entries()) {
    const found = shape.exec(words)?.groups;
    if (found === undefined) continue;
    const { place: named, day: said = null } = found;
    if (named === undefined || atHome.test(named)) return { what, day: said, place: null, language };
    const place = surePlace(named.split(' '), findPlace);
    // "Sunset beach nc" and "sunrise fl" are places themselves: after the word, only a ZIP code is sure.
    if (place === null || (nth === 3 && place.zip === null)) continue;
    return { what, day: said, place, language };
  }
  return null;
}

/** When the sun rises and sets, at the home place or the place that is named. */
export const readSun: Reader = (words, { now, home }) => {
  const asked = readSunQuestion(words, findPlace);
  const place = asked && (asked.place ?? home);
  if (asked === null || place === null) return null;
  const { timeZone } = place;
  const today = todayIn(now, timeZone);
  const said = asked.day
    ?.replace(/^on /, '')
    .replace(/^(?:this (?:morning|evening)|tonight|esta (?:tarde|noche))$/, 'today');
  const isPast = /\bdid\b/.test(words);
  if (said === undefined && asked.what === 'sunrise' && isEvening(now, timeZone) && !isPast) {
    return say(asked, { date: dayOf(serialOf(today) + 1), place, isToday: false });
  }
  const namesToday = said === undefined || /^(?:today|hoy)$/.test(said);
  const yesterday = dayOf(serialOf(today) - 1);
  if (namesToday && asked.what === 'sunset' && !isPast && isSunsetToCome(yesterday, { place, now })) {
    return say(asked, { date: yesterday, place, isToday: false });
  }
  // "Sundown friday" on a Friday is this evening's, as long as it is to come.
  const isTodaysWeekday = weekdayNamed(said?.replace(/^(?:this|el|este) /, '') ?? '') === weekdayOf(today);
  const isToday = namesToday || (isTodaysWeekday && !isOver(asked.what, { today, place, now }));
  const date = isToday ? today : readDay(said, today)?.day;
  return date === undefined ? null : say(asked, { date, place, isToday });
};

/** Whether what is asked for has happened today; where the sun does not rise or set, the day decides. */
function isOver(
  what: SunQuestion['what'],
  { today, place, now }: { today: Day; place: KnownPlace; now: Date },
): boolean {
  const times = sunTimes(today, place);
  if (times === 'up' || times === 'down') return false;
  return (what === 'sunrise' ? times.sunrise : times.sunset) <= now;
}

/** Also after the midnight that ends the day. */
function isSunsetToCome(day: Day, { place, now }: { place: KnownPlace; now: Date }): boolean {
  const times = sunTimes(day, place);
  return typeof times !== 'string' && times.sunset > now;
}

const eveningHour = 17;

/** A question about the sunrise then means the next one. */
function isEvening(now: Date, timeZone: string): boolean {
  return Number(now.toLocaleTimeString('en-GB', { hour: '2-digit', timeZone })) >= eveningHour;
}

type At = { readonly date: Day; readonly place: KnownPlace; readonly isToday: boolean };

function say({ what, language }: SunQuestion, { date, place, isToday }: At): string {
  const times = sunTimes(date, place);
  const where = `${place.city}, ${place.region}`;
  const isSpanish = language === 'es';
  const onDay = (day: Day): string => `${isSpanish ? 'el' : 'on'} ${writeDay(day, language)}`;
  const when = isToday ? (isSpanish ? 'hoy' : 'today') : onDay(date);
  if (times === 'up' || times === 'down') {
    if (isSpanish) return `En ${where}, el sol ${times === 'up' ? 'no se pone' : 'no sale'} ${when}.`;
    return `In ${where}, the sun doesn't ${times === 'up' ? 'set' : 'rise'} ${when}.`;
  }
  const at = (moment: Date): string => timeIn(nearestMinute(moment), place.timeZone);
  const rises = at(times.sunrise);
  const sets = at(times.sunset);
  // In the north the sun of a summer day may set after midnight.
  const setsOn = todayIn(nearestMinute(times.sunset), place.timeZone);
  const whenSet = serialOf(setsOn) === serialOf(date) ? when : onDay(setsOn);
  const whenUp = whenSet === when ? '' : ` ${when}`;
  if (isSpanish) {
    const said = {
      sunrise: `sale a ${withArticle(rises)} ${when}`,
      sunset: `se pone a ${withArticle(sets)} ${whenSet}`,
      both: `sale a ${withArticle(rises)}${whenUp} y se pone a ${withArticle(sets)} ${whenSet}`,
    };
    return `En ${where}, el sol ${said[what]}.`;
  }
  const said = {
    sunrise: `rises at ${rises} ${when}`,
    sunset: `sets at ${sets} ${whenSet}`,
    both: `rises at ${rises}${whenUp} and sets at ${sets} ${whenSet}`,
  };
  return `In ${where}, the sun ${said[what]}.`;
}

function nearestMinute(moment: Date): Date {
  return new Date(Math.round(moment.getTime() / 60_000) * 60_000);
}
