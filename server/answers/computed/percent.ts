import type { Language } from '#contract/language.ts';

import { digitsForWords } from './number-words.ts';
import { add, compare, divide, multiply, type Rational, readRational, subtract, whole } from './rational.ts';
import { type Asker, firstWay, type Found, type Reader, type Way } from './reader.ts';
import { writeMoney, writeNumber, writeRounded } from './write-number.ts';

const number = String.raw`\d[\d]*(?:\.\d+)?|\.\d+`;
const rate = String.raw`(?<rate>${number}) ?(?:%|percent|pct|per cent)`;
const money = (name: string): string =>
  String.raw`(?<${name}Sign>\$ ?)?(?<${name}>${number})(?<${name}Unit> ?(?:dollars?|bucks|dolares|pesos))?`;
const bill = String.raw`(?:(?:a|my|the|una|la|mi) )?(?:bill |tab |check |dinner |cuenta )?(?:of |de )?${money('amount')}(?: (?:bill|tab|check|dinner))?`;
const ask = String.raw`(?:(?:what is|how much is|calculate|figure|whats|how much for|cuanto es|cuanto da|calcula|calcule) )?(?:(?:a|an|the|el|la|una) )?`;
const people = String.raw`(?:ways|people|persons|friends|of us|guys|kids|adults|personas|amigos)`;
const ways = String.raw`(?: (?:and |y )?(?:split|shared?|divided|dividido|dividida|repartido|repartida)(?: it)?(?: by| between| among| with| entre)? (?<ways>\d{1,3})(?: ${people})?| (?:between|among|entre) (?<among>\d{1,3})(?: ${people})?)?`;

const way = (pattern: string, language: Language | null): Way => ({
  pattern: new RegExp(`^${ask}${pattern}$`),
  language,
});

const tips: readonly Way[] = [
  way(`${rate} tip (?:on|for|of) ${bill}${ways}`, 'en'),
  way(`tip (?:on|for|of) ${bill} (?:at|with|of) ${rate}${ways}`, 'en'),
  way(`tip of ${rate} (?:on|for) ${bill}${ways}`, 'en'),
  way(`${rate} (?:de )?propina (?:de|en|sobre|para|a) ${bill}${ways}`, 'es'),
  way(`propina del? ${rate} (?:de|en|sobre|para|a) ${bill}${ways}`, 'es'),
];
const plainTips: readonly Way[] = [
  way(`tip (?:on|for) ${bill}`, 'en'),
  way(`(?:how much (?:should i|do i|to) tip (?:on|for)) ${bill}`, 'en'),
  way(`propina (?:de|en|sobre|para) ${bill}`, 'es'),
  way(`(?:cuanto (?:dejo|doy) de propina (?:de|en|sobre|para)) ${bill}`, 'es'),
];
const splits: readonly Way[] = [
  way(`(?:split|divide) ${bill} (?:by |between |among |into )?(?<ways>\\d{1,3}) ${people}`, 'en'),
  way(`${bill} (?:split|divided|shared) (?:by |between |among |into )?(?<ways>\\d{1,3})(?: ${people})`, 'en'),
  way(`(?:dividir |divide |repartir |reparte )?${bill} entre (?<ways>\\d{1,3}) ${people}`, 'es'),
];
const discounts: readonly Way[] = [
  way(`${rate} (?:off|discount)(?: of| on| from)?(?: a| the)? ${money('amount')}`, 'en'),
  way(`${money('amount')} (?:with|at|minus|less) (?:a )?${rate} (?:off|discount)`, 'en'),
  way(`${money('amount')} ${rate} off`, 'en'),
  way(`${rate} de descuento (?:de|en|sobre|a) ${money('amount')}`, 'es'),
  way(`${money('amount')} con (?:un )?${rate} de descuento`, 'es'),
];
const taxes: readonly Way[] = [
  way(`${rate} (?:sales )?tax on ${money('amount')}`, 'en'),
  way(`${money('amount')} (?:plus|with|and) (?:a )?${rate} (?:sales )?tax`, 'en'),
  way(`${money('amount')} (?:mas|con) (?:el |un )?${rate} de impuestos?`, 'es'),
];
const shares: readonly Way[] = [way(`${rate} of ${money('amount')}`, 'en'), way(`${rate} de ${money('amount')}`, 'es')];
const ratios: readonly Way[] = [
  way(`(?:(?:what|which) (?:%|percent|percentage) (?:of ${money('whole')} is) ${money('part')})`, 'en'),
  way(`(?:(?:what|which) (?:%|percent|percentage) is) ${money('part')} (?:of|out of) ${money('whole')}`, 'en'),
  way(`${money('part')} is what (?:%|percent|percentage) of ${money('whole')}`, 'en'),
  way(`(?:que ?(?:%|porcentaje) (?:es|son)) ${money('part')} de ${money('whole')}`, 'es'),
];
const changes: readonly Way[] = [
  way(
    `(?:%|percent|percentage) (?:change|increase|decrease|difference) (?:from|between) ${money('from')} (?:to|and) ${money('to')}`,
    'en',
  ),
];
/** "45 + 20%", as a pocket calculator has it. */
const plusPercent: readonly Way[] = [
  way(`${money('amount')} ?(?<sign>\\+|plus|-|minus) ?${rate}`, null),
  way(`${money('amount')} (?<sign>mas|menos) (?:el )?${rate}`, 'es'),
];

