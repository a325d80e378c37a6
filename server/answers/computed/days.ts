import type { Language } from '#contract/language.ts';
import { dayMs } from '#server/platform/durations.ts';

/** A calendar day, without time or zone. Months count from 1. */
export type Day = { readonly year: number; readonly month: number; readonly day: number };

/** Days since 1970-01-01, whose differences are whole days. */
export function serialOf({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day) / dayMs;
}

export function dayOf(serial: number): Day {
  const date = new Date(serial * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(serialOf(day) * dayMs).getUTCDay();
}

/** One format per zone, of which there are a few hundred. Creating one costs more than the rest of a question. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The date in a zone. */
export function todayIn(now: Date, timeZone: string): Day {
  const format = dateFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  dateFormats.set(timeZone, format);
  const [year = 0, month = 1, day = 1] = format.format(now).split('-').map(Number);
  return { year, month, day };
}

/** The day; null for a date that doesn't exist, such as February 30. */
export function realDay(day: Day): Day | null {
  const back = dayOf(serialOf(day));
  return back.year === day.year && back.month === day.month && back.day === day.day ? day : null;
}

export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const months: Readonly<Record<Language, readonly string[]>> = {
  en: 'january february march april may june july august september october november december'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
};
const weekdays: Readonly<Record<Language, readonly string[]>> = {
  en: 'sunday monday tuesday wednesday thursday friday saturday'.split(' '),
  es: 'domingo lunes martes miercoles jueves viernes sabado'.split(' '),
};

/** The month of a name or of its first three letters or more, from 1; null for any other word. */
export function monthNamed(name: string): number | null {
  if (name.length < 3) return null;
  for (const names of [months.en, months.es]) {
    const nth = names.findIndex((month) => month.startsWith(name) || (name === 'sept' && month === 'september'));
    if (nth !== -1) return nth + 1;
  }
  return null;
}

/** The weekday of a whole name, 0 for Sunday; null for any other word. */
export function weekdayNamed(name: string): number | null {
  const nth = Math.max(weekdays.en.indexOf(name), weekdays.es.indexOf(name));
  return nth === -1 ? null : nth;
}

/** "Friday, December 25, 2026"; "viernes 25 de diciembre de 2026". */
export function writeDay(day: Day, language: Language): string {
  const date = new Date(serialOf(day) * dayMs);
  const options = { timeZone: 'UTC', weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;
  const text = date.toLocaleDateString(language === 'es' ? 'es-US' : 'en-US', options);
  return language === 'es' ? text.replace(', ', ' ') : text;
}

/** "February 2028"; "febrero de 2028". */
export function writeMonth(year: number, month: number, language: Language): string {
  const date = new Date(Date.UTC(year, month - 1, 1));
  const options = { timeZone: 'UTC', year: 'numeric', month: 'long' } as const;
  return date.toLocaleDateString(language === 'es' ? 'es-US' : 'en-US', options);
}
