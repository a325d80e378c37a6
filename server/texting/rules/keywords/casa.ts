import type { FindPlace } from '#server/places/places.ts';

import type { HomeCommand } from './home.ts';
import { plainWords } from './plain-words.ts';

const opening = /^[\s"'“¡¿]*(mi\s+)?casa\b(?:\s*[:=-]\s*|\s+(?:es|est[aá] en|en)\s+)?\s*/iu;
const off = /^(?:NO|OFF|QUITAR|QUITE|BORRAR|BORRE|ELIMINAR|OLVIDAR|OLVIDE)$/;
const wholeZip = /^\d{5}(?:-\d{4})?[\s.!?]*$/;
/** "Austin TX", "Laredo, Texas" is not enough: many names begin with "casa". */
const cityAndState = /^[\p{L} .'-]{2,40}[,\s]\s*[a-z]{2}[\s.!]*$/iu;

/**
 * HOME in Spanish: CASA 60614, CASA Austin TX, CASA?, CASA BORRAR. Stricter than HOME, because many names begin with it
 * ("casa bonita denver", "casa de cambio").
 * @returns null for any other text
 */
export function casaCommandOf(body: string, findPlace: FindPlace): HomeCommand | null {
  const text = body.normalize('NFKC').trim();
  const begin = opening.exec(text);
  if (begin === null) return null;
  const rest = text.slice(begin[0].length).replace(/(?<!["'”])["'”]+$/, '');
  const words = plainWords(rest);
  if (words === '') return begin[1] === undefined ? { kind: 'show' } : null;
  if (off.test(words)) return { kind: 'remove' };
  const isZip = wholeZip.test(rest);
  if (!isZip && !cityAndState.test(rest)) return null;
  const found = findPlace(rest.replace(/[.!?]+$/, ''));
  if (found.kind === 'one') {
    const { city, region, zip } = found.place;
    return { kind: 'set', place: { city, region, zip } };
  }
  return isZip ? { kind: 'unknown' } : null;
}
