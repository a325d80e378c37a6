import { type Language, languages } from '#contract/language.ts';
import type { KnownPlace } from '#server/places/places.ts';
import { dayMs } from '#server/platform/durations.ts';
import { withoutAccents } from '#server/platform/without-accents.ts';
import type { Forecast, WeatherPeriod } from '#server/providers/ports/weather.ts';

import { weekdayNamed } from '../computed/days.ts';
import { toGsm7 } from '../format/transliterate.ts';
import { measureSms } from '../gsm7.ts';
import type { WeatherTime } from './question-types.ts';
import { alertInSpanish, periodInSpanish, skyInSpanish } from './spanish-words.ts';

/** Half days that a text may have; most have two. */
const periodsMax = 3;
/** Characters; the longest of the service's names are hardly longer. */
const alertMax = 40;
const skyMax = 25;

/** A forecast as a question asks for it. */
export type ForecastRequest = { readonly place: KnownPlace; readonly time: WeatherTime; readonly language: Language };
/** A half day as it is said. `sky`: empty where it cannot be said in the language. */
type Said = Pick<WeatherPeriod, 'name' | 'sky' | 'isDaytime' | 'temperature' | 'rainPercent'> & {
  readonly snows: boolean;
};

const words = {
  en: {
    alert: 'NWS alert:',
    and: 'and',
    more: 'more',
    high: 'high',
    low: 'low',
    rain: 'rain',
    snow: 'snow',
    source: 'Source: NWS',
  },
  es: {
    alert: 'Alerta del NWS:',
    and: 'y',
    more: 'más',
    high: 'máxima',
    low: 'mínima',
    rain: 'lluvia',
    snow: 'nieve',
    source: 'Fuente: NWS',
  },
} as const;

/**
 * The forecast as one segment, always in the same form: alerts in force, the place, then half days with sky, temperature
 * and chance of rain, as many as fit. In Spanish it is built from the same fields, and a sky that has no translation is left
 * out. Half days that are over are not said.
 * @returns null when the forecast does not reach the time that is asked for
 */
export function weatherText({ place, time, language }: ForecastRequest, forecast: Forecast, now: Date): string | null {
  const today = dateIn(now, place.timeZone);
  // The service is known to serve old forecasts, and the text names no date that would show it.
  const ahead = forecast.periods.filter(({ endTime }) => Date.parse(endTime) > now.getTime());
  const periods = periodsFor(time, ahead, today).map((period) => saidIn(language, period, today));
  const choices = choicesOf(periods, time);
  const least = choices.at(-1)?.[0];
  if (least === undefined) return null;
  const said = words[language];
  const [event] = forecast.alerts;
  const alert = event === undefined ? undefined : clip(language === 'es' ? alertInSpanish(event) : event, alertMax);
  const head = `${place.city}, ${place.region}.`;
  const compose = (shown: readonly Said[], warning: string): string => {
    const sentences = shown.map((period) => sentenceOf(period, language));
    return toGsm7([warning, head, ...sentences, said.source].filter((part) => part !== '').join(' '));
  };
  const more = forecast.alerts.length > 1 ? ` ${said.and} ${forecast.alerts.length - 1} ${said.more}` : '';
  const warnings = alert === undefined ? [''] : [`${said.alert} ${alert}${more}.`, `${said.alert} ${alert}.`];
  for (const warning of warnings) {
    const text = choices.map((shown) => compose(shown, warning)).find(isOneSegment);
    if (text !== undefined) return text;
  }
  // A sky of many words, with an alert: what is left fits whatever the names are.
  const brief = warnings.at(-1) ?? '';
  const clipped = compose([{ ...least, sky: clip(least.sky, skyMax) }], brief);
  return isOneSegment(clipped) ? clipped : compose([{ ...least, sky: '', rainPercent: null }], brief);
}

/** The half days that may be said, from the most to the least. Without room, the first is what counts; of two nights, the second. */
function choicesOf(periods: readonly Said[], { kind }: WeatherTime): readonly (readonly Said[])[] {
  const [first, second] = periods;
  if (kind === 'tonight' && first !== undefined && second !== undefined) {
    return [[first, second], [{ ...first, sky: '' }, second], [second]];
  }
  const most = periods.slice(0, periodsMax);
  return most.map((_, nth) => most.slice(0, most.length - nth));
}

