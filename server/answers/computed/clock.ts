import type { Language } from '#contract/language.ts';

import { todayIn, writeDay } from './days.ts';
import { type Asker, en, es, firstWay, type Reader, type Way } from './reader.ts';
import { type Clock, clockOf } from './zones.ts';

const now = '(?: right now| now| currently| at the moment| today)?';
const ahora = '(?: ahora| ahorita| ahora mismo| en este momento)?';

const timesThere: readonly Way[] = [
  en(
    `(?:what )?(?:the )?(?:current |local )?time(?: is it| it is| is)?${now} (?:in|at|for|of|over in) (?<place>.+?)${now}`,
  ),
  en(`what is the (?:current |local )?time${now} (?:in|at|for|over in) (?<place>.+?)${now}`),
  en(`(?:what is )?(?:the )?(?<place>.+?)(?: local| current)? time${now}`),
  en(`time (?<place>.+?)`),
  es(`(?:que|k|q) (?:hora|horas) (?:es|son)${ahora} en (?<place>.+?)${ahora}`),
  es(`(?:la |dame la )?hora (?:actual |exacta )?(?:en|de) (?<place>.+?)${ahora}`),
  es(`(?:que|k|q) hora tienen en (?<place>.+?)${ahora}`),
];
const timesHere: readonly Way[] = [
  en(`(?:what )?(?:the )?(?:current )?time(?: is it| it is)?${now}(?: here)?`),
  en(`what is the (?:current |exact )?time${now}(?: here)?`),
  en(`what time it is${now}|time now|got the time|do you have the time`),
  es(
    `(?:que|k|q) (?:hora|horas) (?:es|son|tienes|tiene)${ahora}(?: aqui)?|(?:la )?hora(?: actual| exacta)?${ahora}|hora por favor`,
  ),
];
const datesHere: readonly Way[] = [
  en(`what (?:day|date)(?: of the week)?(?: is it| is today| it is)?(?: today| now)?`),
  en(
    `what is (?:the |today's |todays )(?:current )?(?:date|day)(?: of the week)?(?: today| now)?|what is today(?:'s date|s date)?|(?:today's|todays|current) date|the date`,
  ),
  es(
    `(?:a )?que (?:dia|fecha)(?: de la semana)? (?:es|estamos|es hoy|estamos hoy|es ahora)(?: hoy)?|(?:la )?fecha de hoy|que dia es`,
  ),
];
const zonesOf: readonly Way[] = [
  en('(?:what )?(?:is the )?time ?zone (?:is |of |for |in |does )(?<place>.+?)(?: in| use| on)?'),
  en('what is the time ?zone (?:of|for|in) (?<place>.+)'),
];
const differences: readonly Way[] = [
  // Only of time: "how many hours between dallas and houston" asks for the drive.
  en('(?:what is )?(?:the )?(?:time difference|difference in time) between (?<from>.+?) and (?<to>.+)'),
  en('how many hours (?:ahead|behind) (?:of (?<from>.+) )?is (?<to>.+)'),
  es('(?:cual es la |la )?diferencia (?:de hora|de horario|de horas|horaria) entre (?<from>.+?) y (?<to>.+)'),
];

/** The time, the date and the time zone, here or in a place that the words name: "what time is it in tokyo". */
export const readClock: Reader = (words, asker) => {
  if (!/\b(?:time|timezone|day|date|difference|hours|horas?|dia|fecha|diferencia)\b/.test(words)) return null;
  return here(words, asker) ?? difference(words, asker) ?? zone(words, asker) ?? there(words, asker);
};

function here(words: string, { now: moment, timeZone, language }: Asker): string | null {
  if (timeZone === null) return null;
  const time = firstWay(timesHere, words, language);
  if (time !== null) return sayTime(moment, timeZone, { language: time.language, where: '', zone: true });
  const date = firstWay(datesHere, words, language);
  if (date === null) return null;
  const today = writeDay(todayIn(moment, timeZone), date.language);
  return date.language === 'es' ? `Hoy es ${today}.` : `Today is ${today}.`;
}

