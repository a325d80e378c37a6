import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { KnownPlace } from '#server/places/places.ts';
import type { WeatherPeriod } from '#server/providers/ports/weather.ts';

import { measureSms } from '../gsm7.ts';
import type { WeatherTime } from './weather-question.ts';
import { weatherText } from './weather-text.ts';

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
  return {
    name,
    startTime,
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
  expect(weatherText(chicago, time, { periods, alerts: [] }, now)).toBe(expected);
});

test('an alert in force comes first, and how many more there are', () => {
  const alerts = ['Winter Storm Warning', 'Wind Advisory'];
  const text = weatherText(chicago, { kind: 'tonight' }, { periods, alerts }, now);
  expect(text).toBe('NWS alert: Winter Storm Warning and 1 more. Chicago, IL. Tonight: clear, low 35F. Source: NWS');
});

test('whatever the service says, the answer is one segment', () => {
  const words = fc.constantFrom('Mostly', 'Sunny', 'then', 'Chance', 'Rain', 'Showers', 'And', 'Patchy', 'Fog');
  const sky = fc.array(words, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(' '));
  const alert = fc.constantFrom('Tornado Warning', 'Hydrologic Outlook', 'Extreme Wind Warning');
  fc.assert(
    fc.property(fc.array(sky, { minLength: 1, maxLength: 6 }), fc.array(alert, { maxLength: 4 }), (skies, alerts) => {
      const long = skies.map((said, nth) => ({ ...(periods[nth] ?? period('2026-11-22', true, 'Today')), sky: said }));
      const text = weatherText(
        { ...chicago, city: 'Tripler Army Medical Center' },
        { kind: 'now' },
        { periods: long, alerts },
        now,
      );
      expect(measureSms(text ?? '')).toMatchObject({ segments: 1, encoding: 'gsm7' });
    }),
  );
});
