import { mark, markClose } from './marks.ts';

/** Lifelines: an answer may always name them. Digits without the leading 1. */
const safetyLines: ReadonlySet<string> = new Set([
  '8002221222', // Poison Help, https://poisonhelp.hrsa.gov
  '8002738255', // the former number of 988, https://988lifeline.org
  '8007997233', // National Domestic Violence Hotline, https://www.thehotline.org
  '8006564673', // RAINN, https://rainn.org
  '8006624357', // SAMHSA, https://www.samhsa.gov/find-help/helplines/national-helpline
  '8004224453', // Childhelp, https://www.childhelphotline.org
  '8008435678', // National Center for Missing & Exploited Children, https://www.missingkids.org
  '741741', // Crisis Text Line, https://www.crisistextline.org
  '88788', // National Domestic Violence Hotline by text, https://www.thehotline.org
]);

const gap = '[-\u2010-\u2015.· ]';
/** The digits 2 to 9, with those of Arabic, Persian and Hindi. */
const twoToNine = '[2-9\u0662-\u0669\u06F2-\u06F9\u0968-\u096F]';
/** Numbers of the North American plan: "(202) 555-0100", "+1 202.555.0100", "1-202-555-0100 ext. 5". */
const american = `(?<![\\p{Nd}$€£#/]|\\p{Nd}[-.,\u2010-\u2015])(?:\\+?1${gap}?)?(?:\\(${twoToNine}\\p{Nd}{2}\\) ?|${twoToNine}\\p{Nd}{2}${gap}{1,3})\\p{Nd}{3}${gap}\\p{Nd}{4}(?:,? ?(?:x|ext\\.?|extension) ?\\p{Nd}{1,6})?(?![\\p{Nd}%])`;
const vanity = `(?<![A-Za-z\\p{Nd}])(?:1${gap})?(?:8(?:00|33|44|55|66|77|88)|900)[-\u2010-\u2015](?=[\\p{Nd}-]{0,8}[A-Z])[A-Z0-9][A-Z0-9-]{3,12}(?![A-Za-z\\p{Nd}])`;
const abroad = `(?<!\\p{Nd})\\+(?=(?:[^\\p{Nd}]{0,2}\\p{Nd}){8,15})\\p{Nd}{1,3}(?:${gap}?\\(?\\p{Nd}{1,5}\\)?){2,6}`;
/** "(202) 5550100", "(202) - 555 - 0100". */
const bracketed = `(?<!\\p{Nd})\\(${twoToNine}\\p{Nd}{2}\\)(?: ?[-\u2010-\u2015] ?| )?\\p{Nd}{3}(?: ?[-\u2010-\u2015.·] ?| )?\\p{Nd}{4}(?![\\p{Nd}%])`;
const certain = new RegExp(`${american}|${bracketed}|${vanity}|${abroad}`, 'gu');

/** Separators between the groups of a number: a hyphen, a slash, a blank, or a hyphen between blanks. */
const between = '(?: ?[-\u2010-\u2015.·/_] ?| )';
const groups = `(?:\\+?1${between}?)?(?:\\(${twoToNine}\\p{Nd}{2}\\)${between}?|${twoToNine}\\p{Nd}{2}${between})\\p{Nd}{3}${between}?[\\p{Nd}A-Z]{4}`;
const tollFree = `(?:1${between}?)?8(?:00|33|44|55|66|77|88)${between}?(?=[A-Z])(?:[A-Z]-?){6,12}[A-Z]`;
const digitByDigit = `(?:1[-. ])?${twoToNine}(?:[-. ]\\p{Nd}){9}`;
/** Only where the sentence mentions calling: "4294967295" and "555-1234" can be something else. */
const likely = new RegExp(
  `(?<![A-Za-z\\p{Nd}$€£#/.,-])(?:1?${twoToNine}\\p{Nd}{9}|${twoToNine}\\p{Nd}{2}[-\u2010-\u2015]\\p{Nd}{4}|${groups}|${tollFree}|${digitByDigit})(?![A-Za-z\\p{Nd}%]|[.,]\\p{Nd})`,
  'gu',
);
/** Seven digits in a row are a number right after the word that dials them: "Call 5550199". */
const dialedNext =
  /(?<=\b(?:call|dial|phone|ring|text|contact|reach|llame|marque)(?:ing)?(?: (?!\d)[^\s\d]{1,20}){0,4} )[2-9]\d{6}(?![\d%A-Za-z]|[.,]\d)/gi;
