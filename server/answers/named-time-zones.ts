import { findPlace } from '#server/places/places.ts';
import { namesInSpanish } from '#server/places/spanish-names.ts';
import { splitState } from '#server/places/us-states.ts';
import { withoutAccents } from '#server/platform/without-accents.ts';

import { isUsTimeZone, timeZoneOfZip } from './us-time-zones.ts';

/** Zones of IANA whose city is also an everyday word, a person or another place that is asked about more often. */
const notPlaces =
  /^(?:easter|center|troll|resolute|reunion|christmas|norfolk|jersey|guernsey|lima|wake|midway|davis|casey|palmer|monticello|knox|petersburg|marengo|stanley|dawson|male|mahe|cocos|canary|fakaofo|truk|yap|currie|creston|thule|vostok|mayotte|eucla|nome|apia|gaza|st johns|halifax|kentucky|indiana|metlakatla|bissau|zurich time|muscat|hebron|jujuy|catamarca|cordoba|mendoza|maceio|belem|recife|bahia|nassau|troy)$/;

/**
 * Places that IANA names no zone for, by zone. Names that are everyday words or common names (Mobile, Reading) are left
 * out.
 */
const placesByZone: Readonly<Record<string, string>> = {
  'America/New_York':
    'nyc, new york city, brooklyn, manhattan, queens, boston, philadelphia, philly, miami, atlanta, washington dc, washington d c, baltimore, pittsburgh, cleveland, cincinnati, columbus ohio, tampa, orlando, jacksonville, charlotte nc, raleigh, richmond va, norfolk va, hartford, fort lauderdale, toledo, rochester ny, buffalo ny, florida, georgia, ohio, michigan, pennsylvania, new jersey, massachusetts, connecticut, maryland, virginia, north carolina, south carolina, maine, vermont, new hampshire, rhode island, delaware, west virginia, new york state',
  'America/Chicago':
    'houston, dallas, fort worth, san antonio, austin texas, austin tx, new orleans, nashville, memphis, st louis, saint louis, kansas city, minneapolis, st paul, saint paul, milwaukee, omaha, oklahoma city, tulsa, little rock, des moines, baton rouge, birmingham al, sioux falls, fargo, wichita, green bay, texas, illinois, wisconsin, minnesota, iowa, missouri, arkansas, louisiana, mississippi, alabama, oklahoma, kansas, nebraska',
  'America/Denver':
    'salt lake city, albuquerque, colorado springs, santa fe, el paso, billings, cheyenne, colorado, utah, montana, wyoming, new mexico',
  'America/Phoenix': 'tucson, mesa az, scottsdale, flagstaff, arizona, grand canyon',
  'America/Los_Angeles':
    'la california, san francisco, san diego, san jose ca, sacramento, oakland, fresno, las vegas, reno, portland oregon, portland or, seattle, spokane, tacoma, california, nevada, oregon, washington state',
  'America/Anchorage': 'fairbanks, alaska',
  'Pacific/Honolulu': 'hawaii, maui, oahu, kauai, hilo',
  'America/Puerto_Rico': 'san juan, puerto rico',
  'Europe/London': 'england, uk, britain, scotland, wales, manchester uk, liverpool, edinburgh, glasgow',
  'Europe/Paris': 'france, marseille',
  'Europe/Berlin': 'germany, munich, hamburg, frankfurt',
  'Europe/Madrid': 'spain, barcelona',
  'Europe/Rome': 'italy, milan, venice, naples italy',
  'Europe/Dublin': 'ireland',
  'Europe/Kyiv': 'ukraine, kyiv, kiev',
  'Asia/Kolkata': 'india, mumbai, delhi, new delhi, bangalore, chennai, kolkata, calcutta, hyderabad',
  'Asia/Shanghai': 'china, beijing, shenzhen',
  'Asia/Tokyo': 'japan, osaka, kyoto',
  'Asia/Seoul': 'south korea, korea, busan',
  'Asia/Manila': 'philippines, cebu',
  'Asia/Ho_Chi_Minh': 'vietnam, hanoi, saigon',
  'Asia/Dubai': 'uae, abu dhabi',
  'Asia/Jerusalem': 'israel, tel aviv',
  'Asia/Bangkok': 'thailand',
  'Asia/Jakarta': 'bali time',
  'Asia/Karachi': 'pakistan, lahore, islamabad',
  'Africa/Lagos': 'nigeria, abuja',
  'Africa/Cairo': 'egypt',
  'Africa/Johannesburg': 'south africa, cape town',
  'Africa/Nairobi': 'kenya',
  'Australia/Sydney': 'canberra',
  'America/Toronto': 'montreal, ottawa, ontario canada, london ontario',
  'America/Edmonton': 'calgary, banff',
  'America/Mexico_City': 'guadalajara, cdmx',
  'America/Cancun': 'playa del carmen, tulum',
  'America/Sao_Paulo': 'brazil, rio de janeiro',
  'America/Argentina/Buenos_Aires': 'argentina',
  'America/Bogota': 'colombia',
  'Pacific/Auckland': 'new zealand, wellington nz',
};