/** A forecast as its text tells it. `time`: null where the text does not show which one was asked for. */
type ToldForecast = Pick<ForecastRequest, 'language'> & { readonly place: string; readonly time: WeatherTime | null };

/**
 * What a text of `weatherText` tells: the place, the time and the language.
 * @returns null for any other text
 */
export function readForecastText(text: string): ToldForecast | null {
  const language = languages.find((one) => text.endsWith(` ${words[one].source}`));
  // The first sentence, or the second one after that of an alert.
  const [head, place] = /^(?:[^.]+\. )?([^.,:]+, [A-Z]{2})\. /.exec(text) ?? [];
  if (language === undefined || head === undefined || place === undefined) return null;
  const sentences = text
    .slice(head.length, -words[language].source.length)
    .trim()
    .split(/(?<=\.) /);
  return { place, language, time: timeTold(sentences.map((sentence) => sentence.slice(0, sentence.indexOf(':')))) };
}

const isNight = /night|noche|madrugada/i;
const isPresent = /^(?:today|tonight|overnight|this|rest|late|hoy|esta)\b/i;

/** The time whose half days have these names; null for names that show none, such as those of holidays. */
function timeTold(names: readonly string[]): WeatherTime | null {
  const [first = '', second] = names;
  // Before dawn two, otherwise one.
  if (names.every((name) => isNight.test(name))) return { kind: 'tonight' };
  // Two days without the night between them.
  if (second !== undefined && !isNight.test(first) && !isNight.test(second)) return { kind: 'weekend' };
  const day = weekdayNamed(withoutAccents(first).toLowerCase());
  // Alone, a Saturday may be of a weekend whose Sunday had no room.
  if (day !== null) return day === 6 && second === undefined ? null : { kind: 'weekday', day };
  return isPresent.test(first) ? { kind: 'now' } : null;
}

function saidIn(language: Language, period: WeatherPeriod, today: string): Said {
  const snows = /snow|flurr|sleet|blizzard/i.test(period.sky);
  if (language === 'en') return { ...period, sky: period.sky.toLowerCase(), snows };
  const { isDaytime, startTime } = period;
  const name = periodInSpanish({ name: period.name, date: startTime.slice(0, 10), isDaytime, today });
  return { ...period, name, sky: skyInSpanish(period.sky) ?? '', snows };
}

/** Its first words, as many as fit. */
function clip(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, text.lastIndexOf(' ', max)).trim();
}

function isOneSegment(text: string): boolean {
  const { segments, encoding } = measureSms(text);
  return segments === 1 && encoding === 'gsm7';
}

/** "Tonight: mostly clear, low 55F, rain 10%." */
function sentenceOf({ name, sky, isDaytime, temperature, rainPercent, snows }: Said, language: Language): string {
  const said = words[language];
  const wet = rainPercent === null ? '' : `, ${snows ? said.snow : said.rain} ${Math.round(rainPercent)}%`;
  const seen = sky === '' ? '' : `${sky}, `;
  return `${name}: ${seen}${isDaytime ? said.high : said.low} ${Math.round(temperature)}F${wet}.`;
}

/** "2026-11-22", the date at a place. */
function dateIn(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(now);
}

function periodsFor(time: WeatherTime, periods: readonly WeatherPeriod[], today: string): readonly WeatherPeriod[] {
  const on = (date: string): WeatherPeriod[] => periods.filter(({ startTime }) => startTime.startsWith(date));
  switch (time.kind) {
    case 'now':
      return periods;
    case 'tonight':
      return nightsToCome(periods, today);
    case 'tomorrow':
      return on(after(today, 1));
    case 'weekday':
      return on(after(today, (time.day - weekdayOf(today) + 7) % 7));
    case 'weekend': {
      const weekday = weekdayOf(today);
      // On Sunday it is half over.
      const days = weekday === 0 ? [0] : [6 - weekday, 7 - weekday];
      return days.flatMap((day) => on(after(today, day)).filter(({ isDaytime }) => isDaytime || weekday === 0));
    }
  }
}

/** The first night; with the next one while the first ends this very day: before dawn, "tonight" may mean either. */
function nightsToCome(periods: readonly WeatherPeriod[], today: string): readonly WeatherPeriod[] {
  const nights = periods.filter(({ isDaytime }) => !isDaytime);
  return nights.slice(0, nights[0]?.endTime.startsWith(today) === true ? 2 : 1);
}

function after(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}
