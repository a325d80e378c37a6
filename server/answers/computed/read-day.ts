import { own } from '#server/platform/own.ts';

import { type Day, dayOf, monthNamed, realDay, serialOf, weekdayNamed, weekdayOf } from './days.ts';
import { holidayNamed } from './holidays.ts';

/** The Gregorian calendar, as far as anyone texts about it. */
const yearMin = 1600;
const yearMax = 2999;

const relative: Readonly<Record<string, number>> = {
  today: 0,
  now: 0,
  tonight: 0,
  tomorrow: 1,
  yesterday: -1,
  'the day after tomorrow': 2,
  'day after tomorrow': 2,
  'the day before yesterday': -2,
  hoy: 0,
  ahora: 0,
  manana: 1,
  ayer: -1,
  'pasado manana': 2,
  anteayer: -2,
};

/** A day that was read. `isYearKnown`: it was said with its year, or is near ("tomorrow"). */
export type ReadDay = { readonly day: Day; readonly isYearKnown: boolean };

/**
 * Reads the name of one day and nothing else: "july 4", "july 4th 2027", "4 de julio", "7/4/2027", "2027-07-04", "friday",
 * "tomorrow", "easter this year", a US holiday. Without a year it is the next such day from `today` on.
 */
export function readDay(said: string, today: Day): ReadDay | null {
  const text = said.replace(/ (?:of |in |de )?(?:this year|este ano)$/, ` ${today.year}`);
  const plain = text
    .replace(/^(?:the |on |this |next |el |la |este |proximo |dia )+(?=\S)/, '')
    .replace(/(?<=\d)(?:st|nd|rd|th|ro)\b/g, '')
    .trim();
  const days = own(relative, text) ?? own(relative, plain);
  if (days !== undefined) return { day: dayOf(serialOf(today) + days), isYearKnown: true };
  const weekday = weekdayNamed(text.replace(/^(?:on |this |el |este )/, ''));
  if (weekday !== null) {
    const ahead = (weekday - weekdayOf(today) + 7) % 7;
    // "This friday" on a Friday may be today or in a week.
    if (ahead === 0 && /^(?:this|este) /.test(text)) return null;
    return { day: dayOf(serialOf(today) + (ahead === 0 ? 7 : ahead)), isYearKnown: true };
  }
  const read = readHoliday(text, today) ?? readDate(plain, today);
  // In the fall, "new year's this year" is rather the next one.
  const isDoubtful = text !== said && today.month >= 10 && read?.day.month === 1;
  return isDoubtful ? null : read;
}

function readHoliday(text: string, today: Day): ReadDay | null {
  const [, words = '', year] =
    /^(?:the |next |this |el |la )?(.+?)(?: (?:in |of |de |del )?(\d{4}))?$/.exec(text) ?? [];
  const holiday = holidayNamed(words) ?? holidayNamed(text);
  return holiday && inYear(holiday, year, today);
}

function readDate(text: string, today: Day): ReadDay | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return known({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(text);
  if (slashed) {
    const [, month, day, year] = slashed;
    // Two digits mean this century or the last one: that is not sure.
    if (year?.length === 2) return null;
    return inYear((inThat) => ({ year: inThat, month: Number(month), day: Number(day) }), year, today);
  }
  const named = /^(?<month>[a-z]{3,10})\.? (?:the )?(?<day>\d{1,2})(?: (?:of )?(?<year>\d{4}))?$/.exec(text)?.groups;
  const turned = /^(?<day>\d{1,2}) (?:of |de )?(?<month>[a-z]{3,10})(?: (?:of |de |del )?(?<year>\d{4}))?$/.exec(
    text,
  )?.groups;
  const { month: name = '', day = '', year } = named ?? turned ?? {};
  const month = monthNamed(name);
  return month === null ? null : inYear((inThat) => ({ year: inThat, month, day: Number(day) }), year, today);
}

function known(day: Day): ReadDay | null {
  const real = day.year < yearMin || day.year > yearMax ? null : realDay(day);
  return real && { day: real, isYearKnown: true };
}

/** In the year that is named, otherwise the next such day from today on. */
function inYear(rule: (year: number) => Day, said: string | undefined, today: Day): ReadDay | null {
  if (said !== undefined) return known(rule(Number(said)));
  for (let year = today.year; year < today.year + 8; year += 1) {
    const day = realDay(rule(year));
    if (day !== null && serialOf(day) >= serialOf(today)) return { day, isYearKnown: false };
  }
  return null;
}