const zoneOfEnglish: ReadonlyMap<string, string> = new Map([
  ...Intl.supportedValuesOf('timeZone').flatMap((zone) => {
    const city = plain(zone.split('/').at(-1) ?? '');
    return zone.includes('/') && city.length > 3 && !notPlaces.test(city) ? [[city, zone] as const] : [];
  }),
  ...Object.entries(placesByZone).flatMap(([zone, places]) =>
    places.split(', ').map((place) => [place, zone] as const),
  ),
]);
const zoneOfPlace: ReadonlyMap<string, string> = new Map([
  ...zoneOfEnglish,
  ...[...namesInSpanish].flatMap(([name, { english }]) => {
    const zone = zoneOfEnglish.get(english);
    // "Tejas" are also the tiles of a roof.
    return zone === undefined || name === 'tejas' ? [] : [[name, zone] as const];
  }),
]);

const wordsPerPlaceMax = 4;

/** The IANA time zone of a place that the words name, and nothing else; null when none is known for sure. */
export function timeZoneNamed(words: string): string | null {
  return zoneOfPlace.get(plain(words)) ?? null;
}

/** Words around five digits that are a ZIP code, and before five digits that are a quantity. */
const beforeZip = /^(?:in|near|at|zip|code|for|around|weather|wthr|forecast|temp|temperature|to|from)$/;
const afterZip = /^(?:weather|wthr|forecast|temp|temperature|today|tonight|tomorrow|now|this|weekend|rain|snow|zip)$/;
const beforeQuantity = /^(?:of|times|x|plus|minus|by|than|is|equals|root|convert|and|number|year)$/;

/**
 * The IANA time zone of a place that a question names, by ZIP code, US city or state, or large city or country abroad;
 * null when it names none that is known for sure. The last name counts: "flights from denver to boston" is Boston.
 * @param homeRegion the state of the home place: a name abroad that a town in it has too ("athens") is not sure
 */
export function timeZoneNamedIn(question: string, homeRegion: string | null = null): string | null {
  const words = plain(question).split(' ');
  const isSum = /[+*/=%$^]/.test(question);
  for (let end = words.length; end > 0; end -= 1) {
    const sure = zoneOfCityAndState(words, end);
    if (sure !== null) return sure;
    const named = zoneOfName(words, end, homeRegion);
    // An unsure name still counts as the last one: "flights from denver to paris" is not about Denver.
    if (named !== undefined) return named;
    const zone = !isSum && isZip(words, end - 1) ? zoneOfZip(words[end - 1] ?? '') : null;
    if (zone !== null) return zone;
  }
  return null;
}

const cityWordsMax = 4;
const stateWordsMax = 3;
/** Abbreviations of states that are everyday words: they count at the end of a text, after a city that a word leads to. */
const everyday = /^(?:in|or|me|hi|ok|la|de|as|al)$/;
const leadsToPlace =
  /^(?:in|near|at|to|from|for|around|of|weather|wthr|forecast|temp|time|sunset|sunrise|open|now|hours|zip)$/;
