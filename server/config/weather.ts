import type { SettingsReader } from './env-reader.ts';

/** How the weather service is reached. */
export type WeatherSettings = { readonly isSandbox: boolean; readonly baseUrl: string; readonly userAgent: string };

type Context = {
  readonly sandboxUrl: string;
  /** Tests ask no weather service but one that they name. */
  readonly isTest: boolean;
  readonly name: string;
  readonly supportEmail: string;
};

/**
 * Whether forecasts come from the weather service, which the pages then name. Without an address it is the real one if
 * there is a key for the model, which a developer's machine does not have, and outside production the sandbox's.
 */
export function readHasWeatherService(read: SettingsReader): boolean {
  const given = read.optional('WEATHER_BASE_URL');
  if (given !== undefined) return given !== 'off';
  return read.optional('PERPLEXITY_API_KEY') !== undefined || read.optional('NODE_ENV') !== 'production';
}

/** @returns null if the model also answers questions about the weather */
export function readWeather(
  read: SettingsReader,
  { sandboxUrl, isTest, name, supportEmail }: Context,
): WeatherSettings | null {
  const given = read.optional('WEATHER_BASE_URL');
  // The name in 1.0.0, which a rollback still needs. If it were ignored silently, `off` would mean on.
  if (given === undefined && read.optional('WEATHER_API_URL') !== undefined) {
    read.fault('WEATHER_API_URL is called WEATHER_BASE_URL now: set that');
  }
  const contact = read.optional('WEATHER_CONTACT');
  // It is sent in a header, in parentheses.
  if (contact !== undefined && !/^[\x20-\x27\x2a-\x7e]{1,100}$/.test(contact)) {
    read.fault('WEATHER_CONTACT must be an address in at most 100 plain characters, without parentheses');
  }
  const isSandbox = given === undefined && read.optional('PERPLEXITY_API_KEY') === undefined;
  if (!readHasWeatherService(read) || (isSandbox && isTest)) return null;
  const baseUrl = read.url('WEATHER_BASE_URL', isSandbox ? `${sandboxUrl}/weather` : 'https://api.weather.gov');
  return { isSandbox, baseUrl, userAgent: `(${name.replace(/[^\x20-\x7e]/g, '')}, ${contact ?? supportEmail})` };
}
