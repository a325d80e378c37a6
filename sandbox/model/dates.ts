import { type Day, findHoliday, fromSerial, serial, weekday } from './holidays.ts';
import type { Question } from './question.ts';
import type { Skill } from './skill.ts';

const source = { title: 'Gregorian calendar', url: 'https://en.wikipedia.org/wiki/Gregorian_calendar' };

const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const until =
  /^(?:how (?:many|long|much) )?(days?|weeks?|sleeps|long|time)?(?: (?:is it|are there|left|are left|remain))? ?(?:until|till|til|to|before) (.+)$/;
const between =
  /^(?:how many )?(days|weeks|months)?(?: are there)? ?(?:between|from) (.+?) (?:and|to|until|till) (.+)$/;
const since = /^how (?:many )?(days|weeks|long)(?: (?:is it|has it been|ago))? (?:since|was) (.+)$/;
const weekdayOf =
  /^(?:what|which) (?:day|weekday)(?: of the week)? (?:is|was|will be|does|did|do) (.+?)(?: (?:be|fall|land)(?: on)?)?$/;
const dateOf =
  /^what (?:is|was) the (?:date|day) (tomorrow|yesterday)$|^(?:what day|what date|when) (?:is|was|does|will) (.+?)(?: be| fall)?(?: on)?$/;
const shifted =
  /^(?:what (?:is the )?(?:date|day)|date|what day)?(?: is it| will it be| is)? ?(?:in )?(\d+) (days?|weeks?) (?:from (?:now|today)|after today|ago)?$/;
const daysIn = /^how many days (?:are |are there )?(?:in|does) (?:the month of )?([a-z]+)(?: (\d{4}))?(?: have)?$/;
const leapYear = /^(?:is|was|will) (\d{4}) (?:be )?a leap year$/;

/** Days between dates, until holidays, and weekdays of dates. */
export const dateQuestions: Skill = (words, question) => {
  const today = todayOf(question);
  const text = sayUntil(words, today) ?? sayShifted(words, today) ?? sayDate(words, today) ?? sayCalendar(words, today);
  return text === null ? null : { text, source };
};

function todayOf({ now, timeZone }: Question): Day {
  const [year = 1970, month = 1, day = 1] = now.toLocaleDateString('sv-SE', { timeZone }).split('-').map(Number);
  return { year, month, day };
}