type Kind = readonly [ways: readonly Way[], say: (found: Found, language: Language) => string | null];

const kinds: readonly Kind[] = [
  [tips, tip],
  [plainTips, threeTips],
  [splits, split],
  [discounts, discount],
  [taxes, tax],
  [ratios, ratioOf],
  [changes, change],
  [shares, share],
  [plusPercent, moreOrLess],
];

/** Percentages, tips, discounts, sales tax and bills that are split: "20% tip on 45.50", "15% de 80". */
export const readPercent: Reader = (words, asker) => {
  if (!/%|percent|porcentaje|pct|ciento|tip|propina|split|divide|entre|off/.test(words)) return null;
  return firstAnswer(digitsForWords(words.replace(/ ?\bpor ?ciento\b/, '%')), asker);
};

function firstAnswer(words: string, { language }: Asker): string | null {
  for (const [kindWays, say] of kinds) {
    const read = firstWay(kindWays, words, language);
    const said = read && say(read.found, read.language);
    if (said !== null) return said;
  }
  return null;
}

function amountOf(found: Found, name: string): Rational {
  return readRational(found[name] ?? '') ?? whole(0);
}

/** The share of an amount, by a rate in percent. */
function part(amount: Rational, percent: Rational): Rational {
  return divide(multiply(amount, percent), whole(100));
}

function percentText(found: Found): string {
  return `${writeNumber(amountOf(found, 'rate')).text}%`;
}

/** "an 18% tip", "a 20% tip". */
function article(percent: string): string {
  return /^(?:8|11|18)(?:\D|$)|^8\d(?:\D|$)/.test(percent) ? 'An' : 'A';
}

/** An amount as it was written: "86.40", "50,000". */
function typed(found: Found): string {
  return (found['amount'] ?? '').replace(/^\d{5,}/, (digits) => BigInt(digits).toLocaleString('en-US'));
}

function tip(found: Found, language: Language): string | null {
  const [bill, percent] = [amountOf(found, 'amount'), amountOf(found, 'rate')];
  if (compare(percent, whole(200)) > 0) return null;
  const extra = part(bill, percent);
  const total = add(bill, extra);
  const said = percentText(found);
  const sums = [bill, extra, total].map((value) => writeMoney(value).text);
  const people = Number(found['ways'] ?? found['among'] ?? 0);
  const text =
    language === 'es'
      ? `Una propina del ${said} sobre ${sums[0]} es ${sums[1]}; el total es ${sums[2]}.`
      : `${article(said)} ${said} tip on ${sums[0]} is ${sums[1]}, so the total is ${sums[2]}.`;
  return people < 2 ? text : `${text} ${each(total, people, language)}`;
}

function each(total: Rational, people: number, language: Language): string {
  const { text, isExact } = writeMoney(divide(total, whole(people)));
  if (language === 'es') return `Entre ${people}, son ${isExact ? '' : 'unos '}${text} cada uno.`;
  return `Split ${people} ways, that's ${isExact ? '' : 'about '}${text} each.`;
}

