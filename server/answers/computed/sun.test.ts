import { expect, test } from 'vitest';

import { sunTimes } from './sun.ts';

/** "Rise and Set for the Sun", U.S. Naval Observatory (https://aa.usno.navy.mil), in standard time: month, rise, set. */
const tables = [
  {
    place: { latitude: 36.95, longitude: -112.52 }, // Fredonia, AZ
    zone: -7,
    year: 2023,
    day: 1,
    rows: '0743 1724  0733 1755  0701 1824  0616 1852  0536 1919  0512 1944  0514 1954  0535 1937  0601 1859  0625 1814  0654 1733  0724 1714',
  },
  {
    place: { latitude: 36.95, longitude: -112.52 },
    zone: -7,
    year: 2023,
    day: 21,
    rows: '0740 1743  0711 1816  0632 1843  0548 1910  0518 1936  0511 1953  0527 1946  0552 1914  0617 1829  0643 1746  0715 1717  0739 1717',
  },
  {
    place: { latitude: 37.767, longitude: -122.433 }, // San Francisco, CA
    zone: -8,
    year: 2012,
    day: 11,
    rows: '0725 1710  0704 1744  0626 1814  0540 1842  0503 1910  0447 1932  0458 1933  0522 1907  0549 1823  0615 1737  0646 1701  0715 1651',
  },
];

test('sunrise and sunset are those of the almanac, to the minute', () => {
  for (const { place, zone, year, day, rows } of tables) {
    for (const [nth, row] of rows.split('  ').entries()) {
      const times = sunTimes({ year, month: nth + 1, day }, place);
      if (typeof times === 'string') throw new Error(`no sunrise in month ${nth + 1}`);
      const shown = [times.sunrise, times.sunset].map((moment) => minutesIn(moment, zone));
      const expected = row.split(' ').map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(2)));
      const apart = shown.map((minutes, which) => Math.abs(minutes - (expected[which] ?? NaN)));
      // The almanac rounds to a minute.
      expect(Math.max(...apart), `${year}-${nth + 1}-${day}: ${row}`).toBeLessThanOrEqual(1);
    }
  }
});

test('beyond the polar circle the sun may stay up or down, and on the date of the place', () => {
  const utqiagvik = { latitude: 71.29, longitude: -156.79 };
  expect(sunTimes({ year: 2026, month: 6, day: 21 }, utqiagvik)).toBe('up');
  expect(sunTimes({ year: 2026, month: 12, day: 21 }, utqiagvik)).toBe('down');
  const guam = { latitude: 13.44, longitude: 144.79 };
  const times = sunTimes({ year: 2026, month: 3, day: 1 }, guam);
  expect(typeof times !== 'string' && times.sunrise.toISOString()).toMatch(/^2026-02-28T20:/);
});

function minutesIn(moment: Date, zone: number): number {
  const minutes = moment.getTime() / 60_000 + zone * 60;
  return ((minutes % 1440) + 1440) % 1440;
}