/** Reads `july 4`, `july 4th 2027`, `4 july`, `7/4/2027`, `2027-07-04`, `tomorrow` or a holiday; without a year, the next one. */
function readDay(text: string, today: Day): Day | null {
  const plain = text
    .replace(/^(?:the |on |next )+/, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replaceAll(',', '');
  const relative: Readonly<Record<string, number>> = { today: 0, now: 0, tomorrow: 1, yesterday: -1 };
  const shift = relative[plain];
  if (shift !== undefined) return fromSerial(serial(today) + shift);
  const rule = findHoliday(plain);
  const given = Number(/\b(\d{4})\b/.exec(plain)?.[1] ?? Number.NaN);
  if (rule) return nextOf(rule, given, today);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain);
  if (iso) return valid({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/.exec(plain);
  const named = /^([a-z]{3,9})\.? (?:the )?(\d{1,2})(?: (\d{4}))?$/.exec(plain) ?? null;
  const turned = /^(\d{1,2}) (?:of )?([a-z]{3,9})(?: (\d{4}))?$/.exec(plain);
  const month = slashed ? Number(slashed[1]) : monthOf(named?.[1] ?? turned?.[2] ?? '');
  const day = Number(slashed?.[2] ?? named?.[2] ?? turned?.[1] ?? Number.NaN);
  const year = slashed?.[3] === undefined ? given : Number(slashed[3]) + (slashed[3].length === 2 ? 2000 : 0);
  return month === null ? null : nextOf((inYear) => ({ year: inYear, month, day }), year, today);
}

function nextOf(rule: (year: number) => Day, year: number, today: Day): Day | null {
  if (!Number.isNaN(year)) return valid(rule(year));
  const thisYear = rule(today.year);
  return valid(serial(thisYear) < serial(today) ? rule(today.year + 1) : thisYear);
}

function valid(day: Day): Day | null {
  const back = Number.isNaN(day.day) ? null : fromSerial(serial(day));
  return back && back.day === day.day && back.month === day.month ? day : null;
}

function monthOf(name: string): number | null {
  const index = name.length < 3 ? -1 : months.findIndex((month) => month.startsWith(name));
  return index < 0 ? null : index + 1;
}

function sayUntil(words: string, today: Day): string | null {
  const range = between.exec(words);
  const [from, to] = range ? [readDay(range[2] ?? '', today), readDay(range[3] ?? '', today)] : [null, null];
  if (from && to)
    return `There are ${count(Math.abs(serial(to) - serial(from)), range?.[1])} between ${name(from)} and ${name(to)}.`;
  const ahead = until.exec(words);
  const target = ahead && readDay(ahead[2] ?? '', today);
  if (target) {
    const days = serial(target) - serial(today);
    if (days === 0) return `${name(target)} is today.`;
    return days > 0
      ? `There are ${count(days, ahead[1])} until ${name(target)}.`
      : `${name(target)} was ${count(-days, ahead[1])} ago.`;
  }
  const past = since.exec(words);
  const start = past && readDay(past[2] ?? '', today);
  return start && serial(start) <= serial(today)
    ? `It has been ${count(serial(today) - serial(start), past[1])} since ${name(start)}.`
    : null;
}

function sayShifted(words: string, today: Day): string | null {
  const match = shifted.exec(words);
  if (!match) return null;
  const days = Number(match[1]) * (match[2]?.startsWith('week') ? 7 : 1) * (words.endsWith('ago') ? -1 : 1);
  if (days > 3_650_000) return null;
  const target = fromSerial(serial(today) + days);
  return `${match[1]} ${match[2]} ${words.endsWith('ago') ? 'ago was' : 'from now is'} ${name(target)}.`;
}

function sayDate(words: string, today: Day): string | null {
  const asked = weekdayOf.exec(words)?.[1] ?? dateOf.exec(words)?.slice(1).find(Boolean);
  const day = asked === undefined ? null : readDay(asked, today);
  if (!day) return null;
  const isPast = serial(day) < serial(today);
  return `${asked && findHoliday(asked.replace(/^(?:the |next )+/, '')) ? 'That' : 'It'} ${isPast ? 'was' : 'is'} ${name(day)}.`;
}

function sayCalendar(words: string, today: Day): string | null {
  const leap = Number(leapYear.exec(words)?.[1] ?? Number.NaN);
  if (!Number.isNaN(leap)) return `${leap} is ${daysInMonth(leap, 2) === 29 ? '' : 'not '}a leap year.`;
  const match = daysIn.exec(words);
  const month = match && monthOf(match[1] ?? '');
  if (!month) return null;
  const year = Number(match[2] ?? today.year);
  return `${capital(months[month - 1] ?? '')} ${year} has ${daysInMonth(year, month)} days.`;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function count(days: number, unit: string | undefined): string {
  const inDays = `${days.toLocaleString('en-US')} day${days === 1 ? '' : 's'}`;
  if (!unit?.startsWith('week') || days < 7) return inDays;
  const [weeks, rest] = [Math.floor(days / 7), days % 7];
  const inWeeks = `${weeks} week${weeks === 1 ? '' : 's'}`;
  return rest === 0 ? inWeeks : `${inWeeks} and ${rest} day${rest === 1 ? '' : 's'}`;
}

function name(day: Day): string {
  return `${weekdays[weekday(day)]}, ${capital(months[day.month - 1] ?? '')} ${day.day}, ${day.year}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
