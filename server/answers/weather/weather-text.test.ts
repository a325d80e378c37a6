import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { KnownPlace } from '#server/places/places.ts';
import type { WeatherPeriod } from '#server/providers/ports/weather.ts';

import { measureSms } from '../gsm7.ts';
import type { WeatherTime } from './question-types.ts';
import { skyInSpanish } from './spanish-words.ts';
import { readForecastText, weatherText } from './weather-text.ts';

const chicago: KnownPlace = {
  city: 'Chicago',
  region: 'IL',
  zip: '60614',
  latitude: 41.92,
  longitude: -87.65,
  timeZone: 'America/Chicago',
};
/** Sunday afternoon in Chicago. */
const now = new Date('2026-11-22T20:00:00Z');

function period(date: string, isDaytime: boolean, name: string, details: Partial<WeatherPeriod> = {}): WeatherPeriod {
  const startTime = `${date}T${isDaytime ? '06' : '18'}:00:00-06:00`;
  const nextDate = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  return {
    name,
    startTime,
    endTime: isDaytime ? `${date}T18:00:00-06:00` : `${nextDate}T06:00:00-06:00`,
    isDaytime,
    temperature: isDaytime ? 48 : 35,
    rainPercent: 20,
    sky: 'Mostly Sunny',
    ...details,
  };
}

const periods = [
  period('2026-11-22', true, 'This Afternoon'),
  period('2026-11-22', false, 'Tonight', { rainPercent: null, sky: 'Clear' }),
  period('2026-11-23', true, 'Monday', { sky: 'Snow Likely', rainPercent: 70 }),
  period('2026-11-23', false, 'Monday Night'),
  period('2026-11-28', true, 'Saturday'),
  period('2026-11-28', false, 'Saturday Night'),
];

test.each<[WeatherTime, string | null]>([
  [
    { kind: 'now' },
    'Chicago, IL. This Afternoon: mostly sunny, high 48F, rain 20%. Tonight: clear, low 35F. Monday: snow likely, high 48F, snow 70%. Source: NWS',
  ],
  [{ kind: 'tonight' }, 'Chicago, IL. Tonight: clear, low 35F. Source: NWS'],
  [
    { kind: 'tomorrow' },
    'Chicago, IL. Monday: snow likely, high 48F, snow 70%. Monday Night: mostly sunny, low 35F, rain 20%. Source: NWS',
  ],
  [
    { kind: 'weekday', day: 6 },
    'Chicago, IL. Saturday: mostly sunny, high 48F, rain 20%. Saturday Night: mostly sunny, low 35F, rain 20%. Source: NWS',
  ],
  [
    { kind: 'weekend' },
    'Chicago, IL. This Afternoon: mostly sunny, high 48F, rain 20%. Tonight: clear, low 35F. Source: NWS',
  ],
  [{ kind: 'weekday', day: 4 }, null],
])('the forecast for %j', (time, expected) => {
  expect(weatherText({ place: chicago, time, language: 'en' }, { periods, alerts: [] }, now)).toBe(expected);
});

test('half days that are over are not said, however old the forecast is', () => {
  const said = (kind: 'now' | 'tonight', at: string, language: 'en' | 'es' = 'en') =>
    weatherText({ place: chicago, time: { kind }, language }, { periods, alerts: [] }, new Date(at));
  const onMonday = '2026-11-23T18:30:00Z';
  expect(said('now', onMonday)).toMatch(/^Chicago, IL\. Monday: .* Monday Night: .* Saturday: /);
  expect(said('tonight', onMonday)).toMatch(/^Chicago, IL\. Monday Night: /);
  expect(said('now', onMonday, 'es')).toMatch(/^Chicago, IL\. Hoy: .* Esta noche: /);
  expect(said('now', '2026-11-29T13:00:00Z')).toBeNull();
  expect(said('tonight', '2026-11-29T13:00:00Z')).toBeNull();
});

