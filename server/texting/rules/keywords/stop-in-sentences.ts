import { brand } from '#contract/brand.ts';
import { withoutAccents } from '#server/platform/without-accents.ts';

import { isCrisis } from './crisis.ts';
import { plainWords } from './plain-words.ts';

/** The carriers' words (carrier-keywords.ts) and their Spanish twins: what a longer text may begin with. */
const stopWords =
  'STOP|STOPALL|STOP ALL|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPTOUT|OPT OUT|ALTO|PARAR|PARE|PAREN|CANCELAR|BASTA';
const isStopWord = new RegExp(
  `^(?:(?:NO|PLEASE|PLS|PLZ|POR FAVOR) )*(?:${stopWords})(?: (?:PLEASE|PLS|NOW|YA|POR FAVOR))*$`,
);

/** What sets a first clause apart: an end of a sentence or line, or a dash with spaces; "stop-loss" and "stop.com" have none. */
const apart = /^([^.!\n\r–—]{1,40}?)(?:[.!]+(?=\s)|[.!]{2,}|!|\s-+\s|\s*[–—]|[\n\r])(.+)$/s;

/** "Who is this", of us: not "who is this song by". */
const whoWeAre =
  '(?:WHO (?:IS|ARE|R)|WHOS) (?:THIS|YOU|U)(?! (?:SONG|SUNG|SINGER|MOVIE|BAND|ACTOR|BY|SIGN|GUY|MADE)\\b)';
const whatThisIs = '(?:WHAT IS|WHATS) THIS(?! (?:SONG|MOVIE|BUG|PLANT|WORD|CALLED)\\b)';
/** Why a person stops, or what they ask of us, without a mark in between: "stop i dont want this", "stop who is this". */
const reasons = [
  'WRONG (?:NUMBER|PERSON)|(?:YOU|U) (?:HAVE|GOT) (?:THE )?WRONG|THIS (?:ISNT|IS NOT|IS THE WRONG|IS HARASSMENT|IS SPAM)',
  'THIS IS (?:MY|A) (?:WORK|HOME|BUSINESS|PRIVATE|OFFICE|CELL) (?:PHONE|NUMBER|LINE|CELL)',
  '(?:IT|THIS NUMBER|THIS PHONE) BELONGS TO|(?:HE|SHE) (?:HAS (?:DEMENTIA|ALZHEIMERS)|IS (?:\\d+|A (?:CHILD|MINOR)|SICK|BLIND))',
  '(?:IM |I AM )?NOT INTERESTED|OR (?:I|ILL|I WILL|IM GOING TO) (?:REPORT|BLOCK|SUE|CALL)|LEAVE (?:ME|US)|ENOUGH',
  'I (?:DONT|DO NOT|DIDNT|DID NOT|NEVER|MEAN IT|MEANT IT|SAID|AM NOT|HATE|NO LONGER|CANT AFFORD|CANNOT AFFORD)|IT COSTS',
  'IM NOT|YOURE|YOU ARE|YOU KEEP',
  // To the end of the text: "stop im 65 when do i get medicare" is a question.
  '(?:OR ELSE|(?:IM|I AM) (?:\\d{2,3}(?: YEARS OLD)?|OLD|ELDERLY|AT WORK|SLEEPING)|(?:ITS|IT IS|THIS IS) A (?:LANDLINE|LAND LINE|FAX))$',
  '(?:MY (?:HUSBAND|WIFE|MOM|DAD|MOTHER|FATHER|SON|DAUGHTER|SISTER|BROTHER)|HE|SHE) (?:HAS )?(?:DIED|PASSED|IS DEAD|IS GONE)|IM IN THE HOSPITAL',
  `${whoWeAre}|${whatThisIs}|HOW DID (?:YOU|U) GET|WHY (?:ARE|R|DO) (?:YOU|U) (?:KEEP )?(?:TEXTING|MESSAGING|CONTACTING|BOTHERING|SENDING)`,
];
const us = '(?:ME|US|THIS NUMBER|THIS PHONE|MY PHONE|MY (?:MOTHER|MOM|FATHER|DAD|WIFE|HUSBAND|SON|DAUGHTER))';
const texting = `(?:TEXTING|SENDING|MESSAGING|CONTACTING|BOTHERING|CALLING)(?: (?:THESE|THIS) (?:TEXTS|MESSAGES))?(?:(?: TO)? ${us})?`;
const never = `(?:DO NOT|DONT|NEVER)(?: EVER)? (?:TEXT|CONTACT|CALL|MESSAGE|BOTHER) ${us}(?: (?:AGAIN|ANYMORE|ANY MORE))?`;
const reasonsInSpanish =
  'NO (?:QUIERO (?:ESTO|NADA|MAS (?:MENSAJES|TEXTOS)|(?:SUS|ESTOS) (?:MENSAJES|TEXTOS))|ME INTERESA|ESTOY INTERESAD[OA]|L[OA] CONOZCO|SE QUIEN (?:ES|ERES))|' +
  'QUIEN (?:ES|ERES|ME ESCRIBE)(?: USTED)?$|(?:ES )?(?:EL )?NUMERO EQUIVOCADO|SE EQUIVOC(?:O|ARON)';
