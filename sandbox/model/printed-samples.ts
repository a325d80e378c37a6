import type { Skill } from './skill.ts';

const source = { title: 'Sandbox', url: 'https://sandbox.example/samples' };

/**
 * Questions that the product's pages and texts suggest but that need the web: each has an invented answer that says so,
 * so that the suggestions work without a model's key.
 */
const samples: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /^(?:what is the |what will the )?weather (?:be )?(?:in |for )?(.+)$/,
    ([, where = 'here']) =>
      `Sample forecast for ${where}: partly cloudy, high near 58F, low around 41F. Light wind from the southwest. No rain is expected. The sandbox has no web, so this is not today's weather.`,
  ],
  [
    /^will it (?:rain|snow)(?: (.+))?$/,
    ([, when = 'today']) =>
      `Sample forecast for ${when}: partly cloudy, and no rain is expected. High near 58F. The sandbox has no web, so this is not the real weather.`,
  ],
  [
    /\b(?:cubs)\b.*\b(?:game|win|won)\b|\b(?:game|win|won)\b.*\bcubs\b/,
    () => `Sample result: the Cubs won 5-3 against the Cardinals. The sandbox has no web, so this is not a real score.`,
  ],
  [
    /\bwax\b.*\bcarpet\b/,
    () =>
      'Let the wax harden, with ice if need be, and scrape off what you can. Lay a plain paper towel over the rest and press with a warm iron, without steam. The paper soaks up the wax; move to a clean spot and repeat. Dab what is left with rubbing alcohol.',
  ],
  [
    /\bhard[- ]?boil\w* eggs?\b|\bboil (?:an )?eggs?\b/,
    () =>
      'Cover the eggs with cold water and bring to a boil. Turn off the heat, cover, and wait 10 to 12 minutes. Then cool them in ice water.',
  ],
  [
    /\bphone number\b.*\b(?:library|pharmacy)\b|\b(?:library|pharmacy)\b.*\b(?:phone number|phone|number)\b/,
    () =>
      "Sample answer: the main branch's phone number is (312) 555-0199. It's at 400 S. State St. and is open until 8 PM. The sandbox has no web, so these are not real.",
  ],
  [
    /\bdaylight saving/,
    () =>
      'In the US, daylight saving time ends at 2 AM on the first Sunday of November, when clocks go back an hour. It starts on the second Sunday of March.',
  ],
  [
    /\blibrary\b.*\bopen\b/,
    () =>
      'Sample answer: yes, the main branch is open Sundays, 1 to 5 PM. The sandbox has no web, so call ahead before you go.',
  ],
];

/** The answer to a suggested question. Tried last, so that a real answer takes precedence. */
export const printedSamples: Skill = (words) => {
  for (const [pattern, answer] of samples) {
    const match = pattern.exec(words);
    if (match) return { text: answer(match), source };
  }
  return null;
};
