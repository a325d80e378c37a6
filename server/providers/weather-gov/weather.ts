import { z } from 'zod';

import { parseJson } from '#contract/parse-json.ts';

import { type HttpAnswer, HttpExchange, HttpExchangeError, retryAfterMs } from '../http-exchange.ts';
import { ProviderError } from '../ports/provider-error.ts';
import type { Point, Weather, WeatherPeriod } from '../ports/weather.ts';
import { TimedCache } from './timed-cache.ts';

type WeatherOptions = {
  readonly baseUrl: string;
  /** Names the installation and how to reach its operator, as the service asks for. */
  readonly userAgent: string;
  /** The time limit of each request. */
  readonly requestMs: number;
};

const gridOfPoint = z.object({
  properties: z.object({ gridId: z.string().regex(/^[A-Z]{3}$/), gridX: z.int(), gridY: z.int() }),
});
const forecastOfGrid = z.object({
  properties: z.object({
    periods: z.array(
      z.object({
        name: z.string(),
        startTime: z.iso.datetime({ offset: true }),
        endTime: z.iso.datetime({ offset: true }),
        isDaytime: z.boolean(),
        temperature: z.number(),
        temperatureUnit: z.literal('F'),
        probabilityOfPrecipitation: z.object({ value: z.number().nullable() }).nullish(),
        shortForecast: z.string(),
      }),
    ),
  }),
});
const activeAlerts = z.object({
  features: z.array(
    z.object({ properties: z.object({ event: z.string(), severity: z.string(), status: z.string() }) }),
  ),
});

const severities = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'];
const minute = 60_000;
/** A cell of the grid rarely moves; a forecast is made about once an hour; an alert must not be missed. */
const keptMs = { grid: 24 * 60 * minute, forecast: 15 * minute, alerts: minute };
const cachedMax = 2000;
/** A forecast has about 15 kB, an alert about 5 kB. */
const answerBytesMax = 2_000_000;

/**
 * The National Weather Service's API (docs/reference/weather-contract.md): the cell of a point, the forecast of that cell,
 * and the alerts at the point. What it says is kept for a short time by coordinates and cell, with nothing about the
 * person who asked.
 */
export function weatherGov({ baseUrl, userAgent, requestMs }: WeatherOptions): Weather & { close(): void } {
  const http = new HttpExchange({ baseUrl, connectionsMax: 8, allowsHttp2: true, answerBytesMax });
  const grids = new TimedCache<string>(cachedMax, keptMs.grid);
  const forecasts = new TimedCache<readonly WeatherPeriod[]>(cachedMax, keptMs.forecast);
  const alerts = new TimedCache<readonly string[]>(cachedMax, keptMs.alerts);

  async function read<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const headers = { accept: 'application/geo+json', 'user-agent': userAgent };
    const answer = await http
      .request({ method: 'GET', path, headers, deadlineMs: requestMs, signal })
      .catch(unavailable);
    if (answer.status !== 200) throw refusalOf(answer);
    const parsed = schema.safeParse(parseJson(answer.text));
    if (!parsed.success) throw new ProviderError('weather', 'unavailable', { code: 'unreadable' });
    return parsed.data;
  }

  async function gridOf(point: string, signal: AbortSignal): Promise<string> {
    const { properties } = await read(`/points/${point}`, gridOfPoint, signal);
    return `${properties.gridId}/${properties.gridX},${properties.gridY}`;
  }

  async function periodsOf(grid: string, signal: AbortSignal): Promise<readonly WeatherPeriod[]> {
    const { properties } = await read(`/gridpoints/${grid}/forecast`, forecastOfGrid, signal);
    return properties.periods.map(({ probabilityOfPrecipitation, shortForecast, temperatureUnit: _unit, ...rest }) => ({
      ...rest,
      rainPercent: probabilityOfPrecipitation?.value ?? null,
      sky: shortForecast,
    }));
  }

  async function alertsAt(point: string, signal: AbortSignal): Promise<readonly string[]> {
    const { features } = await read(`/alerts/active?point=${point}&status=actual`, activeAlerts, signal);
    // Exercises and tests of the warning system have the same names as what they rehearse.
    const found = features.map(({ properties }) => properties).filter(({ status }) => status === 'Actual');
    return [...new Set(found.toSorted((a, b) => rank(a.severity) - rank(b.severity)).map(({ event }) => event))];
  }

  return {
    async forecast(at, signal) {
      const point = pointOf(at);
      const [periods, inForce] = await Promise.all([
        grids
          .get(point, () => gridOf(point, signal))
          .then((grid) => forecasts.get(grid, () => periodsOf(grid, signal))),
        alerts.get(point, () => alertsAt(point, signal)),
      ]);
      return { periods, alerts: inForce };
    },
    close: () => http.close(),
  };
}

function rank(severity: string): number {
  const nth = severities.indexOf(severity);
  return nth === -1 ? severities.length : nth;
}

/** Without trailing zeros: the service redirects from "41.90" to "41.9", and no redirect is followed. */
function pointOf({ latitude, longitude }: Point): string {
  return `${Number(latitude.toFixed(4))},${Number(longitude.toFixed(4))}`;
}

function unavailable(error: unknown): never {
  const code = error instanceof HttpExchangeError ? error.code : 'NO_ANSWER';
  throw new ProviderError('weather', 'unavailable', { code });
}

function refusalOf({ status, headers }: HttpAnswer): ProviderError {
  const code = String(status);
  if (status === 429)
    return new ProviderError('weather', 'rate_limited', { code, retryAfterMs: retryAfterMs(headers) });
  // 403: our User-Agent is refused. 404: a point outside of the US, or on the sea.
  if (status === 401 || status === 403) return new ProviderError('weather', 'auth', { code });
  if (status >= 400 && status < 500) return new ProviderError('weather', 'rejected', { code });
  return new ProviderError('weather', 'unavailable', { code });
}
