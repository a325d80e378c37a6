import type { FindPlace, Place } from '#server/places/places.ts';

/** What a text says about the home place. `unknown`: it names a place that is not in the list; `several`: more than one. */
export type HomeCommand =
  | { readonly kind: 'set'; readonly place: Place }
  | { readonly kind: 'remove' | 'show' | 'unknown' | 'several' };

/** HOME, also after "set my", and what may stand between it and the place. */
const opening =
  /^[\s"'“]*(?:(?:please\s+)?(?:set|change|update|make)\s+)?(?:my\s+)?home\b(?:\s*[:=-]\s*|\s+(?:place|town|zip|city|location)\b)?(?:\s*(?:is|to|in|=|:)(?=[\s\d]))?\s*/i;
const off = /^(?:off|remove|delete|clear|none|forget)\s*[.!]*$/i;
const show = /^[\s?.!]*$/;
const wholeZip = /^\d{5}(?:-\d{4})?[\s.!?]*$/;
/** Words after "home" that make it a question, though there are places of these names. */
const everyday =
  /^(?:depot|alone|page|pages|run|runs|rule|rules|school|office|security|health|care|loan|loans|prices?|insurance|buyers?|sales?|goods|improvement|remedy|remedies|town|work|phone|equity|warranty|garden|made|base|plate|field|repair|repairs|inspection|inspector|values?|builders?|cooking|decor|team|game|games|stretch|sick|less|front|free|star|stars|place|mail|theater|brew|land|sweet|video|shopping|box|affairs|row|grown|coming|plans?|delivery|services?|help|tests?|test|owners?|style|button|screen)$/;
/** The longest name of a place that a text without a state may be. */
const NAME_WORDS_MAX = 3;

/**
 * Reads a text that sets, shows or removes the home place: HOME 60614, HOME Austin TX, HOME?, HOME OFF. Any other text
 * that begins with "home" is a question ("home depot hours").
 * @returns null for a question
 */
export function homeCommandOf(body: string, findPlace: FindPlace): HomeCommand | null {
  const text = body.normalize('NFKC').trim();
  const begin = opening.exec(text);
  if (begin === null) return null;
  const rest = text.slice(begin[0].length).replace(/(?<!["'”])["'”]+$/, '');
  if (show.test(rest)) return { kind: 'show' };
  if (off.test(rest)) return { kind: 'remove' };
  const found = findPlace(rest);
  if (wholeZip.test(rest)) return found.kind === 'one' ? set(found.place) : { kind: 'unknown' };
  if (rest.includes('?')) return null;
  const words = rest
    .toLowerCase()
    .replace(/[.,!]+/g, ' ')
    .trim()
    .split(/\s+/);
  const isEveryday = everyday.test(words[0] ?? '');
  if (found.kind === 'one' && !(isEveryday && words.length === 1)) return set(found.place);
  if (isEveryday || words.length > NAME_WORDS_MAX) return null;
  if (found.kind === 'several') return { kind: 'several' };
  // "HOME Asutin, TX" means a place; "home values in my area" does not.
  return /^[a-z .'-]+,\s*[a-z]{2}[\s.!]*$/i.test(rest) ? { kind: 'unknown' } : null;
}

/** The place of a text that is nothing but a ZIP code, or a city with its state: a reply to "for which place?". */
export function barePlaceOf(body: string, findPlace: FindPlace): Place | null {
  const text = body.normalize('NFKC').trim();
  const state = /^[a-z .'-]{2,40}[,\s]\s*([a-z]{2})[\s.!]*$/i.exec(text)?.[1];
  if (state === undefined && !wholeZip.test(text)) return null;
  const found = findPlace(text);
  if (found.kind !== 'one') return null;
  // "Hi ma" is also Hima, Kentucky.
  return state === undefined || state.toUpperCase() === found.place.region ? placeOf(found.place) : null;
}

function set(place: Place): HomeCommand {
  return { kind: 'set', place: placeOf(place) };
}

/** What is kept of a place. */
function placeOf({ city, region, zip }: Place): Place {
  return { city, region, zip };
}
