import { type Day, dayOf, daysIn, serialOf, weekdayOf } from './days.ts';

/** The day of a holiday in a year. */
export type Holiday = (year: number) => Day;

/** The nth of a weekday (0 is Sunday) in a month; 0 is the last. */
export function nthWeekday(weekday: number, nth: number, month: number): Holiday {
  return (year) => {
    if (nth === 0) {
      const last = { year, month, day: daysIn(year, month) };
      return dayOf(serialOf(last) - ((weekdayOf(last) - weekday + 7) % 7));
    }
    const first = { year, month, day: 1 };
    return dayOf(serialOf(first) + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
  };
}

/** Western Easter (Meeus, Jones, Butcher). */
function easter(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return { year, month: Math.floor(f / 31), day: (f % 31) + 1 };
}

const fixed =
  (month: number, day: number): Holiday =>
  (year) => ({ year, month, day });
const shifted =
  (from: Holiday, days: number): Holiday =>
  (year) =>
    dayOf(serialOf(from(year)) + days);
/**
 * When federal income tax returns are due: April 15, or the next day that is neither a weekend nor Emancipation Day, which
 * the District of Columbia observes on the weekday next to April 16 (26 U.S.C. 7503, https://www.irs.gov/pub/irs-drop/rr-15-13.pdf).
 */
function taxDay(year: number): Day {
  // The pandemic moved it twice (IRS Notices 2020-23 and 2021-21).
  if (year === 2020) return { year, month: 7, day: 15 };
  if (year === 2021) return { year, month: 5, day: 17 };
  const emancipation = weekdayOf({ year, month: 4, day: 16 });
  const observed = emancipation === 6 ? 15 : emancipation === 0 ? 17 : 16;
  let day = 15;
  while (day === observed || [0, 6].includes(weekdayOf({ year, month: 4, day }))) day += 1;
  return { year, month: 4, day };
}

const thanksgiving = nthWeekday(4, 4, 11);

/** US holidays by the names that people text, whole and without accents (5 U.S.C. 6103 for the legal ones). */
const named: readonly (readonly [Holiday, string])[] = [
  [fixed(1, 1), "new year's|new years|new year|new year's day|new years day|ano nuevo"],
  [fixed(12, 31), "new year's eve|new years eve|nochevieja"],
  [fixed(1, 6), 'dia de reyes|dia de los reyes|three kings day'],
  [nthWeekday(1, 3, 1), 'martin luther king day|martin luther king jr day|mlk day|mlk'],
  [fixed(2, 2), 'groundhog day'],
  [fixed(2, 14), "valentine's|valentines|valentine's day|valentines day|dia de san valentin|san valentin"],
  [nthWeekday(1, 3, 2), "presidents' day|presidents day|president's day"],
  [
    fixed(3, 17),
    "st patrick's day|st patricks day|st patrick's|st patricks|saint patrick's day|saint patricks day|st paddys day",
  ],
  [fixed(4, 1), "april fools|april fools day|april fool's day|april fools'"],
  [shifted(easter, -46), 'ash wednesday|miercoles de ceniza'],
  [shifted(easter, -47), 'mardi gras|fat tuesday'],
  [shifted(easter, -7), 'palm sunday|domingo de ramos'],
  [shifted(easter, -2), 'good friday|viernes santo'],
  [easter, 'easter|easter sunday|pascua|domingo de pascua|domingo de resurreccion'],
  [taxDay, 'tax day'],
  [fixed(5, 5), 'cinco de mayo'],
  [nthWeekday(0, 2, 5), "mother's day|mothers day"],
  [nthWeekday(1, 0, 5), 'memorial day'],
  [fixed(6, 19), 'juneteenth'],
  [nthWeekday(0, 3, 6), "father's day|fathers day"],
  [fixed(7, 4), 'independence day|4th of july|fourth of july|july 4th|cuatro de julio'],
  [nthWeekday(1, 1, 9), 'labor day'],
  [nthWeekday(1, 2, 10), "columbus day|indigenous peoples day|indigenous peoples' day"],
  [fixed(10, 31), 'halloween'],
  [fixed(11, 2), 'dia de los muertos|dia de muertos|day of the dead'],
  [fixed(11, 11), "veterans day|veteran's day|veterans' day"],
  [thanksgiving, 'thanksgiving|thanksgiving day|turkey day|dia de accion de gracias|accion de gracias'],
  [shifted(thanksgiving, 1), 'black friday|viernes negro'],
  [shifted(thanksgiving, 4), 'cyber monday'],
  [fixed(12, 24), 'christmas eve|nochebuena'],
  [fixed(12, 25), 'christmas|xmas|christmas day|x-mas|navidad'],
];

const byName: ReadonlyMap<string, Holiday> = new Map(
  named.flatMap(([holiday, names]) => names.split('|').map((name) => [name, holiday] as const)),
);

/** The holiday that the words name, and nothing else. */
export function holidayNamed(words: string): Holiday | null {
  return byName.get(words) ?? null;
}
