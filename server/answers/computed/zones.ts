import type { Language } from '#contract/language.ts';
import { findPlace } from '#server/places/places.ts';
import { own } from '#server/platform/own.ts';

import { timeZoneNamed } from '../named-time-zones.ts';
import { surePlace } from '../sure-place.ts';

/** A place with a clock. `isMostly`: parts of it have another one. */
export type Clock = { readonly name: string; readonly timeZone: string; readonly isMostly: boolean };

/** What Spanish calls places that the lists have under English names. */
const englishNames: Readonly<Record<string, string>> = {
  tokio: 'tokyo',
  londres: 'london',
  'nueva york': 'new york city',
  'nueva orleans': 'new orleans',
  'ciudad de mexico': 'mexico city',
  cdmx: 'mexico city',
  moscu: 'moscow',
  pekin: 'beijing',
  roma: 'rome',
  atenas: 'athens',
  lisboa: 'lisbon',
  berlin: 'berlin',
  viena: 'vienna',
  estambul: 'istanbul',
  'el cairo': 'cairo',
  jerusalen: 'jerusalem',
  sidney: 'sydney',
  singapur: 'singapore',
  'la habana': 'havana',
  habana: 'havana',
  espana: 'spain',
  francia: 'france',
  alemania: 'germany',
  italia: 'italy',
  inglaterra: 'england',
  irlanda: 'ireland',
  japon: 'japan',
  'corea del sur': 'south korea',
  filipinas: 'philippines',
  egipto: 'egypt',
  hawai: 'hawaii',
  filadelfia: 'philadelphia',
};

const zoneNames: Readonly<Record<string, readonly [name: string, timeZone: string]>> = {
  eastern: ['Eastern time', 'America/New_York'],
  central: ['Central time', 'America/Chicago'],
  mountain: ['Mountain time', 'America/Denver'],
  pacific: ['Pacific time', 'America/Los_Angeles'],
  utc: ['UTC', 'UTC'],
  gmt: ['UTC', 'UTC'],
};

/** States and countries with more than one zone, whose largest part is meant. */
const several =
  /^(?:florida|texas|tennessee|kentucky|indiana|michigan|north dakota|south dakota|nebraska|kansas|idaho|oregon|nevada|arizona|alaska|brazil|brasil|spain|espana|new zealand|argentina)$/;

/** In Spanish, as often the one in Latin America or Spain. */
const abroadInSpanish = /^(?:san jose|santa ana|santa clara|santa fe|toledo)$/;

/** The clock of a place that the words name, and nothing else: "tokyo", "austin tx", "60614", "nueva york"; null if unsure. */
export function clockOf(words: string, language: Language): Clock | null {
  if (language === 'es' && abroadInSpanish.test(words)) return null;
  const zone = /^(?:the )?(\w+)(?: (?:standard |daylight )?(?:time(?: zone)?|zone))?$/.exec(words)?.[1] ?? '';
  const named = own(zoneNames, zone);
  if (named !== undefined) return { name: named[0], timeZone: named[1], isMostly: false };
  const place = surePlace(words.split(' '), findPlace);
  if (place !== null) return { name: `${place.city}, ${place.region}`, timeZone: place.timeZone, isMostly: false };
  const timeZone = timeZoneNamed(own(englishNames, words) ?? words);
  return timeZone === null ? null : { name: inCapitals(words), timeZone, isMostly: several.test(words) };
}

const small = /^(?:of|the|de|del|la|las|los|el|and|y)$/;

function inCapitals(words: string): string {
  return words
    .split(' ')
    .map((word, nth) =>
      nth > 0 && small.test(word)
        ? word
        : /^(?:nyc|uk|uae|cdmx|usa|dc)$/.test(word) || (nth > 0 && word.length === 2)
          ? word.toUpperCase()
          : capital(word),
    )
    .join(' ');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
