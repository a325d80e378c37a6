import { dayMs } from '#server/platform/durations.ts';

import type { Day } from './days.ts';

/** In degrees, east and north positive. */
type Point = { readonly latitude: number; readonly longitude: number };

/** `up`, `down`: the sun stays above or below the horizon all day. */
export type SunTimes = { readonly sunrise: Date; readonly sunset: Date } | 'up' | 'down';

const minuteMs = 60_000;
const degrees = Math.PI / 180;
/** The sun's upper edge on a level horizon: its radius and mean refraction below it. */
const zenith = 90.833;

const sin = (angle: number): number => Math.sin(angle * degrees);
const cos = (angle: number): number => Math.cos(angle * degrees);
const tan = (angle: number): number => Math.tan(angle * degrees);
const arc = (value: number): number => value / degrees;

/** Declination in degrees and the equation of time in minutes, at a moment. */
function sunAt(moment: number): { declination: number; equationOfTime: number } {
  // Julian centuries since 2000-01-01 12:00 UTC.
  const t = (moment / dayMs - 10_957.5) / 36_525;
  const meanLongitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) % 360;
  const meanAnomaly = 357.52911 + t * (35_999.05029 - 0.0001537 * t);
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const center =
    sin(meanAnomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    sin(2 * meanAnomaly) * (0.019993 - 0.000101 * t) +
    sin(3 * meanAnomaly) * 0.000289;
  const node = 125.04 - 1934.136 * t;
  const longitude = meanLongitude + center - 0.00569 - 0.00478 * sin(node);
  const meanObliquity = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60;
  const obliquity = meanObliquity + 0.00256 * cos(node);
  const y = tan(obliquity / 2) ** 2;
  const equation =
    y * sin(2 * meanLongitude) -
    2 * eccentricity * sin(meanAnomaly) +
    4 * eccentricity * y * sin(meanAnomaly) * cos(2 * meanLongitude) -
    0.5 * y * y * sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * sin(2 * meanAnomaly);
  return { declination: arc(Math.asin(sin(obliquity) * sin(longitude))), equationOfTime: 4 * arc(equation) };
}

/**
 * Sunrise and sunset of a day at a place, to the minute below 72 degrees of latitude. The equations are those of NOAA's
 * solar calculator (https://gml.noaa.gov/grad/solcalc/calcdetails.html, after Meeus, Astronomical Algorithms), solved
 * twice so that the sun's own motion during the day counts.
 */
export function sunTimes(day: Day, { latitude, longitude }: Point): SunTimes {
  const midnight = Date.UTC(day.year, day.month - 1, day.day);
  /** Minutes after midnight UTC; NaN where the sun does not cross the horizon. */
  const crossing = (side: 1 | -1): number => {
    let minutes = 720 - 4 * longitude;
    for (let round = 0; round < 3; round += 1) {
      const { declination, equationOfTime } = sunAt(midnight + minutes * minuteMs);
      const hourAngle = arc(
        Math.acos(cos(zenith) / (cos(latitude) * cos(declination)) - tan(latitude) * tan(declination)),
      );
      minutes = 720 - 4 * (longitude + side * hourAngle) - equationOfTime;
    }
    return minutes;
  };
  const [rise, set] = [crossing(1), crossing(-1)];
  if (Number.isNaN(rise) || Number.isNaN(set)) {
    const { declination } = sunAt(midnight + (720 - 4 * longitude) * minuteMs);
    return declination * latitude > 0 ? 'up' : 'down';
  }
  return { sunrise: new Date(midnight + rise * minuteMs), sunset: new Date(midnight + set * minuteMs) };
}