const timeWord = /^(?:now|today|tonight|tomorrow|right|open|please)$/;
/** The same, and those that may follow the name of a place by chance: "london pa system". */
const byChance = /^(?:in|or|me|hi|ok|la|de|as|al|id|oh|va|ma|pa|co|ms|vi|pr)$/;

/** The zone of a US city that is followed by its state, before `end`: "athens ga" is not in Greece. */
function zoneOfCityAndState(words: readonly string[], end: number): string | null {
  const from = Math.max(0, end - cityWordsMax - stateWordsMax);
  const split = splitState(words.slice(from, end));
  if (split === null) return null;
  const { rest, region } = split;
  const state = from + rest.length;
  const isEveryday = everyday.test(words[end - 1] ?? '');
  if (isEveryday && !words.slice(end).every((word) => timeWord.test(word))) return null;
  // "Va a" is Spanish for "is going to".
  if (words[end - 1] === 'va' && words[end] === 'a') return null;
  for (let length = Math.min(cityWordsMax, rest.length); length > 0; length -= 1) {
    const found = findPlace(words.slice(state - length, end).join(' '));
    if (found.kind !== 'one' || found.place.region !== region) continue;
    const before = words[state - length - 1];
    if (!isEveryday || before === undefined || leadsToPlace.test(before)) return found.place.timeZone;
  }
  return null;
}

/**
 * The zone of a place abroad, or of a state or large city of the US, whose name ends before `end`; undefined where none
 * does, and null where the name may be another place's.
 */
function zoneOfName(words: readonly string[], end: number, homeRegion: string | null): string | null | undefined {
  for (let start = Math.max(0, end - wordsPerPlaceMax); start < end; start += 1) {
    const name = words.slice(start, end).join(' ');
    const zone = zoneOfPlace.get(name);
    if (zone === undefined) continue;
    if (isBeforeState(words, end)) return null;
    if (homeRegion !== null && !isUsTimeZone(zone) && isTownOf(homeRegion, name)) return null;
    return zoneOfLongerName(words, start, end, zone);
  }
  return undefined;
}

/** Whether a state follows: the name is then a town of that state that no list has. */
function isBeforeState(words: readonly string[], end: number): boolean {
  if (byChance.test(words[end] ?? '')) return false;
  return [1, 2, 3].some((length) => splitState(words.slice(end, end + length))?.rest.length === 0);
}

function isTownOf(region: string, name: string): boolean {
  const found = findPlace(`${name} ${region}`);
  return found.kind === 'one' && found.place.region === region;
}

/** A name may be part of a US town's: "panama city beach", "new london". Null when several towns have that name. */
function zoneOfLongerName(words: readonly string[], start: number, end: number, zone: string): string | null {
  for (const [before, after] of [
    [1, 1],
    [0, 2],
    [1, 0],
    [0, 1],
  ] as const) {
    if (start < before || end + after > words.length) continue;
    const longer = words.slice(start - before, end + after);
    // With a state it was looked up before.
    if (splitState(longer) !== null) continue;
    const found = findPlace(longer.join(' '));
    if (found.kind !== 'none') return found.kind === 'one' ? found.place.timeZone : null;
  }
  return zone;
}

/** ZIP codes of the territories, none of which the list of places has. */
const ofTerritory = /^(?:00[6-9]|969)\d\d$|^96799$/;

/** The zone of the place that a ZIP code belongs to; null for one that does not exist. */
function zoneOfZip(zip: string): string | null {
  const found = findPlace(zip);
  if (found.kind === 'one') return found.place.timeZone;
  return ofTerritory.test(zip) ? timeZoneOfZip(zip) : null;
}

/** Whether the word at `index` is a ZIP code rather than a number that is asked about ("10000 feet in miles"). */
function isZip(words: readonly string[], index: number): boolean {
  if (!/^\d{5}$/.test(words[index] ?? '')) return false;
  const before = words[index - 1] ?? '';
  const after = words[index + 1];
  if (after === undefined) return !beforeQuantity.test(before);
  return beforeZip.test(before)
    ? !/^(?:feet|ft|miles|km|meters|steps|dollars|people|years)$/.test(after)
    : afterZip.test(after);
}

function plain(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