/** Whether a text is this clock's own answer, in English, to a question for the time or the date of the asker. */
export function saysTimeOrDateHere(text: string): boolean {
  // Only the time here is told with its zone.
  return /^(?:It's \d{1,2}:\d\d [AP]M \S+ on |Today is [A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}\.$)/.test(text);
}

function there(words: string, { now: moment, language }: Asker): string | null {
  for (const way of timesThere) {
    const read = firstWay([way], words, language);
    const clock = read && clockOf(read.found['place'] ?? '', read.language);
    if (read === null || clock === null) continue;
    const { timeZone } = clock;
    return sayTime(moment, timeZone, { language: read.language, where: whereOf(clock, read.language), zone: false });
  }
  return null;
}

/** " in Tokyo", " in most of Texas". */
function whereOf({ name, isMostly }: Clock, language: Language): string {
  if (/ time$|^UTC$/.test(name)) return language === 'es' ? ` (${name})` : `, ${name}`;
  if (language === 'es') return isMostly ? ` en la mayor parte de ${name}` : ` en ${name}`;
  return isMostly ? ` in most of ${name}` : ` in ${name}`;
}

type Saying = { readonly language: Language; readonly where: string; readonly zone: boolean };

function sayTime(moment: Date, timeZone: string, { language, where, zone: isZoneSaid }: Saying): string {
  const time = timeIn(moment, timeZone);
  const date = moment.toLocaleDateString(language === 'es' ? 'es-US' : 'en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone,
  });
  if (language === 'es') {
    return `${time.startsWith('1:') ? 'Es' : 'Son'} ${withArticle(time)} del ${date.replace(', ', ' ')}${where}.`;
  }
  return `It's ${time}${isZoneSaid ? ` ${zoneName(moment, timeZone)}` : ''} on ${date}${where}.`;
}

/** "3:45 PM", in both languages, as US clocks show it. ICU sets a narrow no-break space before AM and PM. */
export function timeIn(moment: Date, timeZone: string): string {
  return moment.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).replaceAll(/\s/g, ' ');
}

/** "la 1:05 AM", "las 3:45 PM". */
export function withArticle(time: string): string {
  return `${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}

function zoneName(moment: Date, timeZone: string, timeZoneName: 'short' | 'long' = 'short'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function zone(words: string, { now: moment, language }: Asker): string | null {
  const read = firstWay(zonesOf, words, language);
  const clock = read && clockOf(read.found['place'] ?? '', read.language);
  if (clock === null) return null;
  const { name, timeZone, isMostly } = clock;
  return `${isMostly ? `Most of ${name}` : name} is on ${zoneName(moment, timeZone, 'long')}. It's ${timeIn(moment, timeZone)} there now.`;
}

function difference(words: string, { now: moment, timeZone, language }: Asker): string | null {
  const read = firstWay(differences, words, language);
  if (read === null) return null;
  const { from, to = '' } = read.found;
  const second = clockOf(to, read.language);
  const first = from === undefined ? timeZone && { name: null, timeZone } : clockOf(from, read.language);
  if (!first || !second) return null;
  const minutes = offsetMinutes(moment, second.timeZone) - offsetMinutes(moment, first.timeZone);
  const hours = Math.abs(minutes) / 60;
  if (read.language === 'es') {
    const of = first.name ?? 'su hora';
    if (minutes === 0) return `${of} y ${second.name} tienen la misma hora.`;
    const way = minutes > 0 ? 'más que en' : 'menos que en';
    return `En ${second.name} ${hours === 1 ? 'es' : 'son'} ${hours} ${hours === 1 ? 'hora' : 'horas'} ${way} ${of}.`;
  }
  if (minutes === 0) return `${first.name ?? 'Your place'} and ${second.name} have the same time.`;
  return `${second.name} is ${hours} ${hours === 1 ? 'hour' : 'hours'} ${minutes > 0 ? 'ahead of' : 'behind'} ${first.name ?? 'you'}.`;
}

/** The offset from UTC at that moment. */
export function offsetMinutes(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(offset);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}
