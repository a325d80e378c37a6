import { amountPattern, readAmount, roundTo, writeMoney } from './numbers.ts';
import type { Skill } from './skill.ts';

const source = { title: 'Arithmetic', url: 'https://en.wikipedia.org/wiki/Percentage' };
const amount = `(\\$)?(${amountPattern})`;
const percent = `(${amountPattern}) ?(?:%|percent|pct|per cent)`;

const tipOf = new RegExp(`${percent} tip (?:on|for|of) (?:a )?${amount}`);
const tipAlone = new RegExp(`tip (?:on|for|of) (?:a )?${amount}`);
const splitWays = /(?:split|shared?|divided)(?: it)?(?: by| between| among| with)? (\d+)(?: ways| people| friends)?/;
const splitBill = new RegExp(
  `^(?:split )?${amount} (?:split |shared )?(?:it )?(?:by |between |among )?(\\d+)(?: ways| people| friends)$`,
);
const offOf = new RegExp(`${percent} (?:off|discount)(?: of| on| from)? (?:a )?${amount}`);
const partOf = new RegExp(`${percent} of ${amount}`);
const whatPercent = new RegExp(
  `(?:what|which) (?:%|percent|percentage) (?:is|of) ${amount} (?:of|is|out of) ${amount}|${amount} is what (?:%|percent|percentage) of ${amount}`,
);
const change = new RegExp(
  `(?:%|percent|percentage) (?:change|increase|decrease|difference) (?:from|between) ${amount} (?:to|and) ${amount}`,
);

/** Percentages, discounts and tips, split between people if asked. */
export const percentages: Skill = (words) => {
  const text = tip(words) ?? bill(words) ?? discount(words) ?? share(words) ?? ratio(words) ?? growth(words);
  return text === null ? null : { text, source };
};

function tip(words: string): string | null {
  const match = tipOf.exec(words);
  if (!match) {
    const alone = tipAlone.exec(words);
    if (!alone) return null;
    const value = readAmount(alone[2] ?? '');
    const parts = [15, 18, 20].map((rate) => `${rate}% is ${writeMoney((value * rate) / 100, '$')}`);
    return `On ${writeMoney(value, '$')}, a tip of ${parts[0]}, ${parts[1]} and ${parts[2]}.`;
  }
  const rate = readAmount(match[1] ?? '');
  const price = readAmount(match[3] ?? '');
  const extra = (price * rate) / 100;
  const article = /^(?:8|11|18)(?:\D|$)|^8\d(?:\D|$)/.test(String(rate)) ? 'An' : 'A';
  const said = `${article} ${rate}% tip on ${writeMoney(price, '$')} is ${writeMoney(extra, '$')}, so the total is ${writeMoney(price + extra, '$')}.`;
  const ways = Number(splitWays.exec(words)?.[1] ?? 0);
  return ways < 2 ? said : `${said} Split ${ways} ways, that is ${writeMoney((price + extra) / ways, '$')} each.`;
}

function bill(words: string): string | null {
  const match = splitBill.exec(words);
  if (!match) return null;
  const [, , total = '', ways = ''] = match;
  if (Number(ways) < 2) return null;
  return `${writeMoney(readAmount(total), '$')} split ${ways} ways is ${writeMoney(readAmount(total) / Number(ways), '$')} each.`;
}

function discount(words: string): string | null {
  const match = offOf.exec(words);
  if (!match) return null;
  const [, rate = '', sign = '', price = ''] = match;
  const saved = (readAmount(price) * readAmount(rate)) / 100;
  return `${rate}% off ${sign}${price} is ${writeMoney(readAmount(price) - saved, sign)}. You save ${writeMoney(saved, sign)}.`;
}

function share(words: string): string | null {
  const match = partOf.exec(words);
  if (!match) return null;
  const [, rate = '', sign = '', whole = ''] = match;
  const value = (readAmount(whole) * readAmount(rate)) / 100;
  const said = sign === '' ? roundTo(value, 10).text : writeMoney(value, sign);
  return `${rate}% of ${sign}${whole} is ${said}.`;
}

function ratio(words: string): string | null {
  const match = whatPercent.exec(words);
  if (!match) return null;
  const numbers = [match[2], match[4], match[6], match[8]].map((text) =>
    text === undefined ? undefined : readAmount(text),
  );
  // "what percent of 80 is 12" names the whole first; the other two ways name the part first.
  const isWholeFirst = /(?:percent|percentage|%) of/.test(match[0]) && match[2] !== undefined;
  const [first = 0, second = 0] = numbers.filter((number) => number !== undefined);
  const [part, whole] = isWholeFirst ? [second, first] : [first, second];
  return whole === 0 ? null : `${part} is ${roundTo((part / whole) * 100, 4).text}% of ${whole}.`;
}

function growth(words: string): string | null {
  const match = change.exec(words);
  if (!match) return null;
  const [from, to] = [readAmount(match[2] ?? ''), readAmount(match[4] ?? '')];
  if (from === 0) return null;
  const by = roundTo((Math.abs(to - from) / from) * 100, 4).text;
  return `From ${from} to ${to} is ${to < from ? 'a decrease' : 'an increase'} of ${by}%.`;
}
