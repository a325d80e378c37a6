import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { own } from '#server/platform/own.ts';

import { placeInEnglish } from './spanish-names.ts';
import { splitState } from './us-states.ts';

/** A place as stored and shown. `region`: the two letters of a state or territory. */
export type Place = { readonly city: string; readonly region: string; readonly zip: string | null };

/** A place of the list, with what is derived from it. */
export type KnownPlace = Place & {
  /** In degrees, rounded to hundredths. */
  readonly latitude: number;
  readonly longitude: number;
  /** IANA name. */
  readonly timeZone: string;
};

/** `size`: how many ZIP codes it has, at least 1. `several`: the name fits more than one place. */
export type FoundPlace =
  | { readonly kind: 'one'; readonly place: KnownPlace; readonly size: number }
  | { readonly kind: 'several' | 'none' };

/** Looks a place up by what a person writes: "60614", "Austin TX", "austin, texas", "chicago", "dallas tejas". */
export type FindPlace = (text: string) => FoundPlace;

type Point = { readonly zip: string | null; readonly latitude: number; readonly longitude: number };
type City = { readonly city: string; readonly region: string; readonly timeZone: string; readonly points: Point[] };

const none: FoundPlace = { kind: 'none' };
/** A name without a state means a city only if it is this many times larger than the next city of that name. */
const dominance = 3;

/** Common names of places that the list has under another name. */
const aliases: Readonly<Record<string, string>> = {
  nyc: 'new york ny',
  'new york city': 'new york ny',
  'new york city ny': 'new york ny',
  'new york': 'new york ny',
  manhattan: 'new york ny',
  'manhattan ny': 'new york ny',
  'queens ny': 'flushing ny',
  la: 'los angeles ca',
  'la ca': 'los angeles ca',
  'la california': 'los angeles ca',
  sf: 'san francisco ca',
  dc: 'washington dc',
  washington: 'washington dc',
  philly: 'philadelphia pa',
  vegas: 'las vegas nv',
};

let loaded: string | null = null;

/** Reads the list. Without it the start must fail, because every text that may name a place would. */
export function loadPlaces(): void {
  list();
}

/** The list as one string, searched without parsing it, which would cost time and memory. */
function list(): string {
  loaded ??= readFileSync(join(import.meta.dirname, 'us-places.tsv'), 'latin1');
  return loaded;
}

/** The place in the line that has the character at `index`. */
function cityAt(index: number): City {
  const file = list();
  const [, city = '', region = '', timeZone = '', points = ''] = file
    .slice(file.lastIndexOf('\n', index) + 1, file.indexOf('\n', index + 1))
    .split('\t');
  return { city, region, timeZone, points: points.split(',').map(pointOf) };
}

function pointOf(text: string): Point {
  const [zip = '-', latitude, longitude] = text.split(' ');
  return { zip: zip === '-' ? null : zip, latitude: Number(latitude) / 100, longitude: Number(longitude) / 100 };
}

/** All places of a name; their lines are consecutive. */
function citiesNamed(key: string): City[] {
  const file = list();
  const cities: City[] = [];
  let index = firstLineFrom(`${key}\t`);
  while (file.startsWith(`${key}\t`, index)) {
    cities.push(cityAt(index));
    index = file.indexOf('\n', index) + 1;
  }
  return cities;
}

/** The offset of the first line that sorts at or after `start`. A binary search, because it runs for every text. */
function firstLineFrom(start: string): number {
  const file = list();
  let [low, high] = [0, file.length];
  while (low < high) {
    const line = file.lastIndexOf('\n', ((low + high) >> 1) - 1) + 1;
    if (file.slice(line, line + start.length) < start) low = file.indexOf('\n', line) + 1;
    else high = line;
  }
  return low;
}

/** The words of a text in lower case, without accents and punctuation. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}'’]+/gu, '')
    .toLowerCase();
  return plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
}

const short: Readonly<Record<string, string>> = { saint: 'st', sainte: 'ste', fort: 'ft', mount: 'mt' };

function keyOf(words: readonly string[]): string {
  return words.map((word) => own(short, word) ?? word).join('');
}

/** The key under which a place is in the list: its name without case, spaces and punctuation. */
export function placeKey(name: string): string {
  return keyOf(wordsOf(name));
}