test('tonight, asked before dawn, is also the night to come', () => {
  const overnight = { startTime: '2026-11-22T04:00:00-06:00', endTime: '2026-11-22T06:00:00-06:00' };
  const beforeDawn = [
    period('2026-11-22', false, 'Overnight', { ...overnight, temperature: 31 }),
    period('2026-11-22', true, 'Sunday'),
    period('2026-11-22', false, 'Tonight', { temperature: 20 }),
    period('2026-11-23', false, 'Monday Night'),
  ];
  const at = new Date('2026-11-22T11:30:00Z');
  const asked = { place: chicago, time: { kind: 'tonight' }, language: 'en' } as const;
  expect(weatherText(asked, { periods: beforeDawn, alerts: [] }, at)).toBe(
    'Chicago, IL. Overnight: mostly sunny, low 31F, rain 20%. Tonight: mostly sunny, low 20F, rain 20%. Source: NWS',
  );
  const inSpanish = { ...asked, language: 'es' } as const;
  expect(weatherText(inSpanish, { periods: beforeDawn, alerts: [] }, at)).toMatch(/ Esta madrugada: .* Esta noche: /);
  // A forecast of the evening before, whose first night is still called "Tonight".
  const onMonday = new Date('2026-11-23T11:30:00Z');
  expect(weatherText(inSpanish, { periods, alerts: [] }, onMonday)).toMatch(/ Esta madrugada: .* Esta noche: /);
});

test('where there is no room for both nights, "tonight" is the one to come', () => {
  const at = new Date('2026-11-22T11:30:00Z');
  const said = (skies: readonly [string, string], alerts: string[], language: 'en' | 'es') => {
    const overnight = { startTime: '2026-11-22T04:00:00-06:00', endTime: '2026-11-22T06:00:00-06:00', sky: skies[0] };
    const nights = [
      period('2026-11-22', false, 'Overnight', overnight),
      period('2026-11-22', false, 'Tonight', { sky: skies[1] }),
    ];
    return weatherText({ place: chicago, time: { kind: 'tonight' }, language }, { periods: nights, alerts }, at);
  };
  const alerts = ['Winter Storm Warning', 'Wind Advisory'];
  expect(said(['Mostly Cloudy', 'Chance Snow Showers'], alerts, 'en')).toBe(
    'NWS alert: Winter Storm Warning and 1 more. Chicago, IL. Overnight: low 35F, rain 20%. Tonight: chance snow showers, low 35F, snow 20%. Source: NWS',
  );
  const long = 'Slight Chance Snow Showers then Chance Rain And Snow Showers';
  for (const skies of [
    ['Mostly Cloudy', 'Mostly Cloudy'],
    ['Clear', long],
    [long, 'Clear'],
    [long, long],
  ] as const) {
    for (const some of [[], ['Wind Advisory'], alerts]) {
      expect(said(skies, some, 'en')).toContain(' Tonight: ');
      expect(said(skies, some, 'es')).toContain(' Esta noche: ');
    }
  }
});

test('an alert in force comes first, and how many more there are', () => {
  const alerts = ['Winter Storm Warning', 'Wind Advisory'];
  const text = weatherText({ place: chicago, time: { kind: 'tonight' }, language: 'en' }, { periods, alerts }, now);
  expect(text).toBe('NWS alert: Winter Storm Warning and 1 more. Chicago, IL. Tonight: clear, low 35F. Source: NWS');
});

test('whatever the service says, the answer is one segment', () => {
  const words = fc.constantFrom('Mostly', 'Sunny', 'then', 'Chance', 'Rain', 'Showers', 'And', 'Patchy', 'Fog');
  const sky = fc.array(words, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(' '));
  const alert = fc.constantFrom('Tornado Warning', 'Hydrologic Outlook', 'Extreme Wind Warning');
  fc.assert(
    fc.property(fc.array(sky, { minLength: 1, maxLength: 6 }), fc.array(alert, { maxLength: 4 }), (skies, alerts) => {
      const long = skies.map((said, nth) => ({ ...(periods[nth] ?? period('2026-11-22', true, 'Today')), sky: said }));
      const place = { ...chicago, city: 'Tripler Army Medical Center' };
      for (const language of ['en', 'es'] as const) {
        const text = weatherText({ place, time: { kind: 'now' }, language }, { periods: long, alerts }, now);
        expect(measureSms(text ?? '')).toMatchObject({ segments: 1, encoding: 'gsm7' });
      }
    }),
  );
});

