import type { Language } from '#contract/language.ts';

import { languageOf } from '../language/language-of.ts';
import { anyPattern } from './any-pattern.ts';
import { spanishCrisisPatterns } from './crisis-patterns-spanish.ts';
import { crisisPatterns } from './crisis-patterns.ts';
import { asksElse, sentencesOf, shortenings } from './crisis-sentences.ts';
import { inSpanishSpelling } from './crisis-spelling-spanish.ts';
import { inPlainSpelling, plainClause } from './crisis-spelling.ts';

const works =
  'lyrics|songs?|movie|film|novel|poem|quotes?|meme|book|chapter|episode|season \\d|showtimes|statistics|trailer|soundtrack|scene|meaning|definition|translation|' +
  'letra|cancion|pelicula|serie|capitulo|libro|significado|chistes?|novela';
const games =
  'minecraft|roblox|fortnite|gta|(?:the )?sims|skyrim|zelda|elden ring|crusader kings|video game|game|linux|python';

/**
 * Begins a text that asks about a phrase and stands right before it: "who sang", "que significa", "what movie has the line".
 * Anywhere else in a text such words excuse nothing ("I want to die. What does it matter").
 */
const asksAbout = new RegExp(
  '^(?:(?:hey|hi|hello|ok|so|please|can you|could you|tell me|hola) )*' +
    '(?:who (?:said|sang|sings|wrote)|what does|whats (?:the )?(?:meaning|definition) of|what is (?:the )?(?:meaning|definition) of|' +
    '(?:meaning|definition) of|define|translate|how (?:do|would) (?:you|u|i) (?:say|spell|translate)|how to (?:say|spell)|' +
    '(?:lyrics|quotes?|songs?|movies?|poems?|memes?|books?) (?:to|of|for|about|with|called|where)|' +
    '(?:what|which) (?:movie|song|book|film|episode|show|poem) (?:is it where|is it that|has|says|goes|with|where)|' +
    'que (?:significa|quiere decir)|como se dice|letra de|cancion de|(?:en )?que (?:pelicula|cancion|libro|serie|novela)(?: (?:dice|dicen|sale|tiene|se llama))?|traduce|traducir|quien (?:canta|dijo|escribio))' +
    '(?: (?:the|a|song|movie|film|book|novel|poem|quote|line|lyrics|words|word|phrase|called|titled|named|la|el|cancion|frase|' +
    'i|im|he|kin|you|it|to|how|just|really|dont|want|do|mi|me|yo|ya|no))*$',
);
/** Not the sender's own words, which begin another sentence. */
const anyOther =
  '(?!(?:i|im|id|ill|ive|my|me|we|our|and|but|so|because|before|after|please|help|give|send|play|need)\\b)\\w+';
/** Stands right after a phrase that is a title, a quotation or an act in a game: "lyrics", "in spanish", "in minecraft". */
const isTitle = new RegExp(
  `^(?: (?:today|tonight|anymore|now|the|official|full|song|music|movie)){0,3} (?:${works})\\b|` +
    `^(?: ${anyOther}){1,4} (?:lyrics|letra)$|^ by(?: ${anyOther}){1,3} (?:${works})$|` +
    '^ (?:in|en) (?:english|spanish|french|german|italian|japanese|korean|chinese|espanol|ingles)\\b|' +
    `^ (?:in|on|en) (?:(?:the|a|an|this|that) )?(?:${works}|show|${games})\\b(?! (?:theat|room|store|line|parking))`,
);
/** Ends "what does ... mean", and the same in a text that begins so. */
const asksMeaning = /\b(?:mean|stand for)\b/;

/**
 * Whether a text says that its sender, or a person with them, is in danger now: suicidal, threatened by another person,
 * in an accident or ill. Such a text gets the 911 and 988 reply immediately (docs/reference/decisions.md#crisis). Texts
 * that only contain the words ("911 porsche hp", "suicide squad showtimes", "kill a process linux") are questions: the
 * patterns require the first person or a plain call for help.
 */
export function isCrisis(text: string): boolean {
  return dangerSaid(text) !== null;
}

/**
 * The language to answer such a text in: that of its words, else Spanish if the danger is said in Spanish ("hay humo en
 * la casa" has too few words to tell otherwise); null when neither is sure.
 */
export function crisisLanguageOf(text: string): Language | null {
  return languageOf(text) ?? (dangerSaid(text) === 'es' ? 'es' : null);
}

/**
 * The language of the words that say it; null for no danger. Many patterns take a whole clause ("my husband passed out"),
 * which may stand between others: so a text is read as a whole, by its sentences, and without what people say before and
 * after ("hello", "we are at 22 oak street"). A sentence that asks for something else makes the others its introduction
 * ("My mom fell. What walker is best?"): then only the whole text counts, unless its phrase is quoted ("I want to die.
 * Song of the day?").
 */
function dangerSaid(text: string): Language | null {
  const whole = plainClause(text);
  const sentences = sentencesOf(text);
  const asking = sentences.filter(asksElse);
  const heard = (asking.length > 0 ? asking : sentences).map(({ words }) => words);
  const found = dangerIn([whole, ...heard, ...shortenedClauses(heard)]);
  if (found !== 'quoted') return found;
  const inSentence = asking.length > 0 ? dangerIn(sentences.map(({ words }) => words)) : null;
  return inSentence === 'quoted' ? null : inSentence;
}

/** What people add to a call for help is short; the time for a long text stays that of the text. */
const framedCharsMax = 1000;

function shortenedClauses(clauses: readonly string[]): string[] {
  const shortened: string[] = [];
  let charsLeft = framedCharsMax;
  for (const clause of clauses.filter(({ length }) => length <= framedCharsMax)) {
    for (const rest of shortenings(clause).slice(1)) {
      charsLeft -= rest.length;
      if (charsLeft < 0) return shortened;
      shortened.push(rest);
    }
  }
  return shortened;
}

const isAnyEnglish = anyPattern(crisisPatterns);
const isAnySpanish = anyPattern(spanishCrisisPatterns);

/** The language in which one of the clauses has a phrase of danger as its sender's own words; or whether they only quote one. */
function dangerIn(clauses: readonly string[]): Language | 'quoted' | null {
  const words = inPlainSpelling([...new Set(clauses)].join('\n'));
  let found: 'quoted' | null = null;
  for (const [language, said, patterns, isAnyIn] of [
    ['en', words, crisisPatterns, isAnyEnglish] as const,
    ['es', inSpanishSpelling(words), spanishCrisisPatterns, isAnySpanish] as const,
  ]) {
    // Most texts have none.
    if (!isAnyIn(said)) continue;
    for (const pattern of patterns) {
      // matchAll copies its pattern, which for each text takes six times as long as the search.
      if (said.search(pattern) < 0) continue;
      for (const { 0: phrase, index } of said.matchAll(pattern)) {
        if (!isQuoted(said, index, index + phrase.length)) return language;
        found = 'quoted';
      }
    }
  }
  return found;
}

/** Whether the words around a phrase ask about it: only what stands right before or after it in its clause counts. */
function isQuoted(lines: string, from: number, to: number): boolean {
  const start = lines.slice(lines.lastIndexOf('\n', from - 1) + 1, from).trimEnd();
  const end = lines.indexOf('\n', to);
  const after = lines.slice(to, end < 0 ? undefined : end);
  if (asksAbout.test(start) && (!/\bwhat does\b/.test(start) || asksMeaning.test(after))) return true;
  return isTitle.test(after);
}
