import type { Weather } from '#server/providers/ports/weather.ts';

import { faultOfCall, type Finding, ok } from './finding.ts';

/** Asks for the forecast of one place. */
export async function checkWeather(client: Weather, address: string): Promise<Finding[]> {
  try {
    await client.forecast({ latitude: 39.74, longitude: -97.08 }, AbortSignal.timeout(20_000));
    return [ok('The weather service gives forecasts.')];
  } catch (error) {
    return [faultOfCall(error, { name: 'The weather service', keys: 'WEATHER_BASE_URL and WEATHER_CONTACT', address })];
  }
}
