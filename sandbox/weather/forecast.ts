const halfDayMs = 12 * 3_600_000;
const skies = ['Sunny', 'Mostly Sunny', 'Partly Cloudy', 'Cloudy', 'Chance Rain Showers', 'Rain', 'Snow Likely'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Fourteen half days from now on, as the service names them; made up from the cell and the date, so that they stay the same.
 * Days begin at 6 AM, six hours behind UTC.
 */
export function forecastPeriods(gridX: number, gridY: number, now: Date): object[] {
  const offsetMs = 6 * 3_600_000;
  const local = now.getTime() - offsetMs;
  const first = Math.floor((local - halfDayMs / 2) / halfDayMs) * halfDayMs + halfDayMs / 2;
  return Array.from({ length: 14 }, (_, nth) => {
    const starts = new Date(first + nth * halfDayMs);
    const isDaytime = starts.getUTCHours() === 6;
    const seed = (gridX * 31 + gridY * 17 + Math.floor(starts.getTime() / 86_400_000) * 7) % 97;
    const weekday = weekdays[starts.getUTCDay()] ?? '';
    const later = isDaytime ? weekday : `${weekday} Night`;
    const today = isDaytime ? 'Today' : 'Tonight';
    return {
      number: nth + 1,
      name: nth === 0 || (nth === 1 && !isDaytime) ? today : later,
      startTime: `${starts.toISOString().slice(0, 19)}-06:00`,
      endTime: `${new Date(starts.getTime() + halfDayMs).toISOString().slice(0, 19)}-06:00`,
      isDaytime,
      temperature: 30 + (seed % 60) - (isDaytime ? 0 : 15),
      temperatureUnit: 'F',
      temperatureTrend: null,
      probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: seed % 5 === 0 ? null : (seed % 10) * 10 },
      windSpeed: '5 to 10 mph',
      windDirection: 'SW',
      shortForecast: skies[seed % skies.length],
      detailedForecast: 'A forecast of the sandbox.',
    };
  });
}
