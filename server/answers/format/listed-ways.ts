import { anyMark, markClose, markOpen } from './marks.ts';

/** One mark, or a list of marks. */
export const marks = `${anyMark}(?:(?:,|;| and| or|,? and|,? or)? ?${anyMark}){0,5}`;

/** The end of a name that only institutions can register, which stays unchanged. */
export const institutionHost = '(?<=[a-z0-9])\\.(?:gov|mil|edu)(?![a-z0-9-]|\\.[a-z0-9])';

const means = '(?:online|over the phone|by (?:phone|telephone|text|e-?mail|fax))';
const way = '(?:at|by|in|on|from|through|via|with)(?: (?:visiting|calling|texting|emailing|dialing))?';
/** A way to reach someone that is to go, with what it is a way of: "by phone at (312) 555-0100". */
const gone = `(?:${means} )?${way} ${marks}`;
/** Begins another way: "in person at a facility", "by mail", "at any post office"; not "by 5 PM". */
const other = `(?:online|over the phone|${way})(?= (?!\\d)|[,.]|$)`;
const otherWhole = `(?:${means}|in person|by (?:certified )?mail|${way} (?!\\d)[^${markOpen}${markClose},;]{3,60})`;
const end = '(?=$|, (?:and|but|so|which) )';

/** The one in the middle of a list, before its last: "online, by phone at …, or in person". */
const inMiddle = new RegExp(`(?<= ${otherWhole}), ${gone},? (or|and)(?= ${other})`, 'g');
const beforeOther = new RegExp(
  ` ${gone}(?:,? (?:or|and)(?= ${other})|,(?= ${other}[^;]{0,160}? (?:or|and) ${other}))`,
  'g',
);
/** The last of three: "in person, by mail, or by phone at …". */
const afterTwo = new RegExp(`(?<= ${otherWhole}), (${otherWhole}),? (or|and) ${gone}${end}`, 'g');
/** When it is answered: ", Mon-Fri 8:30-5", " between 8 a.m. and 7 p.m. weekdays", " de lunes a viernes". */
const hours = `(?:,? (?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mié|jue|vie)\\p{L}{0,6}|weekdays|daily|24/7|between|from|de|open) ?[-–\\d\\p{L}:. ]{0,60})?`;
/** "call (312) 555-0100", with what for where nothing but the call is for it. */
const call = `(?:(?:call|text|dial|phone|fax|e-?mail)(?:ing)?(?: [^${markOpen}${markClose},;]{1,40} (?:at|to))?|llam[ae](?: \\p{L}{1,12})? al?) ${marks}${hours}`;
const aim = `(?: (?:to|for|if|with|para|si) [^${markOpen}${markClose},;]{1,80})?`;
const afterOther = new RegExp(
  `,? (?:or|and|o|y) (?<=(?: ${way} [^${markOpen}]{3,200}|${institutionHost}[^${markOpen};]{0,80}),? (?:or|and|o|y) )(?:${gone}|${call}${aim})${end}`,
  'giu',
);
const afterHost = new RegExp(`(?<=${institutionHost}),? (?:or|and) ${marks}(?=[ ,]|$)`, 'g');
const beforeHost = new RegExp(
  `(?<![\\p{L}])(?:${call},? (?:or|and|o|y) (?=[^${markOpen}${markClose},;]{0,80}${institutionHost})|${marks},? (?:or|and|o|y) (?=[a-z0-9.-]{1,60}${institutionHost}))`,
  'giu',
);

/**
 * Takes marked ways to reach someone out of lists that have others: "Pay by phone at … or by mail" becomes "Pay by mail",
 * "at any post office or online at …" becomes "at any post office", "at ssa.gov or call …" becomes "at ssa.gov". A marked
 * way that is alone stays.
 */
export function withoutListedWays(text: string): string {
  // Each replacement shortens the text, and may leave the next one the neighbor of another way.
  for (let before = ''; text !== before;) {
    before = text;
    text = text
      .replace(inMiddle, ' $1')
      .replace(beforeOther, '')
      .replace(afterTwo, ' $2 $1')
      .replace(afterOther, ifFirst)
      .replace(afterHost, '')
      .replace(beforeHost, '');
  }
  return text;
}

/** Leaves the text alone if an earlier mark may own it. */
function ifFirst(found: string, offset: number, text: string): string {
  return text.indexOf(markOpen) < offset ? found : '';
}
