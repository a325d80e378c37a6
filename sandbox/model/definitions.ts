import type { OfflineAnswer, Skill } from './skill.ts';
import { lookUp, nearestWord, type Sense } from './wordnet.ts';

const source = { title: 'WordNet 3.1, Princeton University', url: 'https://wordnet.princeton.edu/' };

const asked = [
  /^(?:define|definition of|definition for|meaning of|dictionary) (?:the (?:word|term|meaning of) )?(.+)$/,
  /^what (?:is|are) the (?:definition|meaning) (?:of|for) (?:the (?:word|term) )?(.+)$/,
  /^what (?:does|do|dose) (?:the (?:word|term) )?(.+?) (?:mean|means|stand for)$/,
  /^(.+?) (?:definition|meaning|define|mean|means)$/,
];
const askedSynonym = /(?:synonyms?|another word|other words?) (?:of|for) (.+)$/;
const askedOpposite = /(?:antonyms?|opposite) (?:of|for) (.+)$/;
/** "what is photosynthesis": a definition too, unless another skill has an answer. */
const askedWhat = /^what (?:is|are) (?:an? |the )?([a-z-]+(?: [a-z-]+)?)$/;

/** Definitions, and synonyms and opposites on demand. */
export const definitions: Skill = (words) => {
  const synonym = askedSynonym.exec(words)?.[1];
  if (synonym !== undefined) return other(synonym, 'synonyms');
  const opposite = askedOpposite.exec(words)?.[1];
  if (opposite !== undefined) return other(opposite, 'opposites');
  for (const pattern of asked) {
    const word = pattern.exec(words)?.[1];
    if (word !== undefined) return define(clean(word), true);
  }
  return null;
};

/** The last resort for "what is ..." with one or two words that WordNet has. */
export const plainWhatIs: Skill = (words) => {
  const word = askedWhat.exec(words)?.[1];
  return word === undefined ? null : define(word, false);
};

function clean(word: string): string {
  return word
    .replaceAll(/["'()]/g, '')
    .replace(/^(?:an?|to|the) /, '')
    .trim();
}

/** How much of a definition fits a text. */
const SENSES_MAX = 2;
const ENOUGH_CHARS = 150;

function define(word: string, mayGuess: boolean): OfflineAnswer | null {
  const found = lookUp(word, SENSES_MAX);
  if (found) return { text: sayDefinition(found.lemma, found.senses), source };
  const guess = mayGuess && /^[a-z]{5,}$/.test(word) ? nearestWord(word) : undefined;
  const meant = guess === undefined ? null : lookUp(guess, SENSES_MAX);
  if (meant) return { text: `Did you mean ${guess}? ${sayDefinition(meant.lemma, meant.senses)}`, source };
  return mayGuess ? { text: `The dictionary here has no entry for "${word}".`, source } : null;
}

function sayDefinition(lemma: string, senses: readonly Sense[]): string {
  const [first, second] = senses;
  if (!first) return '';
  const said = `${capital(lemma)} (${first.partOfSpeech}): ${first.definition}.`;
  if (!second || said.length > ENOUGH_CHARS) return said;
  const kind = second.partOfSpeech === first.partOfSpeech ? '' : ` (${second.partOfSpeech})`;
  return `${said} It can also mean${kind}: ${second.definition}.`;
}

function other(given: string, which: 'synonyms' | 'opposites'): OfflineAnswer {
  const word = clean(given);
  const senses = lookUp(word, 4)?.senses ?? [];
  const found = [...new Set(senses.flatMap((sense) => sense[which]))].slice(0, 4);
  const name = which === 'synonyms' ? 'Another word' : 'The opposite';
  const preposition = which === 'synonyms' ? 'for' : 'of';
  if (found.length === 0)
    return {
      text: `The dictionary here knows no ${which === 'synonyms' ? 'synonym' : 'opposite'} of "${word}".`,
      source,
    };
  return { text: `${name} ${preposition} ${word} is ${listWords(found, 'or')}.`, source };
}

/** `a, b or c`. */
export function listWords(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
