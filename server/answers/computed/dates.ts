import type { Language } from '#contract/language.ts';

import { type Day, dayOf, daysIn, monthNamed, serialOf, todayIn, writeDay, writeMonth } from './days.ts';
import { holidayNamed } from './holidays.ts';
import { readDay } from './read-day.ts';
import { type Asker, en, es, firstWay, type Found, type Reader, type Way } from './reader.ts';

type Say = (found: Found, today: Day, language: Language) => string | null;

const unit = '(?<unit>days?|weeks?|sleeps|dias?|semanas?)';

const untils: readonly Way[] = [
  en(
    `(?:how many )?${unit}(?: (?:is it|are there|left|are left|remain|do we have|more|to go))? (?:until|till|til|before|to) (?<to>.+)`,
  ),
  en('how (?:long|far)(?: is it| do we have)? (?:until|till|til|before) (?<to>.+)'),
  en('how far away is (?<to>.+)'),
  es(`(?:cuantos |cuantas )?${unit} (?:faltan |quedan |hay )?(?:para|hasta) (?<to>.+)`),
  es('(?:cuanto (?:falta|queda)) (?:para|hasta) (?<to>.+)'),
];
// Not "through", which counts both days.
const betweens: readonly Way[] = [
  en(`(?:how many )?${unit}(?: are there| are)? (?:between|from) (?<from>.+?) (?:and|to|until|till) (?<to>.+)`),
  es(`(?:cuantos |cuantas )?${unit} (?:hay |son )?(?:entre|desde|del?) (?<from>.+?) (?:y|a|al|hasta) (?<to>.+)`),
];
const sinces: readonly Way[] = [
  en(`how (?:many )?${unit}(?: is it| has it been| have passed| ago)? (?:since|was) (?<from>.+)`),
  en('how long (?:is it|has it been|ago)? ?(?:since|was) (?<from>.+)'),
  es(`(?:cuantos |cuantas )?${unit} (?:han pasado |pasaron |hace )?desde (?<from>.+)`),
];
const ahead = '(?<count>\\d{1,6}|a|an|un|una) (?<unit>days?|weeks?|dias?|semanas?)';
const shifts: readonly Way[] = [
  en(
    `(?:what (?:is the )?(?:date|day)|what is|what day|what date|date)?(?: will it be| is it| is| was it| was)? ?(?:in )?${ahead} (?<way>from|after|before) (?<from>.+)`,
  ),
  en(
    `(?:what (?:is the )?(?:date|day)|what day|what date)(?: will it be| is it| is| was it| was)? (?:in )?${ahead}(?: (?<way>ago))?`,
  ),
  en(`what (?:is |was )(?:the )?(?:date|day) (?:in )?${ahead}(?: (?<way>ago))?`),
  es(`(?:que (?:fecha|dia) (?:es|sera)) (?:en|dentro de) ${ahead}`),
  es(`(?:que (?:fecha|dia) (?:fue|era)) (?<way>hace) ${ahead}`),
];
const whens: readonly Way[] = [
  en(
    `(?:what|which) (?:day|weekday|date)(?: of the week)? (?:is|(?<past>was|did)|will be|does|do) (?<day>.+?)(?: (?:be|fall|land|on))*(?<year> this year)?`,
  ),
  en('what (?:is|(?<past>was)) the (?:date|day)(?: of the week)? (?:of |for |on )?(?<day>.+)'),
  en('when (?:is|(?<past>was|did)|does|will) (?<day>.+?)(?: (?:be|fall|land|on))*(?<year> this year)?'),
  en('(?<day>.+) (?:is|falls|lands|(?<past>fell)) on what (?:day|date)(?: of the week)?'),
  es('(?:que|cual) (?:dia|fecha)(?: de la semana)? (?:es|(?<past>era|fue|cayo)|cae|sera) (?<day>.+)'),
  es('cuando (?:es|cae|sera|(?<past>fue|cayo)) (?<day>.+)'),
];
const monthsLong: readonly Way[] = [
  en(
    'how many days (?:are |are there )?(?:in|does) (?:the month of )?(?<month>(?:a |the )?[a-z]+)(?: (?<year>[1-9]\\d{3}))?(?: have)?',
  ),
  es(
    'cuantos dias (?:tiene|hay en) (?:el mes de )?(?<month>(?:un |el )?[a-z]+)(?: (?:de |del )?(?<year>[1-9]\\d{3}))?',
  ),
];
const leaps: readonly Way[] = [
  en('(?:is|was|will) (?<year>[1-9]\\d{3}) (?:be )?a leap year'),
  es('(?:es|fue|sera) (?:el )?(?<year>[1-9]\\d{3}) (?:un )?(?:ano )?bisiesto'),
];