function threeTips(found: Found, language: Language): string {
  const bill = amountOf(found, 'amount');
  const [low, middle, high] = [15, 18, 20].map((percent) => writeMoney(part(bill, whole(percent))).text);
  const on = writeMoney(bill).text;
  if (language === 'es')
    return `Sobre ${on}, la propina del 15% es ${low}, la del 18% es ${middle} y la del 20% es ${high}.`;
  return `On ${on}, a 15% tip is ${low}, an 18% tip is ${middle}, and a 20% tip is ${high}.`;
}

function split(found: Found, language: Language): string | null {
  const people = Number(found['ways']);
  if (people < 2) return null;
  const bill = amountOf(found, 'amount');
  const { text, isExact } = writeMoney(divide(bill, whole(people)));
  const on = writeMoney(bill).text;
  if (language === 'es') return `${on} entre ${people} son ${isExact ? '' : 'unos '}${text} cada uno.`;
  return `${on} split ${people} ways is ${isExact ? '' : 'about '}${text} each.`;
}

function discount(found: Found, language: Language): string | null {
  const [price, percent] = [amountOf(found, 'amount'), amountOf(found, 'rate')];
  if (compare(percent, whole(100)) > 0) return null;
  const saved = part(price, percent);
  const [on, off, left] = [price, saved, subtract(price, saved)].map((value) => writeMoney(value).text);
  if (language === 'es') return `${on} con ${percentText(found)} de descuento son ${left}. Se ahorra ${off}.`;
  return `${percentText(found)} off ${on} is ${left}. You save ${off}.`;
}

function tax(found: Found, language: Language): string {
  const price = amountOf(found, 'amount');
  const extra = part(price, amountOf(found, 'rate'));
  const [on, more, total] = [price, extra, add(price, extra)].map((value) => writeMoney(value).text);
  if (language === 'es') return `El ${percentText(found)} de impuesto sobre ${on} es ${more}; el total es ${total}.`;
  return `${percentText(found)} tax on ${on} is ${more}, so the total is ${total}.`;
}

function share(found: Found, language: Language): string {
  const amount = amountOf(found, 'amount');
  const value = part(amount, amountOf(found, 'rate'));
  const isMoney = found['amountSign'] !== undefined || found['amountUnit'] !== undefined;
  const [of, result] = isMoney
    ? [writeMoney(amount).text, writeMoney(value).text]
    : [typed(found), writeNumber(value).text];
  return language === 'es'
    ? `El ${percentText(found)} de ${of} es ${result}.`
    : `${percentText(found)} of ${of} is ${result}.`;
}

function ratioOf(found: Found, language: Language): string | null {
  const [one, of] = [amountOf(found, 'part'), amountOf(found, 'whole')];
  if (of.n === 0n) return null;
  const { text, isExact } = writeRounded(divide(multiply(one, whole(100)), of), 2);
  const [said, all] = [one, of].map((value) => writeNumber(value).text);
  if (language === 'es') return `${said} es ${isExact ? '' : 'aproximadamente '}el ${text}% de ${all}.`;
  return `${said} is ${isExact ? '' : 'about '}${text}% of ${all}.`;
}

function change(found: Found): string | null {
  const [from, to] = [amountOf(found, 'from'), amountOf(found, 'to')];
  if (from.n === 0n) return null;
  const isLess = compare(to, from) < 0;
  const by = isLess ? subtract(from, to) : subtract(to, from);
  const { text, isExact } = writeRounded(divide(multiply(by, whole(100)), from), 2);
  const [before, after] = [from, to].map((value) => writeNumber(value).text);
  const about = isExact ? '' : 'about ';
  return `From ${before} to ${after} is ${isLess ? 'a decrease' : 'an increase'} of ${about}${text}%.`;
}

function moreOrLess(found: Found, language: Language): string {
  const amount = amountOf(found, 'amount');
  const extra = part(amount, amountOf(found, 'rate'));
  const isMore = /^(?:\+|plus|mas)$/.test(found['sign'] ?? '');
  const isMoney = found['amountSign'] !== undefined;
  const value = isMore ? add(amount, extra) : subtract(amount, extra);
  const [of, result] = isMoney
    ? [writeMoney(amount).text, writeMoney(value).text]
    : [typed(found), writeNumber(value).text];
  const sign = isMore ? '+' : '-';
  return `${of} ${sign} ${percentText(found)} ${language === 'es' ? 'es' : 'is'} ${result}.`;
}
