import type { FindPlace, Place } from '#server/places/places.ts';
import { splitState } from '#server/places/us-states.ts';

import { plainWords } from './plain-words.ts';

/** What a text says about the home place. `unknown`: it names a place that is not in the list; `several`: more than one. */
export type HomeCommand =
  | { readonly kind: 'set'; readonly place: Place }
  | { readonly kind: 'remove' | 'show' | 'unknown' | 'several' };

/** HOME, also after "set my", and what may stand between it and the place. */
const opening =
  /^[\s"'“]*(?:(?:please\s+)?(?:set|change|update|make|save)\s+)?(?:my\s+)?home(?:\b|(?=\d{5}(?!\d)))(?:\s*[:=-]\s*|\s+(?:place|town|zip|city|location)\b)?(?:\s*(?:is|to|in|=|:)(?=[\s\d]))?\s*/i;
const off = /^(?:off|remove|delete|clear|none|forget)\s*[.!]*$/i;
const show = /^[\s?.!]*$/;
/** Whole texts, as `plainWords` has them. */
const removeMine = /^(?:PLEASE )?(?:REMOVE|DELETE|FORGET|CLEAR|ERASE) MY HOME(?: PLACE)?(?: PLEASE)?$/;
const showMine = /^WHAT(?:S| IS) MY HOME(?: PLACE)?$/;
/** "Please" and "thank you" after a command. */
const politeEnd = /(?<![\s,.!?])[\s,.!?]+(?:please|pls|thanks|thank you|por favor|gracias)[\s.!]*$/i;
const wholeZip = /^\d{5}(?:-\d{4})?[\s.!?]*$/;
/** Words after "home" that make it a question, though there are places of these names. */
const everyday =
  /^(?:depot|alone|page|pages|run|runs|rule|rules|school|office|security|health|care|loan|loans|prices?|insurance|buyers?|sales?|goods|improvement|remedy|remedies|town|work|phone|equity|warranty|garden|made|base|plate|field|repair|repairs|inspection|inspector|values?|builders?|cooking|decor|team|game|games|stretch|sick|less|front|free|star|stars|place|mail|theater|brew|land|sweet|video|shopping|box|affairs|row|grown|coming|plans?|delivery|services?|help|tests?|test|owners?|style|button|screen|fries|gas|park|tea|early|lawn|energy|range|power|pool|economy|cook|bath|chicken|rice|banks)$/;
/** The longest name of a place that a text without a state may be. */
const nameWordsMax = 3;

/**
 * Reads a text that sets, shows or removes the home place: HOME 60614, HOME Austin TX, HOME?, HOME OFF. Any other text
 * that begins with "home" is a question ("home depot hours").
 * @returns null for a question
 */
export function homeCommandOf(body: string, findPlace: FindPlace): HomeCommand | null {
  const text = body.normalize('NFKC').trim();
  const begin = opening.exec(text);
  if (begin === null) return commandOnMine(text);
  const rest = text
    .slice(begin[0].length)
    .replace(/(?<!["'”])["'”]+$/, '')
    .replace(politeEnd, '');
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
  // "HOME Michigan" tells too little; "home in" and "home ok" tell nothing.
  const isState = splitState(words)?.rest.length === 0 && words.join('').length > 2;
  if (isState && found.kind === 'none') return { kind: 'unknown' };
  const isEveryday = everyday.test(words[0] ?? '');
  if (found.kind === 'one' && !(isEveryday && words.length === 1)) return set(found.place);
  if (isEveryday || words.length > nameWordsMax) return null;
  if (found.kind === 'several') return { kind: 'several' };
  // "HOME Asutin, TX" means a place; "home values in my area" does not.
  return /^[a-z .'-]+,\s*[a-z]{2}[\s.!]*$/i.test(rest) ? { kind: 'unknown' } : null;
}

/** "Remove my home place", "what is my home?": commands that do not begin with HOME. */
function commandOnMine(text: string): HomeCommand | null {
  if (!/home/i.test(text)) return null;
  const words = plainWords(text);
  if (removeMine.test(words)) return { kind: 'remove' };
  return showMine.test(words) ? { kind: 'show' } : null;
}

/** What may stand before the place in a reply to "for which place?": "it's", "I live in", "my zip code is". */
const replyOpening =
  /^(?:(?:it['’]?s|it is|(?:(?:i|we) live |(?:i|we)(?:['’]?m|['’]?re| am| are) )?(?:in|near)|for|(?:my )?zip(?: code)?(?: is)?|(?:vivo )?en|para|es|(?:mi )?c[oó]digo postal(?: es)?)\s*:?\s+)+/i;
const endsInZip = /\d{5}(?:-\d{4})?$/;
/** The longest text that may be such a reply, in characters. */
const replyMax = 60;

/**
 * The place of a text that says nothing else, as a reply to "for which place?" does: a ZIP code, also after its city, or
 * a city with its state.
 */
export function barePlaceOf(body: string, findPlace: FindPlace): Place | null {
  if (body.length > replyMax) return null;
  const said = body
    .normalize('NFKC')
    .trim()
    .replace(replyOpening, '')
    .replace(politeEnd, '')
    .replace(/[\s,.!?]+$/, '');
  if (endsInZip.test(said)) {
    const found = findPlace(said);
    return found.kind === 'one' ? placeOf(found.place) : null;
  }
  const words = plainWords(said).toLowerCase();
  const state = splitState(words.split(' '));
  // A town in the state of Washington, but also the president.
  if (state === null || state.rest.length === 0 || words === 'george washington') return null;
  const found = findPlace(said);
  // "Hi ma" is also Hima, Kentucky.
  return found.kind === 'one' && found.place.region === state.region ? placeOf(found.place) : null;
}

function set(place: Place): HomeCommand {
  return { kind: 'set', place: placeOf(place) };
}

/** What is kept of a place. */
function placeOf({ city, region, zip }: Place): Place {
  return { city, region, zip };
}
