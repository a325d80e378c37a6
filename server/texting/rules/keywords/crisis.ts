import type { Language } from '#contract/language.ts';

import { languageOf } from '../language/language-of.ts';
import { anyPattern } from './any-pattern.ts';
import { spanishCrisisPatterns } from './crisis-patterns-spanish.ts';
import { crisisPatterns } from './crisis-patterns.ts';
import { plainWords } from './plain-words.ts';

const kin =
  '(?:father|mother|brother|sister|son|daughter|dad|mom) in law|' +
  'husband|wife|boyfriend|bf|girlfriend|gf|ex|partner|dad|daddy|father|papa|mom|mama|momma|mommy|mum|mummy|mother|stepdad|' +
  'stepfather|stepmom|brother|bro|sister|sis|stepbrother|stepsister|son|daughter|kids?|child|children|' +
  '(?:baby |little |lil )?(?:boy|girl)|baby|toddler|friend|roommate|neighbor|uncle|aunt|auntie|cousin|grandma|gramma|grandpa|' +
  'granddad|grandmother|grandfather|grandson|granddaughter|grandkids?|grandbaby|granny|nana|papaw|mamaw|stepson|stepdaughter|' +
  'niece|nephew|fiancee?|hubby|spouse|newborn|infant|student|coworker';

/** Typos and shorthand, normalized so that each pattern is written once, in plain English. */
const spelling: readonly (readonly [RegExp, string])[] = [
  [/\b(?:my self|myslef|mysef|mysel|myselff|meself|mself)\b/g, 'myself'],
  [/\b(?:i am|i m|iam)\b/g, 'im'],
  [/\b(?:i ve|i have)\b(?= (?:been|just|taken|swallowed|overdosed)\b)/g, 'ive'],
  [/\b(?:im a|ima|imma) (?=(?:kill|end|die|hurt|jump)\b)/g, 'im going to '],
  [
    /\b(want|wants|wanted|need|tried|trying|going|goin|ready|about) 2 (?=(?:be|commit|cut|die(?! (?:cast|cut)\b)|end|exist|go|hang|hurt|jump|kill|live|overdose|shoot|sleep|take|wake)\b)/g,
    '$1 to ',
  ],
  [/\bgo 2 (?=(?:sleep|bed)\b)/g, 'go to '],
  [/\b(?:2nite|tonite)\b/g, 'tonight'],
  [/\b(?:gonna|gona|gunna|going too|goin to|about to)\b/g, 'going to'],
  [/\b(?:wanna|wana|wnat to|want too|wnt to|whant to)\b/g, 'want to'],
  [/^iwanttodie$/, 'i want to die'],
  [/\btryna\b/g, 'trying to'],
  [/\b(?:kil|kll|killl|kikl)\b/g, 'kill'],
  [/\b(?:suiside|s u i c i d e|sewerslide|sucide|suicde|suacide|suicid|sueicide)\b/g, 'suicide'],
  [/\b(?:suicidle|suicidel|sucidal|suisidal|suicidial)\b/g, 'suicidal'],
  [/\b(?:cannot|can not|cnt)\b/g, 'cant'],
  [/\bhart attack\b/g, 'heart attack'],
  [/\bcant (?:breath|breth|breeth)\b/g, 'cant breathe'],
  [/\bbreathin\b/g, 'breathing'],
  [/\bdo not\b/g, 'dont'],
  [/\bany (?:more|longer)\b/g, 'anymore'],
  [/\b(?:theres|there is|there s)\b/g, 'there is'],
  [/\b(?:(?:some|sum) ?(?:one|1)|somebody|sumbody)(?: is|s)?\b/g, 'someone'],
  [/\bevery1\b/g, 'everyone'],
  [/\bno1\b/g, 'no one'],
  [/\b(?:he|she)(?: is| s|s)\b|\b(?:they are|theyre|she|they)\b/g, 'he'],
  // Not an overdose: "my son is odd".
  [/(?<=s )odd\b/g, 'strange'],
  [
    /\b(?:my|our) (?:son|daughter|kids?|child|toddler|baby)(?= (?:comes|came|keeps coming) in(?:to)? my bed at night\b)/g,
    'a child',
  ],
  [
    new RegExp(
      `\\b(?:my|our) (?:(?:ex|best|little|lil|baby|babys|older|younger|step|foster|own|moms|dads|sisters|brothers|friends) )?(?:${kin})(?: is|s)?\\b`,
      'g',
    ),
    'kin',
  ],
  // "Husband beating me", "dad wont wake up".
  [
    new RegExp(
      `^(?:(?:help|please|omg) )*(?:${kin})(?: is|s)? (?=(?:beating|hitting|choking|strangling|stabbing|attacking|hurting|punching|raping|abusing|not breathing|isnt breathing|cant breathe|unconscious|unresponsive|stopped breathing|wont wake|not waking|turning blue|having a|has chest|swallowed|drank)\\b)`,
    ),
    'kin ',
  ],
  // Strangers say "the baby". "The kids wont let me leave" is daily life.
  [
    /\bthe (?:baby|toddler|newborn|infant|kids?|child|children|little (?:boy|girl))(?: is| are|s)? (?=(?:(?:not|isnt|arent|stopped|quit) breathing|cant breathe|(?:wont|not|isnt) (?:wake|waking) up|choking|turning blue|unresponsive|unconscious|having a seizure|drank|swallowed)\b)/g,
    'kin ',
  ],
  // "My 2 year old ate a bottle of pills".
  [
    new RegExp(
      `\\b(?:(?:my|our) )?\\d{1,2} ?(?:yr|year|yo|y o|month|mo|week|wk|day)s?(?: old)?(?: (?:${kin}))?(?: is|s)? (?:just )?(?=(?:ate|drank|swallowed|took|got into|has|not breathing|isnt breathing|wont wake|not waking|choking|unconscious|turning|having|stopped)\\b)`,
      'g',
    ),
    'kin ',
  ],
  [/\b(?:nine one one|nine eleven|9 1 1|9 11)\b/g, '911'],
  // "I just really dont want to live".
  [
    /\bi (?:(?:just|really|honestly|truly|still|literally|actually|seriously) ){1,3}(?=(?:dont|cant|want|wish|no longer|feel|need|should|might|would|hope)\b)/g,
    'i ',
  ],
];

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

