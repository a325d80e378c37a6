import { anyPattern } from './any-pattern.ts';
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
  [/\b(?:my self|myslef|mysef|mysel|myselff|meself|mself)\b/gm, 'myself'],
  [/\b(?:i am|i m|iam)\b/gm, 'im'],
  [/\b(?:i ve|i have)\b(?= (?:been|just|taken|swallowed|overdosed|fallen)\b)/gm, 'ive'],
  [/\b(?:im a|ima|imma) (?=(?:kill|end|die|hurt|jump)\b)/gm, 'im going to '],
  [
    /\b(want|wants|wanted|need|tried|trying|going|goin|ready|about) 2 (?=(?:be|commit|cut|die(?! (?:cast|cut)\b)|end|exist|go|hang|hurt|jump|kill|live|overdose|shoot|sleep|take|wake)\b)/gm,
    '$1 to ',
  ],
  [/\bgo 2 (?=(?:sleep|bed)\b)/gm, 'go to '],
  [/\b(?:2nite|tonite)\b/gm, 'tonight'],
  [/\b(?:gonna|gona|gunna|going too|goin to|about to)\b/gm, 'going to'],
  [/\b(?:wanna|wana|wnat to|want too|wnt to|whant to)\b/gm, 'want to'],
  [/^iwanttodie$/gm, 'i want to die'],
  [/\btryna\b/gm, 'trying to'],
  [/\b(?:kil|kll|killl|kikl)\b/gm, 'kill'],
  [/\b(?:suiside|s u i c i d e|sewerslide|sucide|suicde|suacide|suicid|sueicide)\b/gm, 'suicide'],
  [/\b(?:suicidle|suicidel|sucidal|suisidal|suicidial)\b/gm, 'suicidal'],
  [/\b(?:cannot|can not|cnt)\b/gm, 'cant'],
  [/\b(?:hart attack|heartattack|heart atack)\b/gm, 'heart attack'],
  [/\b(?:to|2) (?=(?:many|much)\b)/gm, 'too '],
  [/\bhole (?=bottle)/gm, 'whole '],
  [/\bover dosed?\b/gm, 'overdosed'],
  [/\bstoped\b/gm, 'stopped'],
  [/\bchoaking\b/gm, 'choking'],
  [/\bbreething\b/gm, 'breathing'],
  [/\bsiezure/gm, 'seizure'],
  [/\b(?:uncontious|unconcious|unconsious)\b/gm, 'unconscious'],
  [/\bcolapsed\b/gm, 'collapsed'],
  [/\b(?:husbend|husban|hubsand)\b/gm, 'husband'],
  [/\bboyfrend\b/gm, 'boyfriend'],
  [/\bambulence\b/gm, 'ambulance'],
  [/\bcant (?:breath|breth|breeth)\b/gm, 'cant breathe'],
  [/\bbreathin\b/gm, 'breathing'],
  [/\bdo not\b/gm, 'dont'],
  [/\bany (?:more|longer)\b/gm, 'anymore'],
  [/\b(?:theres|there is|there s)\b/gm, 'there is'],
  [/\b(?:(?:some|sum) ?(?:one|1)|somebody|sumbody)(?: is|s)?\b/gm, 'someone'],
  [/\b(?:your self)\b/gm, 'yourself'],
  [/\bi (?:wan|wnt) to\b/gm, 'i want to'],
  [/\bevery1\b/gm, 'everyone'],
  [/\bno1\b/gm, 'no one'],
  // A team: "they beat us last night".
  [
    /\bthey (?=(?:beat|beating|hit) us (?:\d|last (?:night|week|year|game)|yesterday|again|this (?:year|season|week)|by|in (?:overtime|the \w+)|for the|who)\b)/gm,
    'the others ',
  ],
  [/\b(?:he|she)(?: is| s|s)\b|\b(?:they are|theyre|she|they)\b/gm, 'he'],
  // Not an overdose: "my son is odd".
  [/(?<=s )odd\b/gm, 'strange'],
  [
    /\b(?:my|our) (?:son|daughter|kids?|child|toddler|baby)(?= (?:comes|came|keeps coming) in(?:to)? my bed at night\b)/gm,
    'a child',
  ],
  [
    new RegExp(
      `\\b(?:my|our) (?:(?:ex|best|little|lil|baby|babys|older|younger|step|foster|own|moms|dads|sisters|brothers|friends) )?(?:${kin})(?: is|s)?\\b`,
      'gm',
    ),
    'kin',
  ],
  // "Husband beating me", "dad wont wake up".
  [
    new RegExp(
      `^(?:(?:help|please|omg) )*(?:${kin})(?: is|s)? (?=(?:beating|hitting|choking|strangling|stabbing|attacking|hurting|punching|raping|abusing|not breathing|isnt breathing|cant breathe|unconscious|unresponsive|stopped breathing|wont wake|not waking|turning blue|having (?:an? )?(?:heart|stroke|seizure|asthma)|having a|has chest|swallowed|drank|ate|turned blue|slurring|collapsed|passed out|fainted|fell|hit me|cant (?:talk|speak|get up|move)|on the floor)\\b)`,
      'gm',
    ),
    'kin ',
  ],
  // Strangers say "the baby". "The kids wont let me leave" is daily life.
  [
    /\bthe (?:baby|toddler|newborn|infant|kids?|child|children|little (?:boy|girl))(?: is| are|s)? (?=(?:(?:not|isnt|arent|stopped|quit) breathing|cant breathe|(?:wont|not|isnt) (?:wake|waking) up|choking|turning blue|unresponsive|unconscious|having a seizure|drank|swallowed)\b)/gm,
    'kin ',
  ],
  // "My 2 year old ate a bottle of pills".
  [
    new RegExp(
      `\\b(?:(?:my|our) )?(?:\\d{1,2} ?(?:yr|year|yo|y o|month|mo|week|wk|day)s?(?: old)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen) (?:year|month)s? old)(?: (?:${kin}))?(?: is|s)? (?:just )?(?=(?:ate|drank|swallowed|took|got into|has|not breathing|isnt breathing|wont wake|not waking|choking|unconscious|turning|having|stopped)\\b)`,
      'gm',
    ),
    'kin ',
  ],
  [/\b(?:nine one one|nine eleven|9 1 1|9 11)\b/gm, '911'],
  // "I just really dont want to live".
  [
    /\bi (?:(?:just|really|honestly|truly|still|literally|actually|seriously) ){1,3}(?=(?:dont|cant|want|wish|no longer|feel|need|should|might|would|hope)\b)/gm,
    'i ',
  ],
];

/** The date, unless someone is to call it. */
const september11 = /(?<!\b(?:call|dial|text|help|need)\s+)\b9 ?[/-] ?11\b/gi;
/** An overdose; without its apostrophe it is "odd". */
const odd = /\bod['’‘ʼ`´]d\b/gi;
const sosSign = /🆘/gu;

const isAnySlip = anyPattern(spelling.map(([slip]) => slip));

/** A clause in lower case, without punctuation, its September 11 and its overdose apart from what they look like. */
export function plainClause(text: string): string {
  return plainWords(
    text.replace(september11, 'september').replace(odd, 'overdosed').replace(sosSign, ' sos '),
  ).toLowerCase();
}

/** Clauses, one a line, in the spelling of the English patterns. */
export function inPlainSpelling(clauses: string): string {
  return isAnySlip(clauses) ? spelling.reduce((words, [slip, meant]) => words.replace(slip, meant), clauses) : clauses;
}