test('in Spanish the sentence is built from the same fields', () => {
  const spanish = (kind: 'now' | 'tomorrow' | 'tonight', alerts: string[] = []): string | null =>
    weatherText({ place: chicago, time: { kind }, language: 'es' }, { periods, alerts }, now);
  expect(spanish('now')).toBe(
    'Chicago, IL. Hoy: mayormente soleado, maxima 48F, lluvia 20%. Esta noche: despejado, minima 35F. Lunes: probablemente nieve, maxima 48F, nieve 70%. Fuente: NWS',
  );
  expect(spanish('tomorrow')).toBe(
    'Chicago, IL. Lunes: probablemente nieve, maxima 48F, nieve 70%. Lunes en la noche: mayormente soleado, minima 35F, lluvia 20%. Fuente: NWS',
  );
  expect(spanish('tonight', ['Winter Storm Warning', 'Wind Advisory'])).toBe(
    'Alerta del NWS: Aviso de tormenta invernal y 1 mas. Chicago, IL. Esta noche: despejado, minima 35F. Fuente: NWS',
  );
  expect(spanish('tonight', ['Volcano Warning'])).toContain('Alerta del NWS: Volcano Warning. ');
});

test('the place and the language of a forecast are read back from it, and from no other text', () => {
  for (const language of ['en', 'es'] as const) {
    for (const alerts of [[], ['Wind Advisory', 'Flood Watch']]) {
      const text = weatherText({ place: chicago, time: { kind: 'now' }, language }, { periods, alerts }, now) ?? '';
      expect(readForecastText(text)).toEqual({ place: 'Chicago, IL', language, time: { kind: 'now' } });
    }
  }
  expect(readForecastText('Chicago, IL. It may rain tomorrow.')).toBeNull();
  expect(readForecastText('It may rain tomorrow in Chicago. Source: NWS')).toBeNull();
});

test('the day of a forecast is read back from it, where its words show one', () => {
  /** The week from a Sunday on, asked for on that day, or at the hour that is given. */
  const timeReadBack = (time: WeatherTime, language: 'en' | 'es', at = now): WeatherTime | null | undefined => {
    const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'M.L.King Day', 'Friday', 'Saturday', 'Sunday'];
    const week = days.flatMap((name, nth) => {
      const date = new Date(Date.UTC(2026, 10, 22 + nth)).toISOString().slice(0, 10);
      const short = { sky: 'Sunny', rainPercent: null };
      const [today, tonight] = nth === 0 ? ['This Afternoon', 'Tonight'] : [name, `${name} Night`];
      return [period(date, true, today, short), period(date, false, tonight, short)];
    });
    const text = weatherText({ place: chicago, time, language }, { periods: week, alerts: [] }, at);
    return readForecastText(text ?? '')?.time;
  };
  for (const language of ['en', 'es'] as const) {
    expect(timeReadBack({ kind: 'now' }, language)).toEqual({ kind: 'now' });
    expect(timeReadBack({ kind: 'tonight' }, language)).toEqual({ kind: 'tonight' });
    expect(timeReadBack({ kind: 'tomorrow' }, language)).toEqual({ kind: 'weekday', day: 1 });
    expect(timeReadBack({ kind: 'weekday', day: 3 }, language)).toEqual({ kind: 'weekday', day: 3 });
    expect(timeReadBack({ kind: 'weekday', day: 6 }, language)).toEqual({ kind: 'weekday', day: 6 });
    // On Sunday it is half over: today.
    expect(timeReadBack({ kind: 'weekend' }, language)).toEqual({ kind: 'now' });
    const onMonday = new Date('2026-11-23T20:00:00Z');
    expect(timeReadBack({ kind: 'weekend' }, language, onMonday)).toEqual({ kind: 'weekend' });
  }
  expect(timeReadBack({ kind: 'weekday', day: 4 }, 'es')).toEqual({ kind: 'weekday', day: 4 });
  expect(timeReadBack({ kind: 'weekday', day: 4 }, 'en')).toBeNull();
  // What is left of a weekend may have had no room for its other day.
  expect(readForecastText('Chicago, IL. Saturday: sunny, high 48F. Source: NWS')?.time).toBeNull();
});

test('skies of several words are said in Spanish, and left out where a word is not known', () => {
  const rows: readonly (readonly [sky: string, spanish: string | null])[] = [
    ['Slight Chance Rain Showers then Mostly Sunny', 'poca posibilidad de chubascos, luego mayormente soleado'],
    ['Showers And Thunderstorms Likely', 'probablemente chubascos y tormentas'],
    ['Chance Snow Showers', 'posibilidad de nevadas'],
    ['Patchy Fog then Partly Sunny', 'niebla, luego parcialmente soleado'],
    ['Scattered Showers And Thunderstorms', 'chubascos y tormentas'],
    ['Areas Of Smoke', 'humo'],
    ['Volcanic Ash', null],
  ];
  for (const [sky, spanish] of rows) expect([sky, skyInSpanish(sky)]).toEqual([sky, spanish]);
});
