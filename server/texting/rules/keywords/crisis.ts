import { crisisPatterns } from './crisis-patterns.ts';
import { plainWords } from './plain-words.ts';

const kin =
  'husband|wife|boyfriend|bf|girlfriend|gf|ex|partner|dad|father|mom|mother|stepdad|stepfather|stepmom|brother|sister|' +
  'son|daughter|kids?|child|children|baby|toddler|friend|roommate|neighbor|uncle|aunt|cousin|grandma|grandpa|grandmother|' +
  'grandfather|student|coworker';

/** Typos and shorthand, normalized so that each pattern is written once, in plain English. */
const spelling: readonly (readonly [RegExp, string])[] = [
  [/\b(?:my self|myslef|mysef|mysel|myselff|meself|mself)\b/g, 'myself'],
  [/\b(?:i am|i m|iam)\b/g, 'im'],
  [/\b(?:i ve|i have)\b(?= (?:been|just|taken|swallowed|overdosed)\b)/g, 'ive'],
  [/\b(?:im a|ima|imma) (?=(?:kill|end|die|hurt|jump)\b)/g, 'im going to '],
  [/\b(?:gonna|gona|gunna|going too|goin to|about to)\b/g, 'going to'],
  [/\b(?:wanna|wana|wnat to|want too)\b/g, 'want to'],
  [/\btryna\b/g, 'trying to'],
  [/\b(?:kil|kll|killl|kikl)\b/g, 'kill'],
  [/\b(?:suiside|sucide|suicde|suacide|suicid|sueicide)\b/g, 'suicide'],
  [/\b(?:suicidle|suicidel|sucidal|suisidal|suicidial)\b/g, 'suicidal'],
  [/\b(?:cannot|can not|cnt)\b/g, 'cant'],
  [/\bdo not\b/g, 'dont'],
  [/\bany (?:more|longer)\b/g, 'anymore'],
  [/\b(?:theres|there is|there s)\b/g, 'there is'],
  [/\b(?:some ?one|somebody)(?: is|s)?\b/g, 'someone'],
  [/\b(?:he|she)(?: is| s|s)\b|\b(?:they are|theyre|she|they)\b/g, 'he'],
  [
    new RegExp(
      `\\b(?:my|our) (?:(?:ex|best|little|older|younger|step|own|moms|dads|sisters|brothers|friends) )?(?:${kin})(?: is|s)?\\b`,
      'g',
    ),
    'kin',
  ],
  // "Husband beating me".
  [
    new RegExp(
      `^(?:(?:help|please|omg) )*(?:${kin})(?: is|s)? (?=(?:beating|hitting|choking|strangling|stabbing|attacking|hurting|punching|raping|abusing|not breathing|isnt breathing|unconscious|unresponsive)\\b)`,
    ),
    'kin ',
  ],
  [/\b(?:nine one one|9 1 1|9 11)\b/g, '911'],
];

/** Marks a question about words, works or games that only mention danger. */
const aboutWords = new RegExp(
  '\\b(?:lyrics|songs?|sang|sings|movie|film|episode|season \\d|book|novel|poem|quotes?|chapter|meme|who said|what does|' +
    'meaning|definition of|define|translate|translation|in (?:spanish|french|german|japanese)|minecraft|roblox|fortnite|' +
    'cancion|letra|pelicula|serie|capitulo|libro|significa|significado|traducir|traduce|se dice|chistes?|novela|gta|sims|skyrim|elden ring|zelda|video game|cheat code|crusader kings|linux|python|showtimes|statistics)\\b',
);

/** The date, unless someone is to call it. */
const september11 = /(?<!\b(?:call|dial|text|help|need)\s+)\b9 ?[/-] ?11\b/gi;

/**
 * Whether a text says that its sender, or a person with them, is in danger now: suicidal, threatened by another person,
 * in an accident or ill. Such a text gets the 911 and 988 reply immediately (docs/reference/decisions.md#crisis). Texts
 * that only contain the words ("911 porsche hp", "suicide squad showtimes", "kill a process linux") are questions: the
 * patterns require the first person or a plain call for help.
 */
export function isCrisis(text: string): boolean {
  const words = plainly(text);
  if (aboutWords.test(words)) return false;
  return crisisPatterns.some((pattern) => pattern.test(words));
}

/** A text's words in lower case and normalized spelling. */
function plainly(text: string): string {
  return spelling.reduce(
    (words, [slip, meant]) => words.replace(slip, meant),
    plainWords(text.replace(september11, 'september')).toLowerCase(),
  );
}
