import { clearSize, surePlace } from '#server/answers/sure-place.ts';
import type { FindPlace } from '#server/places/places.ts';

import { barePlaceOf, type HomeCommand } from './home.ts';
import { plainWords } from './plain-words.ts';

const opening = /^[\s"'“¡¿]*(mi\s+)?casa(?:\b|(?=\d{5}(?!\d)))(?:\s*[:=-]\s*|\s+(?:es|est[aá] en|en)\s+)?\s*/iu;
const off = /^(?:NO|OFF|QUITAR|QUITE|BORRAR|BORRE|ELIMINAR|OLVIDAR|OLVIDE)(?: POR FAVOR| GRACIAS)?$/;
/** Whole texts, as `plainWords` has them. */
const removeMine =
  /^(?:POR FAVOR )?(?:QUITAR|QUITE|BORRAR|BORRE|ELIMINAR|ELIMINE|OLVIDAR|OLVIDE) MI CASA(?: POR FAVOR)?$/;
const showMine = /^CUAL ES MI CASA$/;
const wholeZip = /^\d{5}(?: \d{4})?$/;
/** Large cities that are also words, or on the signs of restaurants: "casa chico", "casa corona". */
const alsoWord = /^(?:chico|cocoa|corona|largo|pueblo)$/;

/**
 * HOME in Spanish: CASA 60614, CASA Laredo Texas, CASA?, CASA BORRAR. Stricter than HOME, because many names begin with it
 * ("casa bonita denver", "casa de cambio"): a city needs its state, and a large one without it is asked for it.
 * @returns null for any other text
 */
export function casaCommandOf(body: string, findPlace: FindPlace): HomeCommand | null {
  const text = body.normalize('NFKC').trim();
  const begin = opening.exec(text);
  if (begin === null) return commandOnMine(text);
  const rest = text.slice(begin[0].length).replace(/(?<!["'”])["'”]+$/, '');
  const words = plainWords(rest);
  if (words === '') return begin[1] === undefined ? { kind: 'show' } : null;
  if (off.test(words)) return { kind: 'remove' };
  const place = barePlaceOf(rest, findPlace);
  if (place !== null) return { kind: 'set', place };
  if (wholeZip.test(words)) return { kind: 'unknown' };
  return !body.includes('?') && isLargeCity(words, findPlace) ? { kind: 'several' } : null;
}

/** "CASA Houston": more cities have that name. */
function isLargeCity(words: string, findPlace: FindPlace): boolean {
  const name = words.toLowerCase().replace(/ (?:por favor|gracias)$/, '');
  const found = findPlace(name);
  if (found.kind !== 'one' || found.size < clearSize || alsoWord.test(name)) return false;
  return surePlace(name.split(' '), findPlace) !== null;
}

function commandOnMine(text: string): HomeCommand | null {
  if (!/casa/i.test(text)) return null;
  const words = plainWords(text);
  if (removeMine.test(words)) return { kind: 'remove' };
  return showMine.test(words) ? { kind: 'show' } : null;
}
