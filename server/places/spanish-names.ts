import { withoutAccents } from '#server/platform/without-accents.ts';

/** What Spanish calls states and cities of the US by another name, as it is shown, with the English name. */
const names: Readonly<Record<string, string>> = {
  'Carolina del Norte': 'north carolina',
  'Carolina del Sur': 'south carolina',
  'Dakota del Norte': 'north dakota',
  'Dakota del Sur': 'south dakota',
  Filadelfia: 'philadelphia',
  Hawái: 'hawaii',
  Luisiana: 'louisiana',
  Misisipi: 'mississippi',
  Misuri: 'missouri',
  'Nueva Jersey': 'new jersey',
  'Nueva Orleans': 'new orleans',
  'Nueva York': 'new york',
  'Nuevo Hampshire': 'new hampshire',
  'Nuevo México': 'new mexico',
  Pensilvania: 'pennsylvania',
  Tejas: 'texas',
  'Virginia Occidental': 'west virginia',
};
const wordsMax = 3;

type NameInSpanish = { readonly name: string; readonly english: string };

/**
 * Names by what is read of them: in lower case, without accents.
 * @param englishNames the English name of each Spanish one
 */
export function byPlainName(englishNames: Readonly<Record<string, string>>): ReadonlyMap<string, NameInSpanish> {
  return new Map(
    Object.entries(englishNames).map(([name, english]) => [withoutAccents(name).toLowerCase(), { name, english }]),
  );
}

/** The Spanish names of states and cities of the US. */
export const namesInSpanish = byPlainName(names);

/**
 * A place with the English name where it begins with a Spanish one: "nueva orleans luisiana" is "new orleans luisiana".
 * @param words in lower case, without accents and punctuation
 */
export function placeInEnglish(words: readonly string[]): readonly string[] {
  for (let length = Math.min(wordsMax, words.length); length > 0; length -= 1) {
    const found = namesInSpanish.get(words.slice(0, length).join(' '));
    if (found !== undefined) return [...found.english.split(' '), ...words.slice(length)];
  }
  return words;
}
