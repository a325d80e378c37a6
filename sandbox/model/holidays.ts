/** A calendar day, without time or zone. Months count from 1. */
export type Day = { readonly year: number; readonly month: number; readonly day: number };

const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01, whose differences are whole days. */
export function serial({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

export function fromSerial(days: number): Day {
  const date = new Date(days * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday. */
export function weekday(day: Day): number {
  return (((serial(day) + 4) % 7) + 7) % 7;
}

/** The nth of a weekday (0 is Sunday) in a month; -1 is the last. */
export function nth(year: number, month: number, { on, n }: { on: number; n: number }): Day {
  if (n < 0) {
    const last = fromSerial(serial({ year: month === 12 ? year + 1 : year, month: (month % 12) + 1, day: 1 }) - 1);
    return fromSerial(serial(last) - ((weekday(last) - on + 7) % 7));
  }
  const first = { year, month, day: 1 };
  return fromSerial(serial(first) + ((on - weekday(first) + 7) % 7) + (n - 1) * 7);
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
  (month: number, day: number) =>
  (year: number): Day => ({ year, month, day });

/** US holidays by the names people use (5 U.S.C. 6103 for the legal ones). */
const holidays: readonly (readonly [string, (year: number) => Day])[] = [
  ["new year's day", fixed(1, 1)],
  ['new years', fixed(1, 1)],
  ["new year's eve", fixed(12, 31)],
  ['martin luther king', (year) => nth(year, 1, { on: 1, n: 3 })],
  ['mlk', (year) => nth(year, 1, { on: 1, n: 3 })],
  ['groundhog day', fixed(2, 2)],
  ["valentine's", fixed(2, 14)],
  ['valentines', fixed(2, 14)],
  ["presidents' day", (year) => nth(year, 2, { on: 1, n: 3 })],
  ['presidents day', (year) => nth(year, 2, { on: 1, n: 3 })],
  ["st patrick's", fixed(3, 17)],
  ['st patricks', fixed(3, 17)],
  ['easter', easter],
  ["mother's day", (year) => nth(year, 5, { on: 0, n: 2 })],
  ['mothers day', (year) => nth(year, 5, { on: 0, n: 2 })],
  ['memorial day', (year) => nth(year, 5, { on: 1, n: -1 })],
  ["father's day", (year) => nth(year, 6, { on: 0, n: 3 })],
  ['fathers day', (year) => nth(year, 6, { on: 0, n: 3 })],
  ['juneteenth', fixed(6, 19)],
  ['independence day', fixed(7, 4)],
  ['4th of july', fixed(7, 4)],
  ['fourth of july', fixed(7, 4)],
  ['labor day', (year) => nth(year, 9, { on: 1, n: 1 })],
  ['columbus day', (year) => nth(year, 10, { on: 1, n: 2 })],
  ['halloween', fixed(10, 31)],
  ['veterans day', fixed(11, 11)],
  ['thanksgiving', (year) => nth(year, 11, { on: 4, n: 4 })],
  ['christmas eve', fixed(12, 24)],
  ['christmas', fixed(12, 25)],
  ['xmas', fixed(12, 25)],
];

/** The rule of the holiday that a text names. */
export function findHoliday(text: string): ((year: number) => Day) | undefined {
  return holidays.find(([name]) => text.replace(/^the /, '').startsWith(name))?.[1];
}
