import type { SettingsReader } from './env-reader.ts';

/** How the weather service is reached. */
export type WeatherSettings = { readonly isSandbox: boolean; readonly baseUrl: string; readonly userAgent: string };

type Context = {
  readonly sandboxUrl: string;
  /** The sandbox plays it where it plays the model. */
  readonly isPlayground: boolean;
  readonly name: string;
  readonly supportEmail: string;
};

/**
 * The weather service: the real one once there is a key for the model, which a developer's machine has none of.
 * @returns null where the model is asked about the weather too (WEATHER_BASE_URL=off)
 */
export function readWeather(
  read: SettingsReader,
  { sandboxUrl, isPlayground, name, supportEmail }: Context,
): WeatherSettings | null {
  const given = read.optional('WEATHER_BASE_URL');
  // The name in 1.0.0, which the way back to it still needs. Left out without a word, `off` would be on.
  if (given === undefined && read.optional('WEATHER_API_URL') !== undefined) {
    read.fault('WEATHER_API_URL is called WEATHER_BASE_URL now: set that');
  }
  const contact = read.optional('WEATHER_CONTACT');
  // It travels in a header, in parentheses.
  if (contact !== undefined && !/^[\x20-\x27\x2a-\x7e]{1,100}$/.test(contact)) {
    read.fault('WEATHER_CONTACT must be an address in at most 100 plain characters, without parentheses');
  }
  const isReal = read.optional('PERPLEXITY_API_KEY') !== undefined;
  if (given === 'off' || (given === undefined && !isReal && !isPlayground)) return null;
  const isSandbox = given === undefined && !isReal;
  const baseUrl = read.url('WEATHER_BASE_URL', isSandbox ? `${sandboxUrl}/weather` : 'https://api.weather.gov');
  return { isSandbox, baseUrl, userAgent: `(${name.replace(/[^\x20-\x7e]/g, '')}, ${contact ?? supportEmail})` };
}
