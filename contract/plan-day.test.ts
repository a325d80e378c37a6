import fc from 'fast-check';
import { expect, test } from 'vitest';

import { planDay } from './plan-day.ts';

const newYork = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' });

test('the day of a plan is that of the US east coast, wherever it is read', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (at) => {
      expect(planDay(at.toISOString())).toBe(newYork.format(at));
    }),
  );
});

test('the day of a plan changes at midnight of the US east coast, also on the days when its clocks change', () => {
  const hours = Array.from({ length: 4 * 366 * 24 }, (_, hour) => new Date(Date.UTC(2026, 0, 1, hour)));
  const wrong = hours.filter((at) => planDay(at.toISOString()) !== newYork.format(at));
  expect(wrong).toEqual([]);
});
