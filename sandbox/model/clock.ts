import { findPlace, type Place } from './places.ts';
import type { Question } from './question.ts';
import type { Skill } from './skill.ts';

const source = { title: 'IANA time zone database', url: 'https://www.iana.org/time-zones' };

const lead = "(?:what is |what's |tell |current |local |the )*";
const timeIn = new RegExp(
  `^${lead}(?:what )?(?:time|hour)(?: (?:is it|it is|is))?(?: right| just)?(?: now)?(?: (?:in|at|for|of))? (.+?)(?: now| right now)?$`,
);
const timeBehind = new RegExp(`^${lead}(.+?) (?:local )?time(?: now| right now)?$`);
const timeHere = new RegExp(`^${lead}(?:what )?time(?: is it| it is)?(?: now| right now| here)?$`);
const dayIn =
  /\b(?:what|which) (?:day|date)(?: of the week)? (?:is it|is today|it is)(?: today| now)?(?: (?:in|at) (.+))?$/;
const dateHere =
  /^(?:what is )?(?:the )?(?:today's |current )?(?:date|day)(?: is it)?(?: today| now)?$|^what is today(?:'s date)?$/;
const yearHere = /^(?:what|which) (year|month) is (?:it|this)(?: now)?$/;
const zoneOf = /\btime ?zone (?:is |of |for |in |does )*(.+?)(?: in| use)?$/;
const apart =
  /\b(?:time )?difference (?:in time )?between (.+?) and (.+)$|^how many hours (?:is it )?between (.+?) and (.+)$/;

/** The time, day and date in a place or in the asker's zone. */
export const clockQuestions: Skill = (words, question) => {
  const text =
    sayDifference(words, question) ?? sayZone(words, question) ?? sayHere(words, question) ?? sayThere(words, question);
  return text === null ? null : { text, source };
};

function sayThere(words: string, { now }: Question): string | null {
  const day = dayIn.exec(words)?.[1];
  const name = day ?? timeIn.exec(words)?.[1] ?? timeBehind.exec(words)?.[1];
  const place = name === undefined ? undefined : findPlace(name);
  if (!place) return null;
  const date = formatted(now, place, { weekday: 'long', month: 'long', day: 'numeric' });
  return `It is ${timeOf(now, place)} on ${date} in ${place.name}.`;
}

function sayHere(words: string, { now, timeZone }: Question): string | null {
  const here = { name: '', timeZone };
  const part = yearHere.exec(words)?.[1];
  if (part !== undefined)
    return `It is ${formatted(now, here, part === 'year' ? { year: 'numeric' } : { month: 'long', year: 'numeric' })}.`;
  if (timeHere.test(words)) return `It is ${timeOf(now, here)} ${zoneName(now, here, 'short')}.`;
  const asksDay = dateHere.test(words) || (dayIn.test(words) && dayIn.exec(words)?.[1] === undefined);
  return asksDay ? `Today is ${formatted(now, here, { dateStyle: 'full' })}.` : null;
}

function sayZone(words: string, { now }: Question): string | null {
  const name = zoneOf.exec(words)?.[1];
  const place = name === undefined ? undefined : findPlace(name);
  return place
    ? `${place.name} is on ${zoneName(now, place, 'long')}, ${offsetText(offsetMinutes(now, place))}.`
    : null;
}

function sayDifference(words: string, { now }: Question): string | null {
  const match = apart.exec(words);
  const [first, second] = [match?.[1] ?? match?.[3], match?.[2] ?? match?.[4]].map((name) => name && findPlace(name));
  if (!first || !second) return null;
  const minutes = offsetMinutes(now, second) - offsetMinutes(now, first);
  if (minutes === 0) return `${first.name} and ${second.name} have the same time.`;
  const hours = Math.abs(minutes) / 60;
  const way = minutes > 0 ? 'ahead of' : 'behind';
  return `${second.name} is ${hours} hour${hours === 1 ? '' : 's'} ${way} ${first.name}.`;
}

function formatted(now: Date, { timeZone }: Place, options: Intl.DateTimeFormatOptions): string {
  return now.toLocaleString('en-US', { ...options, timeZone }).replaceAll(/\s/g, ' ');
}

function timeOf(now: Date, place: Place): string {
  return formatted(now, place, { hour: 'numeric', minute: '2-digit' });
}

function zoneName(now: Date, { timeZone }: Place, timeZoneName: 'short' | 'long'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The offset from UTC at that moment, in minutes. */
function offsetMinutes(now: Date, { timeZone }: Place): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(offset);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'the same as UTC';
  const hours = Math.abs(minutes) / 60;
  return `${hours} hour${hours === 1 ? '' : 's'} ${minutes > 0 ? 'ahead of' : 'behind'} UTC`;
}