const kinds: readonly (readonly [readonly Way[], Say])[] = [
  [betweens, between],
  [untils, until],
  [sinces, since],
  [shifts, shift],
  [leaps, leap],
  [monthsLong, monthLong],
  [whens, when],
];

/** Days between dates and until holidays, weekdays, and dates a number of days away, by the asker's calendar. */
export const readDates: Reader = (words, asker) => {
  if (
    !/\b(?:day|days|date|week|weeks|sleeps|when|how (?:long|far)|leap|dias?|fecha|semanas?|cuando|cuanto|bisiesto)\b/.test(
      words,
    )
  )
    return null;
  return firstAnswer(words, asker);
};

/** Where the zone is not known, the date of the whole mainland; null while it has two. */
function todayOf({ now, timeZone }: Asker): Day | null {
  if (timeZone !== null) return todayIn(now, timeZone);
  const [east, west] = [todayIn(now, 'America/New_York'), todayIn(now, 'America/Los_Angeles')];
  return serialOf(east) === serialOf(west) ? east : null;
}

function firstAnswer(words: string, asker: Asker): string | null {
  for (const [ways, say] of kinds) {
    for (const way of ways) {
      const read = firstWay([way], words, asker.language);
      // Only then: most questions that have one of those words ask something else.
      const today = read && todayOf(asker);
      const said = read && today && say(read.found, today, read.language);
      if (said !== null) return said;
    }
  }
  return null;
}

function between({ from = '', to = '', unit: counted }: Found, today: Day, language: Language): string | null {
  const span = spanOf(from, to, today);
  if (span === null) return null;
  const [start, end] = span;
  const days = serialOf(end) - serialOf(start);
  const [first, last] = [writeDay(start, language), writeDay(end, language)];
  if (language === 'es') return `Del ${first} al ${last} hay ${counts(days, counted, language)}.`;
  const long = counts(days, counted, language);
  return `There ${isOne(long) ? 'is' : 'are'} ${long} from ${first} to ${last}.`;
}

/** The days of a span, the earlier one first; null where it is not sure which years are meant. */
function spanOf(from: string, to: string, today: Day): readonly [Day, Day] | null {
  const [first, last] = [readDay(from, today), readDay(to, today)];
  if (first === null || last === null) return null;
  // "From november 20 to november 30" on November 23: the 20th has passed, and next year's is after the 30th.
  const start = first.isYearKnown ? first : readDay(from, dayOf(serialOf(last.day) - yearDays + 1));
  // "From january 1 2020 to christmas" may end in 2020 or this year.
  const end = first.isYearKnown && !last.isYearKnown ? readDay(to, first.day) : last;
  if (start === null || end === null || serialOf(end.day) !== serialOf(last.day)) return null;
  return serialOf(start.day) <= serialOf(end.day) ? [start.day, end.day] : null;
}

function until({ to = '', unit: counted }: Found, today: Day, language: Language): string | null {
  const read = readDay(to, today);
  if (read === null) return null;
  const days = serialOf(read.day) - serialOf(today);
  const name = writeDay(read.day, language);
  if (days === 0) return language === 'es' ? `Es hoy, ${name}.` : `That's today, ${name}.`;
  const long = counts(Math.abs(days), counted, language);
  if (days < 0) return language === 'es' ? `Fue hace ${long}: el ${name}.` : `That was ${long} ago, on ${name}.`;
  if (language === 'es') return `${isOne(long) ? 'Falta' : 'Faltan'} ${long} para el ${name}.`;
  return `There ${isOne(long) ? 'is' : 'are'} ${long} until ${name}.`;
}

function since({ from = '', unit: counted }: Found, today: Day, language: Language): string | null {
  const read = readDay(from, today);
  if (read === null || !read.isYearKnown) return null;
  const days = serialOf(today) - serialOf(read.day);
  if (days < 0) return null;
  const name = writeDay(read.day, language);
  const long = counts(days, counted, language);
  if (language === 'en') return `It has been ${long} since ${name}.`;
  return `Desde el ${name} ${isOne(long) ? 'ha' : 'han'} pasado ${long}.`;
}