const reason = new RegExp(
  `^(?:PLEASE |PLS )*(?:(?:STOP|QUIT)(?: (?:IT(?: NOW)?|THIS|NOW|${texting}))?|${never}) (?:${reasons.join('|')})\\b|` +
    `^(?:POR FAVOR )?(?:STOP|ALTO|PAREN|BASTA) (?:YA )?(?:${reasonsInSpanish})\\b`,
);

const questionWord =
  '(?:who|whos|what|whats|when|whens|where|wheres|why|which|how|hows|is|are|do(?! not)|does|did|can|could|will|would|should|tell me|find|show|give me|define|translate|que|quien|cuando|donde|cual|cuanto|cuanta|cuantos|cuantas|como)';
const topic =
  'lyrics|letra|songs?|cancion|movie|pelicula|meaning|definition|significa|score|scores|weather|clima|recipe|receta|price|cost|hours|near|number for|phone number|address|directions|forecast|news|tips|rules|refunds?|cast|quotes|how to|how do';
const begins = '(?:^|[.!,;:\\n–—][^\\S\\n]*|\\b(?:and|but|so|ok|y|pero) )';
/** A question, or a topic to look up; not who we are, or why we text. */
const asks = new RegExp(`[?¿]|${begins}${questionWord}\\b|\\b(?:${topic})\\b|\\b\\d{5}\\b`);
const isAboutUs = new RegExp(
  '\\b(?:(?:text|message|messag|contact|bother|spam|spamm|harass)(?:ing)? me|(?:these|your) (?:texts|messages)|my number|this number|stop (?:it|this|that|already|now)|mensajes|mi numero)\\b|' +
    `\\b(?:${whoWeAre.toLowerCase()}|${whatThisIs.toLowerCase()})\\b`,
);

