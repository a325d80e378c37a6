import { type Country, findByCapital, findCountry, withArticle } from './countries.ts';
import { listWords } from './definitions.ts';
import type { Skill } from './skill.ts';
import { type State, states } from './states.ts';
import { nearest, plainName } from './words.ts';

type Fact = {
  /** Patterns of the question; the first group is the place. */
  readonly asked: readonly RegExp[];
  readonly ofCountry?: (country: Country) => string | null;
  readonly ofState?: (state: State) => string;
};

const SQUARE_MILES_PER_KM2 = 0.386_102;

const facts: readonly Fact[] = [
  {
    asked: [/\bcapital(?: city)? (?:of|in|for) (.+)$/, /^(?:what is )?(.+?)(?:'s)? capital(?: city)?$/],
    ofCountry: (country) =>
      country.capitals.length === 0
        ? null
        : `The capital of ${withArticle(country)} is ${listWords(country.capitals, 'and')}.`,
    ofState: (state) => `The capital of ${state.name} is ${state.capital}.`,
  },
  {
    asked: [
      /\bpopulation (?:size )?(?:of|in|for) (.+)$/,
      /^how many people (?:live|are|are there|are living) in (.+)$/,
      /^(?:what is )?(.+?)(?:'s)? population$/,
    ],
    ofCountry: (country) =>
      country.population === undefined
        ? null
        : `About ${writeCount(country.population)} people live in ${withArticle(country)}.`,
    ofState: (state) => `${state.name} had ${state.population.toLocaleString('en-US')} people in the 2020 census.`,
  },
  {
    asked: [
      /\b(?:currency|money) (?:of|in|for|used in|do they use in|does) (.+?)(?: use| have)?$/,
      /^(?:what is )?(.+?)(?:'s)? currency$/,
    ],
    ofCountry: (country) => `${capital(withArticle(country))} uses the ${listWords(country.currencies, 'and')}.`,
  },
  {
    asked: [
      /\blanguages? (?:is |are )?(?:of|in|spoken in|do (?:they|people) speak in|does|do) (.+?)(?: speak)?$/,
      /^(?:what is )?(.+?)(?:'s)? (?:official )?languages?$/,
    ],
    ofCountry: (country) =>
      `The main language${country.languages.length > 1 ? 's' : ''} of ${withArticle(country)} ${country.languages.length > 1 ? 'are' : 'is'} ${listWords(country.languages.slice(0, 5), 'and')}.`,
  },
  {
    asked: [/\b(?:area|size) of (.+)$/, /^how (?:big|large) is (.+)$/],
    ofCountry: (country) =>
      `${capital(withArticle(country))} covers about ${writeCount(country.areaKm2 * SQUARE_MILES_PER_KM2)} square miles (${writeCount(country.areaKm2)} square kilometers).`,
  },
  {
    asked: [/\b(?:calling|country|dialing|dial|phone|area) codes? (?:of|for|to|in) (.+)$/],
    ofCountry: (country) => `The calling code of ${withArticle(country)} is ${country.callingCode}.`,
  },
  {
    asked: [
      /\bcountries (?:that )?(?:border|borders|bordering|are next to|touch) (.+)$/,
      /\b(?:borders|neighbou?rs) of (.+)$/,
    ],
    ofCountry: (country) =>
      country.borders.length === 0
        ? `${capital(withArticle(country))} has no land border.`
        : `${capital(withArticle(country))} borders ${listWords(country.borders, 'and')}.`,
  },
  {
    asked: [/\b(?:what|which) continent is (.+?)(?: in| on)?$/, /^where is (.+?)(?: located)?$/],
    ofCountry: (country) => `${capital(withArticle(country))} is in ${country.region}.`,
  },
  {
    asked: [/\bnickname (?:of|for) (.+)$/, /^(?:what is )?(.+?)(?:'s)? nickname$/],
    ofState: (state) => `${state.name} is called ${state.nickname}.`,
  },
  {
    asked: [/\b(?:largest|biggest) city (?:in|of) (.+)$/],
    ofState: (state) => `The largest city of ${state.name} is ${state.largestCity}.`,
  },
  {
    asked: [/\b(?:abbreviation|postal code|state code|initials|code) (?:of|for) (.+)$/, /^(.+?) abbreviation$/],
    ofState: (state) => `The postal abbreviation of ${state.name} is ${state.code}.`,
  },
  {
    asked: [/^when (?:did|was) (.+?) (?:become a state|join the (?:union|us)|admitted.*|made a state)$/],
    ofState: (state) => `${state.name} joined the Union in ${state.year}.`,
  },
];

const askedCapitalOf =
  /^(.+?) is the capital of (?:what|which)(?: country| state)?$|^(?:what|which) (?:country|state) is (.+?) the capital of$/;
const askedCode = /^(?:what|which) state is ([a-z]{2})$|^what state does ([a-z]{2}) stand for$/;
const source = { title: 'World Countries, CLDR and the 2020 US census', url: 'https://mledoze.github.io/countries/' };

/** Facts about countries and US states. A name of both ("Georgia") gets both. */
export const geography: Skill = (words) => {
  for (const { asked, ofCountry, ofState } of facts) {
    for (const pattern of asked) {
      const place = pattern.exec(words)?.[1];
      if (place === undefined) continue;
      const text = sayFact(place, ofCountry, ofState);
      if (text !== null) return { text, source };
    }
  }
  const text = sayCapitalOf(words) ?? sayCode(words);
  return text === null ? null : { text, source };
};

function sayFact(place: string, ofCountry: Fact['ofCountry'], ofState: Fact['ofState']): string | null {
  const name = place.replace(/^(?:the )?(?:us )?(?:state|country) of /, '').replace(/,? (?:usa|state)$/, '');
  const state = ofState ? findState(name) : undefined;
  const country = ofCountry ? findCountry(name) : undefined;
  const saidOfState = state && ofState ? ofState(state) : null;
  const saidOfCountry = country && ofCountry ? ofCountry(country) : null;
  if (saidOfState === null || saidOfCountry === null) return saidOfState ?? saidOfCountry;
  if (plainName(state?.name ?? '') === plainName(country?.name ?? '')) {
    return `For the US state: ${saidOfState} For the country: ${saidOfCountry}`;
  }
  // Only one of the two is spelled as in the question; the other is a near miss ("Niger", "Nigeria").
  return plainName(country?.name ?? '') === plainName(name) ? saidOfCountry : saidOfState;
}

function sayCapitalOf(words: string): string | null {
  const match = askedCapitalOf.exec(words);
  const city = match?.[1] ?? match?.[2];
  if (city === undefined) return null;
  const state = states.find(({ capital }) => plainName(capital) === plainName(city));
  if (state) return `${state.capital} is the capital of ${state.name}.`;
  const country = findByCapital(city);
  return country ? `${capital(city)} is the capital of ${withArticle(country)}.` : null;
}

function sayCode(words: string): string | null {
  const match = askedCode.exec(words);
  const code = (match?.[1] ?? match?.[2])?.toUpperCase();
  const state = states.find((one) => one.code === code);
  return state ? `${state.code} is ${state.name}.` : null;
}

/** A large count in words, e.g. `68.4 million`. */
function writeCount(value: number): string {
  for (const [name, size] of [['billion', 1e9] as const, ['million', 1e6] as const]) {
    if (value >= size) return `${Number((value / size).toPrecision(3))} ${name}`;
  }
  return Math.round(value).toLocaleString('en-US');
}

/** The state of a name or code, typing errors included. */
function findState(name: string): State | undefined {
  const plain = plainName(name);
  const exact = states.find((state) => plainName(state.name) === plain || state.code.toLowerCase() === plain);
  if (exact || plain.length < 4) return exact;
  const meant = nearest(
    plain,
    states.map((state) => plainName(state.name)),
  );
  return states.find((state) => plainName(state.name) === meant);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
