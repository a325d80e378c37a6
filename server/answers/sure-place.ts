import { type FindPlace, type KnownPlace, placeKey } from '#server/places/places.ts';

import { timeZoneNamedIn } from './named-time-zones.ts';
import { isUsTimeZone } from './us-time-zones.ts';

const placeWordsMax = 5;
/** A city without a state must be this large to be meant, by its number of ZIP codes. */
export const clearSize = 5;

/** Large enough, and still as often a place abroad, a season, or another word: these need their state. */
const alsoElse =
  /^(?:cambridge|lima|odessa|santa cruz|victoria|york|independence|jupiter|orange|reading|spring|surprise|temple)$/i;

/** A place by ZIP code, by city and state, or a large city of a name that is not also a place abroad. */
export function surePlace(words: readonly string[], findPlace: FindPlace): KnownPlace | null {
  if (words.length > placeWordsMax) return null;
  const text = words.join(' ');
  const found = findPlace(text);
  if (found.kind !== 'one') return null;
  const { place, size } = found;
  if (place.zip !== null) return /^\d{5}(?:-\d{4})?$|[a-z] \d{5}/.test(text) ? place : null;
  // Jamaica is an island, unless New York is said.
  const named = timeZoneNamedIn(text);
  if (named !== null && !isUsTimeZone(named)) return null;
  if (alsoElse.test(text)) return null;
  if (size >= clearSize || new RegExp(`\\b${place.region}$`, 'i').test(text)) return place;
  return words.length > 1 && !isSplit(words, place) ? place : null;
}

/** Whether the words are a city's name only when they are written as fewer: "sun down" is not Sundown. */
function isSplit(words: readonly string[], { city }: KnownPlace): boolean {
  return words.length > city.split(/[ -]/).length && placeKey(words.join(' ')) === placeKey(city);
}