/** What a longer text may end with: fewer words than begin one, for "... no more" and "... the end" end other texts too. */
const isLastWord = new RegExp(
  '^(?:(?:NO|SO|JUST|NOW|PLEASE|PLS|PLZ|POR FAVOR) )*' +
    '(?:STOP|STOPALL|STOP ALL|UNSUBSCRIBE|UNSUB|OPT ?OUT|OPT ME OUT|ALTO|BASTA|LEAVE (?:ME|US) ALONE|LOSE (?:MY|THIS) NUMBER|REMOVE ME|DEJ(?:A|E|EN)ME EN PAZ|QUITENME|BORRENME)' +
    '(?: (?:PLEASE|PLS|NOW|YA|POR FAVOR|THANKS|THANK YOU))*$',
);
const onlyThanks = /^(?:THANKS|THANK YOU|THX|PLEASE|GRACIAS|MUCHAS GRACIAS|POR FAVOR)$/;
/** What sets a last clause apart; a comma does where a request follows. */
const betweenClauses =
  /[.!;\n\r–—]+|\s-+\s|,(?=\s(?:please|pls|por favor|(?:stop|quit) \w|do not|don['’]?t|(?:take|remove|leave) (?:me|us)|no me|ya no)\b)/i;

const language = '(?:spanish|english|french|german|italian|polish|latin|espanol|ingles)';
/** What the last clause may be the wording of: "Write a text to my ex, please stop texting me", "Spanish for - please stop". */
const asksForWords = new RegExp(
  `${begins}(?:(?:please|pls|por favor|help me|(?:i )?(?:need|want)(?: you)?(?: to)?) ){0,3}(?:` +
    [
      '(?:write|draft|compose|spell|rephrase|reword|say(?!,))\\b(?! me (?:again|back|anymore))|tell (?:him|her|them|my)\\b',
      '(?:an? )?(?:(?:short|nice|polite|kind|firm|formal|angry|good) )?(?:letter|note|text|email|message|reply) (?:to (?!me\\b|(?:my|this) (?:phone|number|cell)\\b)|telling|asking|saying)',
      `(?:(?:an?|the|another|one) )?words? (?:for|meaning)\\b|(?:an? )?(?:\\w+ )?way to say\\b|(?:(?:this|it|text) )?in ${language}\\b`,
      'escrib(?:e|a|eme|ame)\\b|redact(?:a|e|ame)\\b|traduc\\w+|dile\\b|(?:una? )?(?:carta|nota|mensaje|texto) (?:a|para)\\b|en ingles\\b',
    ].join('|') +
    `)|\\b(?:synonyms?|antonyms?|sinonimos?|opposite of|crossword|${language} (?:word )?for)\\b`,
);

/** A last clause that may be about another company, or about a thing before it: "I want to cancel my plan", "Stop it". */
const mayBeElse = new RegExp(
  [
    '\\b(?:WANT|LIKE|NEED|WISH) TO (?:CANCEL|END|STOP)\\b|\\bME (?:QUIERO|GUSTARIA)\\b',
    '\\b(?:STOP|(?:WANT|NEED) THIS|(?:QUIERO|DESEO) (?:MAS )?(?:EL|ESTE))\\b.* (?:SERVICE|SUBSCRIPTION|PLAN|MEMBERSHIP|ACCOUNT|SERVICIO|SUSCRIPCION)\\b',
    '\\bNO (?:QUIERO|DESEO) QUE ME\\b',
    '\\b(?:STOP|QUIT) (?:(?:WITH |DOING )?(?:IT|THIS|THAT)|EVERYTHING|FOREVER|FOR GOOD|CHARGING)\\b',
    '\\bPARE(?:LO|NLO)\\b|\\bPAR(?:A|E|EN) (?:ESTO|ESO)\\b',
  ].join('|'),
);
/** Such a clause is about us where it, or what stands before it, names us or our texts. */
const namesTexts = new RegExp(`\\b(?:TEXTS?|MESSAGES?|SMS|MENSAJES|TEXTOS|${plainWords(brand.name)})\\b`);
const namesOurTexts = new RegExp(
  '\\b(?:(?:THESE|YOUR|SENDING ME) (?:TEXTS|MESSAGES)|(?:YOU|YOURE) (?:\\w+ ){0,2}(?:TEXTING|SENDING|MESSAGING|BOTHERING)|' +
    `(?:SUS|ESTOS) (?:MENSAJES|TEXTOS)|${plainWords(brand.name)})\\b`,
);

type IsRequest = (clause: string) => boolean;

/**
 * Whether a text opts out and says more, before or after: "Stop. I didn't sign up for this", "STOP - John", "He has died.
 * Stop texting". Any reasonable means counts (47 CFR 64.1200(a)(10)). A text that asks something else ("Stop! In the name
 * of love lyrics") is a question, and one that calls for help is danger.
 * @param isRequest whether a clause plainly asks to stop ("STOP TEXTING ME"), in the form of `plainWords`
 */
export function optsOutInSentences(text: string, isRequest: IsRequest): boolean {
  return startsByOptingOut(text, isRequest) || endsByOptingOut(text, isRequest);
}

function endsByOptingOut(text: string, isRequest: IsRequest): boolean {
  const clauses = withoutThanks(text.split(betweenClauses).filter((clause) => /\w/.test(clause)));
  const last = clauses.pop();
  if (last === undefined || clauses.length === 0) return false;
  const words = plainWords(last);
  // "Too long. I didn't ask for this" may be about an answer.
  if (!isLastWord.test(words) && (!isRequest(words) || /^I (?:DIDNT|DID NOT|NEVER)\b/.test(words))) return false;
  const before = text.slice(0, text.lastIndexOf(last));
  if (mayBeElse.test(words) && !namesTexts.test(words) && !namesOurTexts.test(plainWords(before))) return false;
  return !asksAnything(before) && !isCrisis(text);
}

/** Clauses without the thanks that close a text. */
export function withoutThanks(clauses: readonly string[]): string[] {
  const last = clauses.findLastIndex((clause) => !onlyThanks.test(plainWords(clause)));
  return clauses.slice(0, Math.max(last, 0) + 1);
}

/** Whether words before a last clause ask something that is not about us, or what it is the wording of. */
export function asksAnything(before: string): boolean {
  return asksForWords.test(folded(before)) || isElse(before);
}

function startsByOptingOut(text: string, isRequest: IsRequest): boolean {
  const [, said = '', rest = ''] = apart.exec(text.trim()) ?? [];
  const first = plainWords(said);
  if (isStopWord.test(first) || isRequest(first)) return !isElse(rest) && !isCrisis(text);
  const words = plainWords(text);
  return reason.test(words) && !isElse(words.replace(/^.*?(?:STOP|QUIT) /, '')) && !isCrisis(text);
}

function isElse(rest: string): boolean {
  const said = folded(rest);
  return asks.test(said) && !isAboutUs.test(said);
}

function folded(text: string): string {
  return withoutAccents(text).replace(/['’]/g, '').trim().toLowerCase();
}

const wordsOfOptOuts = new RegExp(
  [
    '^(?:STOP+|STOPALL)(?= |$)',
    '\\b(?:(?:STOP|QUIT) (?:TEXTING|SENDING|MESSAGING|CONTACTING|BOTHERING)|(?:DO NOT|DONT) (?:TEXT|CONTACT) (?:ME|US|THIS)|UNSUBSCRIBE|WRONG (?:NUMBER|PERSON)|NUMERO EQUIVOCADO|REMOVE ME|(?:TAKE|GET) ME OFF|LEAVE (?:ME|US) ALONE)\\b',
    '\\b(?:PLEASE|PLS) STOP$',
    '\\bNO ME (?:MANDE|ENVIE|ESCRIBA|TEXTEE|LLAME|MOLESTE|CONTACTE|VUELVA)[NS]?\\b|\\bNO (?:ESTOY INTERESAD[OA]|ME INTERESA)\\b',
    '\\b(?:DEJEN?|PAREN) DE (?:MANDAR|ENVIAR|ESCRIBIR|MOLESTAR|LLAMAR)|\\bDEJ(?:A|E|EN)ME EN PAZ\\b|\\b(?:SAQUE|BORRE|QUITE|ELIMINE)N?ME\\b|\\b(?:DENME|DEME|DARME|DARSE|DOY) DE BAJA\\b',
  ].join('|'),
);

/** Whether a text has words of an opt-out, however it continues: such a text gets no offer from us. */
export function mayOptOut(text: string): boolean {
  return wordsOfOptOuts.test(plainWords(text));
}
