import type { FindPlace, KnownPlace } from '#server/places/places.ts';

import { timeZoneNamedIn } from './prompt-places.ts';

const PLACE_WORDS_MAX = 5;
/** A city without a state must be this large to be meant, by its number of ZIP codes. */
const CLEAR_SIZE = 5;

/** A place by ZIP code, by city and state, or a large city of a name that is not also a place abroad. */
export function surePlace(words: readonly string[], findPlace: FindPlace): KnownPlace | null {
  if (words.length > PLACE_WORDS_MAX) return null;
  const text = words.join(' ');
  const found = findPlace(text);
  if (found.kind !== 'one') return null;
  if (found.place.zip !== null) return /^\d{5}(?:-\d{4})?$|[a-z] \d{5}/.test(text) ? found.place : null;
  const withState = new RegExp(`\\b${found.place.region}$`, 'i').test(text) || words.length > 1;
  const abroad = timeZoneNamedIn(text);
  const isAbroad = abroad !== null && !/^(?:America|Pacific)\//.test(abroad);
  return !isAbroad && (withState || found.size >= CLEAR_SIZE) ? found.place : null;
}
