import { createRequire } from 'node:module';

import { findCountry } from './countries.ts';
import { findState } from './geography.ts';
import { zoneOfName } from './question.ts';
import { nearest, plainName } from './words.ts';

/** A place with a time zone. */
export type Place = { readonly name: string; readonly timeZone: string };

type City = {
  readonly city: string;
  readonly city_ascii: string;
  readonly pop: number;
  readonly country: string;
  readonly iso2: string;
  readonly province: string;
  readonly timezone: string;
};

let citiesByName: ReadonlyMap<string, readonly City[]> | undefined;

/** Seven thousand cities, loaded at the first question about a time; the largest of a name first. */
function cities(): ReadonlyMap<string, readonly City[]> {
  if (citiesByName) return citiesByName;
  const all = createRequire(import.meta.url)('city-timezones/data/cityMap.json') as readonly City[];
  citiesByName = Map.groupBy(
    all.toSorted((a, b) => b.pop - a.pop),
    ({ city_ascii: name }) => plainName(name),
  );
  return citiesByName;
}

const nicknames: Readonly<Record<string, string>> = {
  nyc: 'new york',
  'new york city': 'new york',
  la: 'los angeles',
  sf: 'san francisco',
  dc: 'washington',
  'washington dc': 'washington',
  vegas: 'las vegas',
  philly: 'philadelphia',
  nola: 'new orleans',
  chi: 'chicago',
};

/**
 * The place of a name: a city, alone or followed by its state or country ("paris texas"), a zone ("pacific"), a
 * state or a country (by its biggest city or capital). Undefined without a match.
 */
export function findPlace(name: string): Place | undefined {
  const plain = plainName(name);
  const zoneName = plain.replace(/ (?:standard |daylight )?(?:time|zone)$/, '');
  const zone = zoneOfName(zoneName);
  if (zone && !findState(plain))
    return { name: `the ${zoneName.length > 4 ? zoneName : zoneName.toUpperCase()} zone`, timeZone: zone };
  return findCity(nicknames[plain] ?? plain) ?? findRegion(plain) ?? findNearCity(plain);
}

function findCity(plain: string): Place | undefined {
  const [city] = cities().get(plain) ?? [];
  if (city) return toPlace(city);
  // "portland maine", "paris, tx": first the longest name that a state or country follows.
  const words = plain.split(' ');
  for (let length = words.length - 1; length > 0; length -= 1) {
    const named = cities().get(words.slice(0, length).join(' ')) ?? [];
    const region = words.slice(length).join(' ');
    const state = findState(region)?.name;
    const country = findCountry(region)?.code;
    const found = named.find(({ province, iso2 }) => province === state || iso2 === country);
    if (found) return toPlace(found);
  }
  return undefined;
}

function findRegion(plain: string): Place | undefined {
  const state = findState(plain);
  if (state) return findCity(plainName(`${state.largestCity.replace(/ City$/, '')} ${state.name}`));
  const country = findCountry(plain);
  const capital = country?.capitals[0];
  if (!country || capital === undefined) return undefined;
  return findCity(plainName(`${capital} ${country.name}`)) ?? findCity(plainName(capital));
}

function findNearCity(plain: string): Place | undefined {
  const meant = plain.length < 4 ? undefined : nearest(plain, cities().keys());
  const [city] = cities().get(meant ?? '') ?? [];
  return city && toPlace(city);
}

function toPlace({ city, province, country, iso2, timezone }: City): Place {
  const around = iso2 === 'US' ? province : country.replace(/^United States of America$/, 'United States');
  return { name: around === city ? city : `${city}, ${around}`, timeZone: timezone };
}
