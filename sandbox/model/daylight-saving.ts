import { type Day, nth, serial, weekday } from './holidays.ts';
import type { Skill } from './skill.ts';

const source = { title: '15 U.S.C. 260a', url: 'https://www.law.cornell.edu/uscode/text/15/260a' };

/** The first Sunday in November and the second in March. */
const endIn = (year: number): Day => nth(year, 11, { on: 0, n: 1 });
const startIn = (year: number): Day => nth(year, 3, { on: 0, n: 2 });

const ending = /\bclocks? (?:go|turn|set|fall)\w* back\b|\bdaylight savings?\b.*\bend/;
const starting = /\bclocks? (?:go|turn|set|spring)\w* forward\b|\bdaylight savings?\b.*\b(?:start|begin)/;

/** When the clocks change in the US. */
export const daylightSaving: Skill = (words, { now, timeZone }) => {
  const isEnd = ending.test(words);
  if (!isEnd && !starting.test(words)) return null;
  const today = dayIn(timeZone, now);
  const { year } = today;
  const hasEnded = serial(today) >= serial(endIn(year));
  const isOn = !hasEnded && serial(today) >= serial(startIn(year));
  const start = isOn || hasEnded ? startIn(year + 1) : startIn(year);
  const starts = `Daylight saving time starts on ${written(start)}, when clocks go forward an hour.`;
  if (!isEnd) return { text: starts, source };
  const text = hasEnded
    ? `Daylight saving time ended on ${written(endIn(year))}. ${starts}`
    : `Daylight saving time ends on ${written(endIn(year))}, when clocks go back an hour.`;
  return { text, source };
};

function dayIn(timeZone: string, now: Date): Day {
  const [year = 0, month = 1, day = 1] = new Intl.DateTimeFormat('en-CA', { timeZone })
    .format(now)
    .split('-')
    .map(Number);
  return { year, month, day };
}

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function written(day: Day): string {
  return `${names[weekday(day)]}, ${day.month === 3 ? 'March' : 'November'} ${day.day}, ${day.year}`;
}
