import type { Language } from '#contract/language.ts';
import { findPlace } from '#server/places/places.ts';
import { byPlainName, namesInSpanish } from '#server/places/spanish-names.ts';
import { own } from '#server/platform/own.ts';

import { timeZoneNamed } from '../named-time-zones.ts';
import { surePlace } from '../sure-place.ts';

/** A place with a clock. `isMostly`: parts of it have another one. */
export type Clock = { readonly name: string; readonly timeZone: string; readonly isMostly: boolean };

/** What Spanish calls places abroad that the lists have under English names, as it is shown. */
const abroad: Readonly<Record<string, string>> = {
  Tokio: 'tokyo',
  Londres: 'london',
  'Ciudad de México': 'mexico city',
  CDMX: 'mexico city',
  Moscú: 'moscow',
  Pekín: 'beijing',
  Roma: 'rome',
  Atenas: 'athens',
  Lisboa: 'lisbon',
  Berlín: 'berlin',
  Viena: 'vienna',
  Estambul: 'istanbul',
  'El Cairo': 'cairo',
  Jerusalén: 'jerusalem',
  Sídney: 'sydney',
  Singapur: 'singapore',
  'La Habana': 'havana',
  Habana: 'havana',
  España: 'spain',
  Francia: 'france',
  Alemania: 'germany',
  Italia: 'italy',
  Inglaterra: 'england',
  Irlanda: 'ireland',
  Japón: 'japan',
  'Corea del Sur': 'south korea',
  Filipinas: 'philippines',
  Egipto: 'egypt',
};
const knownInSpanish: typeof namesInSpanish = new Map([...byPlainName(abroad), ...namesInSpanish]);

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
  /^(?:florida|texas|tennessee|kentucky|indiana|michigan|north dakota|south dakota|nebraska|kansas|idaho|oregon|nevada|arizona|alaska|brazil|brasil|spain|new zealand|argentina)$/;

/** In Spanish, as often the one in Latin America or Spain. */
const abroadInSpanish = /^(?:san jose|santa ana|santa clara|santa fe|toledo)$/;

/** The clock of a place that the words name, and nothing else: "tokyo", "austin tx", "60614", "nueva york"; null if unsure. */
export function clockOf(words: string, language: Language): Clock | null {
  if (language === 'es' && abroadInSpanish.test(words)) return null;
  const zone = /^(?:the )?(\w+)(?: (?:standard |daylight )?(?:time(?: zone)?|zone))?$/.exec(words)?.[1] ?? '';
  const named = own(zoneNames, zone);
  if (named !== undefined) return { name: named[0], timeZone: named[1], isMostly: false };
  const spanish = knownInSpanish.get(words);
  const place = spanish === undefined ? surePlace(words.split(' '), findPlace) : null;
  if (place !== null) return { name: `${place.city}, ${place.region}`, timeZone: place.timeZone, isMostly: false };
  const english = spanish?.english ?? words;
  const timeZone = timeZoneNamed(english);
  if (timeZone === null) return null;
  return { name: spanish?.name ?? inCapitals(words), timeZone, isMostly: several.test(english) };
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
