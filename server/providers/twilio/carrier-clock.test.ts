import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CarrierClock } from './carrier-clock.ts';

const date = (at: number): string => new Date(at).toUTCString();

test('the clock of the carrier is known to a second after one answer, and better after several', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -60_000, max: 60_000 }),
      fc.array(fc.nat(100_000), { minLength: 1 }),
      (skew, times) => {
        const clock = new CarrierClock();
        for (const at of times) clock.note(date(at + 40 + skew), at, at + 80);
        expect(Math.abs((clock.skewMs ?? Infinity) - skew)).toBeLessThanOrEqual(580);
      },
    ),
  );
});

test('a clock that was set is accepted immediately', () => {
  const clock = new CarrierClock();
  for (let at = 0; at < 10_000; at += 700) clock.note(date(at), at, at);
  clock.note(date(26_000), 20_000, 20_000);
  expect(Math.abs((clock.skewMs ?? 0) - 6000)).toBeLessThanOrEqual(1000);
});

test('before the first answer, and by an unreadable one, nothing is known', () => {
  const clock = new CarrierClock();
  clock.note(undefined, 0, 0);
  clock.note('today', 0, 0);
  expect(clock.skewMs).toBeNull();
});
