import { namesInSpanish } from './spanish-names.ts';

/** The states, the District of Columbia and the territories, by their postal abbreviations (USPS Publication 28). */
const names: Readonly<Record<string, string>> = {
  AL: 'alabama',
  AK: 'alaska',
  AZ: 'arizona',
  AR: 'arkansas',
  AS: 'american samoa',
  CA: 'california',
  CO: 'colorado',
  CT: 'connecticut',
  DC: 'district of columbia',
  DE: 'delaware',
  FL: 'florida',
  GA: 'georgia',
  GU: 'guam',
  HI: 'hawaii',
  IA: 'iowa',
  ID: 'idaho',
  IL: 'illinois',
  IN: 'indiana',
  KS: 'kansas',
  KY: 'kentucky',
  LA: 'louisiana',
  MA: 'massachusetts',
  MD: 'maryland',
  ME: 'maine',
  MI: 'michigan',
  MN: 'minnesota',
  MO: 'missouri',
  MP: 'northern mariana islands',
  MS: 'mississippi',
  MT: 'montana',
  NC: 'north carolina',
  ND: 'north dakota',
  NE: 'nebraska',
  NH: 'new hampshire',
  NJ: 'new jersey',
  NM: 'new mexico',
  NV: 'nevada',
  NY: 'new york',
  OH: 'ohio',
  OK: 'oklahoma',
  OR: 'oregon',
  PA: 'pennsylvania',
  PR: 'puerto rico',
  RI: 'rhode island',
  SC: 'south carolina',
  SD: 'south dakota',
  TN: 'tennessee',
  TX: 'texas',
  UT: 'utah',
  VA: 'virginia',
  VI: 'virgin islands',
  VT: 'vermont',
  WA: 'washington',
  WI: 'wisconsin',
  WV: 'west virginia',
  WY: 'wyoming',
};

const codeOfEnglish: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name, code],
  ]),
);
const codeOf: ReadonlyMap<string, string> = new Map([
  ...codeOfEnglish,
  ...[...namesInSpanish].flatMap(([name, { english }]) => {
    const code = codeOfEnglish.get(english);
    return code === undefined ? [] : [[name, code] as const];
  }),
]);
const wordsMax = 3;

/**
 * Splits a state or territory, as two letters or by its name in English or Spanish, off the end of a place.
 * @param words in lower case, without punctuation
 * @returns null when they do not end in one
 */
export function splitState(
  words: readonly string[],
): { readonly rest: readonly string[]; readonly region: string } | null {
  for (let length = Math.min(wordsMax, words.length); length > 0; length -= 1) {
    const region = codeOf.get(words.slice(-length).join(' '));
    if (region !== undefined) return { rest: words.slice(0, -length), region };
  }
  return null;
}
