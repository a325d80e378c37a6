/** In degrees. */
export type Point = { readonly latitude: number; readonly longitude: number };

/** Half a day of a forecast, oldest first. */
export type WeatherPeriod = {
  /** In the service's words: "Tonight", "Wednesday Night". */
  readonly name: string;
  /** ISO 8601 with the offset of the place, whose date is therefore its first ten characters. */
  readonly startTime: string;
  /** As `startTime`. */
  readonly endTime: string;
  readonly isDaytime: boolean;
  /** Fahrenheit: the high of a day, the low of a night. */
  readonly temperature: number;
  /** The chance of rain or snow, from 0 to 100; null where the service says none. */
  readonly rainPercent: number | null;
  /** In a few words: "Mostly Sunny". */
  readonly sky: string;
};

/** `alerts`: the names of what is in force at the point, most severe first. */
export type Forecast = { readonly periods: readonly WeatherPeriod[]; readonly alerts: readonly string[] };

export interface Weather {
  /** The forecast at a point in the US. @throws ProviderError `rejected` for a point without one */
  forecast(point: Point, signal: AbortSignal): Promise<Forecast>;
}
