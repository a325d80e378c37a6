import { createRequire } from 'node:module';

import { nearest, plainName } from './words.ts';

/** A country and the facts that people ask for. */
export type Country = {
  readonly name: string;
  readonly code: string;
  readonly capitals: readonly string[];
  readonly region: string;
  readonly currencies: readonly string[];
  readonly languages: readonly string[];
  readonly callingCode: string;
  readonly areaKm2: number;
  /** Estimate of CLDR's year; undefined for a few small territories. */
  readonly population: number | undefined;
  /** Names of the neighbors by land. */
  readonly borders: readonly string[];
};

type Raw = {
  readonly name: { readonly common: string; readonly official: string };
  readonly cca2: string;
  readonly cca3: string;
  readonly capital: readonly string[];
  readonly altSpellings: readonly string[];
  readonly region: string;
  readonly subregion: string;
  readonly currencies: Readonly<Record<string, { readonly name: string }>>;
  readonly languages: Readonly<Record<string, string>>;
  readonly idd: { readonly root: string; readonly suffixes: readonly string[] };
  readonly area: number;
  readonly borders: readonly string[];
};
type Territories = {
  readonly supplemental: {
    readonly territoryInfo: Readonly<Record<string, { readonly [fact: string]: string | object | undefined }>>;
  };
};

let byName: ReadonlyMap<string, Country> | undefined;

/** Two megabytes of JSON, read at the first question about a country. */
function load(): ReadonlyMap<string, Country> {
  const require = createRequire(import.meta.url);
  const raws = require('world-countries/countries.json') as readonly Raw[];
  const { territoryInfo } = (require('cldr-core/supplemental/territoryInfo.json') as Territories).supplemental;
  const commonNames = new Map(raws.map(({ cca3, name }) => [cca3, name.common]));
  const entries = raws.flatMap((raw): [string, Country][] => {
    const population = territoryInfo[raw.cca2]?.['_population'];
    const country = toCountry(raw, commonNames, population === undefined ? undefined : Number(population));
    // Longer spellings only: two letters may be a state's code or a word ("in", "is").
    const names = [
      raw.name.common,
      raw.name.official,
      raw.cca3,
      ...raw.altSpellings.filter(({ length }) => length > 2),
    ];
    return names.map((name) => [plainName(name), country]);
  });
  const names = new Map(entries.toReversed());
  for (const [alias, name] of aliases) {
    const country = names.get(name);
    if (country) names.set(alias, country);
  }
  return names;
}

const aliases: readonly (readonly [string, string])[] = [
  ['us', 'united states'],
  ['usa', 'united states'],
  ['america', 'united states'],
  ['united states of america', 'united states'],
  ['uk', 'united kingdom'],
  ['britain', 'united kingdom'],
  ['great britain', 'united kingdom'],
  ['england', 'united kingdom'],
  ['holland', 'netherlands'],
  ['uae', 'united arab emirates'],
  ['south korea', 'south korea'],
  ['turkey', 'turkiye'],
  ['czech republic', 'czechia'],
  ['burma', 'myanmar'],
  ['ivory coast', 'ivory coast'],
];

function toCountry(raw: Raw, commonNames: ReadonlyMap<string, string>, population: number | undefined): Country {
  const { root, suffixes } = raw.idd;
  return {
    name: raw.name.common,
    code: raw.cca2,
    capitals: raw.capital.filter(Boolean),
    region: raw.subregion || raw.region,
    currencies: Object.values(raw.currencies).map(({ name }) => name),
    languages: Object.values(raw.languages),
    // Countries that share a root (+1) list their area codes as suffixes.
    callingCode: suffixes.length === 1 && root !== '+1' ? `${root}${suffixes[0]}` : root,
    areaKm2: raw.area,
    population,
    borders: raw.borders.map((code) => commonNames.get(code) ?? code),
  };
}

/** The country of a common, official or colloquial name, typing errors included. */
export function findCountry(name: string): Country | undefined {
  byName ??= load();
  const plain = plainName(name);
  const exact = byName.get(plain);
  if (exact || plain.length < 5) return exact;
  return byName.get(nearest(plain, byName.keys()) ?? '');
}

const spanishNames = new Intl.DisplayNames(['es-US'], { type: 'region' });

/** The country of a Spanish name, and that name as it is written. */
export function findCountryInSpanish(name: string): (Country & { readonly named: string }) | undefined {
  byName ??= load();
  const plain = plainName(name);
  for (const country of new Set(byName.values())) {
    const named = spanishNames.of(country.code) ?? country.name;
    if (plainName(named) === plain) return { ...country, named };
  }
  return undefined;
}

/** The country whose capital this is. */
export function findByCapital(city: string): Country | undefined {
  byName ??= load();
  const plain = plainName(city);
  return [...byName.values()].find(({ capitals }) => capitals.some((capital) => plainName(capital) === plain));
}

/** The country's name with an article where English requires one: `the United States`. */
export function withArticle({ name }: Country): string {
  return /^United|States|Netherlands|Philippines|Islands|Bahamas|Gambia|Maldives|Republic|Emirates|Kingdom/.test(name)
    ? `the ${name}`
    : name;
}
