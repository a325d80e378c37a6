import { distance } from 'fastest-levenshtein';

/** Abbreviations that people type on a keypad. */
const shorthand: Readonly<Record<string, string>> = {
  wat: 'what',
  wht: 'what',
  wats: 'what is',
  whats: 'what is',
  "what's": 'what is',
  hows: 'how is',
  hw: 'how',
  mny: 'many',
  u: 'you',
  r: 'are',
  abt: 'about',
  defn: 'define',
  def: 'define',
  pls: '',
  plz: '',
  please: '',
  tell: '',
  me: '',
};

/**
 * Normalizes a question: lower case, straight quotes, no polite phrases, abbreviations expanded, no final punctuation.
 */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[‘’]/g, "'")
    .toLowerCase()
    .replaceAll(/[“”"¿¡]/g, ' ')
    .replace(/[\s?!.,;:]+$/, '')
    .split(/\s+/)
    .map((word) => shorthand[word.replace(/[,;:?]$/, '')] ?? word)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:hi|hello|hey|ok|so|um|can you|could you|i want to know|do you know)[ ,]+/, '')
    .trim();
}

/** Keywords of questions: a mistyped word is read as the nearest of them. */
const keywords = `define definition meaning capital population currency language languages speak spoken area calling
  nickname largest biggest city abbreviation country what many does people synonym opposite border borders`.split(
  /\s+/,
);

/** The question with mistyped keywords corrected. Words of up to three letters stay as they are. */
export function correctKeywords(words: string): string {
  return words
    .split(' ')
    .map((word) => (/^[a-z]{4,}$/.test(word) ? (nearest(word, keywords) ?? word) : word))
    .join(' ');
}

/**
 * The candidate that `word` most likely stands for: itself, or one at an edit distance of one (from four letters on) or
 * two (from eight). Of two equally near, the longer: people omit letters more often than they add them.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (candidate === word) return word;
    if (Math.abs(candidate.length - word.length) > Math.min(bestDistance, allowed)) continue;
    // The first letter is rarely wrong, and requiring it keeps "rome" from becoming "dome".
    if (candidate[0] !== word[0]) continue;
    const apart = distance(word, candidate);
    const isBetter = apart < bestDistance || (apart === bestDistance && candidate.length > (best?.length ?? Infinity));
    if (isBetter) {
      best = candidate;
      bestDistance = apart;
    }
  }
  return best;
}

/** Normalizes a name for comparison: lower case, no accents, no "the", no dots. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[-,]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^the /, '');
}