const shortCode =
  /(?<=\b(?:text(?:ing)?|sms)\b[^.]{0,30}\bto:? (?:(?:the )?(?:number|short ?code) )?["'“‘]?)\d{5,6}(?!\d|[.,]\d|%)/gi;
/** "Send WIN to 55555" mentions no call, and is one. */
const keywordCode =
  /(?<=(?<!\p{L})(?:[Ss]end|SEND|[Ee]nv[ií][ae]|[Mm]and[ae]|[Tt]exte[ae]?) ["'“‘]?[A-Z]{2,20}["'”’]? (?:to|al?) )\d{5,6}(?!\d|[.,]\d|%)/gu;
/** After a number that went: "1-800-555-HELP (4357)", "800-555-0100 (TTY 711)". */
const inDigits = new RegExp(`(?<=${markClose}) ?\\((?:(?:tty|tdd|relay):? )?\\d{3,7}\\)`, 'gi');
const whereCalling: readonly RegExp[] = [likely, dialedNext, shortCode];
const talkOfCalling =
  /\b(?:call(?:ing|ed)?|phone|telephone|tel|text(?:ing|ed)?|dial(?:ing)?|fax|number|contact|reach|hotline|helpline|whatsapp|sms|toll[ -]free|customer (?:service|care|support)|ring|llam\p{L}*|tel[eé]fono|n[uú]mero|marque)\b|电话|電話|拨打|致电|телефон|звон|позвон|номер|전화|هاتف|اتصل|फ़?ोन|कॉल/iu;

/** Every phone number has three digits in a row and more after them, unless it is written digit by digit. */
export const mayHavePhone = /\p{Nd}{3}.{0,4}[\p{Nd}A-Z]|\+\p{Nd}|(?:\p{Nd}[-. ]){9}/u;

/** Replaces every phone number of a sentence by a mark, except lifelines. */
export function withoutPhones(sentence: string): string {
  const isCalling = talkOfCalling.test(sentence);
  const marked = sentence
    .replace(certain, (found: string) => (isPhone(found, isCalling) ? mark() : found))
    .replace(keywordCode, unlessSafety);
  const all = isCalling ? whereCalling.reduce((text, shape) => text.replace(shape, unlessSafety), marked) : marked;
  return all.replace(inDigits, '');
}

/** The phone numbers of a sentence as written, without lifelines. */
export function phonesIn(sentence: string): string[] {
  const isCalling = talkOfCalling.test(sentence);
  const found = [
    ...(sentence.match(certain) ?? []).filter((one) => isPhone(one, isCalling)),
    ...(sentence.match(keywordCode) ?? []).filter((one) => !isSafetyLine(one)),
  ];
  if (!isCalling) return found;
  const rest = sentence.replace(certain, ' ');
  const more = whereCalling.flatMap((shape) => rest.match(shape) ?? []);
  return [...found, ...more.filter((one) => !isSafetyLine(one))];
}

/** "256 512 1024" are three numbers, unless the sentence mentions calling. */
function isPhone(found: string, isCalling: boolean): boolean {
  const isThreeNumbers = /^\p{Nd}+ \p{Nd}+ \p{Nd}+$/u.test(found.trim());
  return !isSafetyLine(found) && (isCalling || !isThreeNumbers);
}

function unlessSafety(found: string): string {
  return isSafetyLine(found) ? found : mark();
}

function isSafetyLine(found: string): boolean {
  return safetyLines.has(
    found
      .normalize('NFKC')
      .replace(/[A-Z]/g, keyOf)
      .replace(/\D/g, '')
      .replace(/^1(?=\d{10}$)/, ''),
  );
}

/** The digit of a capital letter on a phone's keys. */
export function keyOf(letter: string): string {
  return '22233344455566677778889999'.charAt(letter.charCodeAt(0) - 65);
}