const yearDays = 365;
/** Some 2,700 years. */
const shiftDaysMax = 999_999;

function shift(
  { count = '', unit: counted = '', way = '', from = 'today' }: Found,
  today: Day,
  language: Language,
): string | null {
  const start = readDay(from, today);
  const amount = /^\d/.test(count) ? Number(count) : 1;
  const isWeek = /^(?:week|semana)/.test(counted);
  const days = amount * (isWeek ? 7 : 1);
  if (start === null || days > shiftDaysMax) return null;
  // "30 days from november 10" on November 23 counts from the 10th that has passed, or from the next one.
  if (!start.isYearKnown && start.day.year > today.year) return null;
  const isBack = /^(?:before|ago|hace)$/.test(way);
  const target = dayOf(serialOf(start.day) + (isBack ? -days : days));
  if (target.year > 2999 || target.year < 1600) return null;
  const isFromToday = serialOf(start.day) === serialOf(today);
  const said = `${amount.toLocaleString('en-US')} ${unitName(amount, { isWeek, language })}`;
  const name = writeDay(target, language);
  if (language === 'es') return isBack ? `Hace ${said} fue el ${name}.` : `Dentro de ${said} será el ${name}.`;
  if (isFromToday) return isBack ? `${said} ago was ${name}.` : `${said} from today is ${name}.`;
  return `${said} ${isBack ? 'before' : 'after'} ${writeDay(start.day, language)} is ${name}.`;
}

function when({ day = '', year = '', past }: Found, today: Day, language: Language): string | null {
  // The attacks of 2001, unless a year is said.
  if (day + year === '9/11') return null;
  const read = readDay(day + year, today);
  if (read === null) return null;
  const isPast = serialOf(read.day) < serialOf(today);
  // "When was easter" asks for one that has passed, of this year or of another.
  if (past !== undefined && !(read.isYearKnown && isPast)) return null;
  const name = writeDay(read.day, language);
  const isHoliday = holidayNamed(day.replace(/ (?:\d{4}|this year)$/, '').replace(/^the /, '')) !== null;
  if (language === 'es') return `${isPast ? 'Fue' : 'Es'} el ${name}.`;
  return `${isHoliday ? 'That' : 'It'}${isPast ? ' was' : isHoliday ? "'s" : ' is'} ${name}.`;
}

function monthLong({ month: name = '', year }: Found, today: Day, language: Language): string | null {
  if (/^(?:a year|the year|un ano|el ano)$/.test(name)) {
    return language === 'es'
      ? 'Un año tiene 365 días, y uno bisiesto 366.'
      : 'A year has 365 days, and a leap year has 366.';
  }
  const month = monthNamed(name);
  if (month === null) return null;
  const inYear = Number(year ?? today.year);
  const days = daysIn(inYear, month);
  const said = writeMonth(inYear, month, language);
  return language === 'es' ? `${capital(said)} tiene ${days} días.` : `${said} has ${days} days.`;
}

function leap({ year = '' }: Found, _today: Day, language: Language): string {
  const isLeap = daysIn(Number(year), 2) === 29;
  if (language === 'es') return `${year} ${isLeap ? 'es' : 'no es'} un año bisiesto.`;
  return `${year} ${isLeap ? 'is' : "isn't"} a leap year.`;
}

function counts(days: number, counted: string | undefined, language: Language): string {
  const sized = (size: number, isWeek: boolean): string =>
    `${size.toLocaleString('en-US')} ${unitName(size, { isWeek, language })}`;
  if (counted === undefined || !/^(?:week|semana)/.test(counted) || days < 7) return sized(days, false);
  const [weeks, rest] = [Math.floor(days / 7), days % 7];
  const and = language === 'es' ? 'y' : 'and';
  return rest === 0 ? sized(weeks, true) : `${sized(weeks, true)} ${and} ${sized(rest, false)}`;
}

/** "1 day" and "1 week", but not "1 week and 2 days". */
function isOne(long: string): boolean {
  return /^1 \S+$/.test(long);
}

const unitNames = {
  en: { day: ['day', 'days'], week: ['week', 'weeks'] },
  es: { day: ['día', 'días'], week: ['semana', 'semanas'] },
} as const;

function unitName(size: number, { isWeek, language }: { isWeek: boolean; language: Language }): string {
  const [one, many] = unitNames[language][isWeek ? 'week' : 'day'];
  return size === 1 ? one : many;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