/** The date, unless someone is to call it. */
const september11 = /(?<!\b(?:call|dial|text|help|need)\s+)\b9 ?[/-] ?11\b/gi;
/** An overdose; without its apostrophe it is "odd". */
const odd = /\bod['’‘ʼ`´]d\b/gi;

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

/** The language of the words that say it; null for no danger. */
function dangerSaid(text: string): Language | null {
  const found = dangerIn(text);
  if (found !== 'quoted') return found;
  // What asks about a phrase stands in its sentence.
  for (const sentence of text.split(/(?<![.!?\n])[.!?\n]+(?:\s|$)/)) {
    const said = dangerIn(sentence);
    if (said !== null && said !== 'quoted') return said;
  }
  return null;
}

const isAnyEnglish = anyPattern(crisisPatterns);
const isAnySpanish = anyPattern(spanishCrisisPatterns);
const isAnySlip = anyPattern(spelling.map(([slip]) => slip));

/** The language in which a text has a phrase of danger as its sender's own words; or whether it only quotes one. */
function dangerIn(text: string): Language | 'quoted' | null {
  const words = plainly(text);
  const spanish = inSpanishSpelling(words);
  let found: 'quoted' | null = null;
  for (const [language, said, patterns, isAnyIn] of [
    ['en', words, crisisPatterns, isAnyEnglish] as const,
    ['es', spanish, spanishCrisisPatterns, isAnySpanish] as const,
  ]) {
    // Most texts have none.
    if (!isAnyIn(said)) continue;
    for (const pattern of patterns) {
      // matchAll copies its pattern, which for each text takes six times as long as the search.
      if (said.search(pattern) < 0) continue;
      for (const { 0: phrase, index } of said.matchAll(pattern)) {
        if (!isQuoted(said.slice(0, index), said.slice(index + phrase.length))) return language;
        found = 'quoted';
      }
    }
  }
  return found;
}

/** Whether the words around a phrase ask about it: only what stands right before or after it counts. */
function isQuoted(before: string, after: string): boolean {
  const start = before.trimEnd();
  if (asksAbout.test(start) && (!/\bwhat does\b/.test(start) || asksMeaning.test(after))) return true;
  return isTitle.test(after);
}

/** "Kiero" for "quiero". */
function inSpanishSpelling(words: string): string {
  return words
    .replace(/\bk(?=[ei])/g, 'qu')
    .replace(/\bk\b/g, 'que')
    .replace(/\bbivir\b/g, 'vivir')
    .replace(/\bvoi\b/g, 'voy');
}

/** A text's words in lower case and normalized spelling. */
function plainly(text: string): string {
  const plain = plainWords(text.replace(september11, 'september').replace(odd, 'overdosed')).toLowerCase();
  return isAnySlip(plain) ? spelling.reduce((words, [slip, meant]) => words.replace(slip, meant), plain) : plain;
}