function known({ city, region, timeZone }: City, { zip, latitude, longitude }: Point): KnownPlace {
  return { city, region, zip, latitude, longitude, timeZone };
}

/** The city as a whole, located in the middle of its ZIP codes. */
function middleOf(city: City): FoundPlace & { readonly kind: 'one' } {
  const { points } = city;
  const mean = (of: (point: Point) => number): number =>
    Math.round((100 * points.reduce((sum, point) => sum + of(point), 0)) / points.length) / 100;
  const middle = {
    zip: null,
    latitude: mean(({ latitude }) => latitude),
    longitude: mean(({ longitude }) => longitude),
  };
  return { kind: 'one', place: known(city, middle), size: points.length };
}

/**
 * The offset of each ZIP code in the list, by its number; 0 for none. Searching 2 MB would take a millisecond per text.
 */
let zipIndexes: Uint32Array | null = null;

function indexOfZip(digits: string): number {
  if (zipIndexes === null) {
    zipIndexes = new Uint32Array(100_000);
    for (const { 1: zip, index } of list().matchAll(/[\t,](\d{5}) /g)) zipIndexes[Number(zip)] ||= index;
  }
  return zipIndexes[Number(digits)] ?? 0;
}

/** The place of a ZIP code (five digits, or nine). */
function byZip(zip: string): FoundPlace {
  const digits = zip.slice(0, 5);
  const index = indexOfZip(digits);
  if (index === 0) return none;
  const city = cityAt(index);
  const point = city.points.find((one) => one.zip === digits);
  return point ? { kind: 'one', place: known(city, point), size: 1 } : none;
}

/**
 * Finds the place in the US that a text names: by a ZIP code, by city and state, or by the name of a city that
 * is the only one of that name or by far the largest. The text must name nothing else; a state alone is no place.
 */
export function findPlace(text: string): FoundPlace {
  const zip = /^(.*?)(?:^|(?<![\s,])[\s,]+)(\d{5}(?:-\d{4})?)[\s.!?]*$/.exec(text.trim());
  if (zip !== null) return withZip(zip[1] ?? '', zip[2] ?? '');
  const said = placeInEnglish(wordsOf(text.replace(/(?<![,\s])[,\s]+u\.?s\.?a?\.?\s*$/i, '')));
  const words = own(aliases, said.join(' '))?.split(' ') ?? said;
  if (words.length === 0 || words.length > 7) return none;
  const split = splitState(words);
  // "Ohio" is also a village in Illinois.
  if (split?.rest.length === 0) return none;
  if (split !== null) {
    const city = citiesNamed(keyOf(split.rest)).find(({ region }) => region === split.region);
    if (city) return middleOf(city);
  }
  return byNameOnly(words);
}

/** "60614", or "Chicago IL 60614": the words before a ZIP code must name a place in the same state. */
function withZip(before: string, zip: string): FoundPlace {
  const found = byZip(zip);
  if (found.kind !== 'one' || before.trim() === '') return found;
  const named = findPlace(before);
  return named.kind === 'one' && named.place.region === found.place.region ? found : none;
}

function byNameOnly(words: readonly string[]): FoundPlace {
  const cities = citiesNamed(keyOf(words)).toSorted((a, b) => b.points.length - a.points.length);
  const [first, second] = cities;
  if (first === undefined) return none;
  const isClear = second === undefined || first.points.length >= dominance * second.points.length;
  return isClear ? middleOf(first) : { kind: 'several' };
}

/** A stored place in the list: by its ZIP code, otherwise the whole city; null if the list no longer has the city. */
export function knownPlace({ city: name, region, zip }: Place): KnownPlace | null {
  const city = citiesNamed(placeKey(name)).find((one) => one.region === region);
  if (city === undefined) return null;
  const point = city.points.find((one) => one.zip === zip);
  return zip !== null && point !== undefined ? known(city, point) : middleOf(city).place;
}

/** A place as shown to people: "Chicago, IL 60614", "Austin, TX". */
export function placeName({ city, region, zip }: Place): string {
  return zip === null ? `${city}, ${region}` : `${city}, ${region} ${zip}`;
}
