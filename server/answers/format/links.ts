import { brand } from '#contract/brand.ts';
import type { Asks } from '#server/answers/asks-for.ts';

import { judgeDots } from './judge-dots.ts';
import { otherDomains } from './known-endings.ts';
import { mark, withoutEndMarks } from './marks.ts';
import { mended } from './mend.ts';
import { mayHavePhone, withoutPhones } from './phone-numbers.ts';
import { plainDots } from './plain-dots.ts';
import { splitSentences } from './sentences.ts';

/**
 * Names that only such institutions can register, and our own: these stay unchanged. No other address keeps its dots,
 * so that no phone makes a link of what a web page may have planted (docs/reference/security.md#t12 and #t32).
 */
const institution = /^(?!.*xn--)(?:[a-z0-9-]{1,63}\.){1,4}(?:gov|mil|edu)$/;
const ourHost = new RegExp(`(?:^|\\.)${brand.domain.replaceAll('.', '\\.')}$`);
/** Shortened, numeric and punycode addresses mean nothing when spelled out. */
const wordless =
  /^(?:bit\.ly|t\.co|t\.me|wa\.me|tinyurl\.com|goo\.gl|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at|rb\.gy|lnkd\.in|youtu\.be|a\.co|g\.co)$|^[\d.]+$|xn--|[^a-z0-9.-]/;
const hostCharsMax = 32;
const hostLabelsMax = 3;

/** Letters of alphabets that have capitals and spaces between words; in all others a Latin address stands out. */
const letter = '\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}';
const rest = `[${letter}\\p{N}._~:/?#@!$&*+,;=%\\uFF0F-]{0,2000}`;
/** Digits before a letter are no port: "3.5:30a.m." */
const tail = `(?::\\p{N}{1,5}(?![\\p{L}\\p{M}\\p{N}_-]|\\.[\\p{L}\\p{N}]))?(?:[/?#\\uFF0F\\\\]${rest})?`;
const schemes = new RegExp(
  `(?:(?:[a-z][a-z0-9+.-]{0,15})?:\\/\\/\\(?|(?<![\\p{L}\\p{N}])(?:https?|hxxps?|ftp):(?:\\/{1,2}|(?=[\\p{L}\\p{N}-]+[.(]))|(?<![\\p{L}\\p{N}])www\\.)(?:\\([0-9a-f:.]{2,45}\\))?${rest}`,
  'giu',
);
const mails = new RegExp(
  `(?:mailto:)?(?<![@.${letter}\\p{N}_-])[${letter}\\p{N}][${letter}\\p{N}._%+-]{0,63}@(?:[${letter}\\p{N}-]{1,63}\\.){1,6}[${letter}][${letter}\\p{N}-]{1,23}(?![${letter}\\p{N}@])${tail}`,
  'giu',
);
/** Two teams: "CHI@GB", "Bulls@Heat". */
const teams = new RegExp(
  `(?<![${letter}\\p{N}._%+@-])(?:[A-Z]{2,4}|[A-Z][a-z]{2,12})@(?:[A-Z]{2,4}|[A-Z][a-z]{2,12})(?![${letter}\\p{N}@_-]|[.:/][^\\s])`,
  'gu',
);
/** After these words the sentence names an address, and no game: "Send money to Alice@Paypal". */
const addressed =
  /\b(?:send|pay|e-?mail|contact|write|text|message|transfer|reach|env[ií][ea]|mand[ea]|pague|escriba|contacte)(?:s|ing)?\b(?!.*[.!?] )/i;
const addressedCharsMax = 200;
/** Any other @ between two words. */
const oddMails = new RegExp(
  `[${letter}\\p{N}._%+-]{0,64}[\\p{L}\\p{N}]@[._~-]{0,3}[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}._-]{0,80}[\\p{L}\\p{N}])?${tail}`,
  'giu',
);
const plainMail = /^(?!.*xn--)[a-z0-9](?:[a-z0-9._%+-]{0,62}(?<![.]))?@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}$/i;
const dotted = new RegExp(
  `@?([${letter}\\p{N}][${letter}\\p{M}\\p{N}_-]{0,100}(?:\\.[${letter}\\p{N}][${letter}\\p{M}\\p{N}_-]{0,100})+(?<![_-]))((?:@[${letter}\\p{N}._-]{1,100})?${tail})`,
  'giu',
);
/** Punycode, the form of other alphabets in DNS (RFC 3492): never a word. */
const punycode = /[\p{L}\p{N}.-]{0,100}xn--[\p{L}\p{N}.-]{1,100}(?<![.-])/giu;
/** An IP address written as one number, which browsers accept, before a path. */
const wholeNumberHosts = new RegExp(`(?<![\\p{L}\\p{N}.,$])(?:\\d{8,10}|0x[0-9a-f]{7,8})\\/(?=[a-z])${rest}`, 'giu');
/** The others' hosts, and their dots where a blank or a full stop of their own is what is meant. */
const otherLetter = `(?:(?![${letter}])\\p{L}\\p{M}*)`;
const otherHost = new RegExp(
  `(?:${otherLetter}|[\\p{N}-]){0,40}${otherLetter}[\\p{N}-]{0,20}\\.(?:(?:${otherLetter}|[a-z0-9-]){1,40}\\.){0,4}(?:[a-z]{2,24}(?![a-z0-9-])|(?:${otherDomains.join('|')})(?![\\p{L}\\p{M}\\p{N}-]))${tail}`,
  'giu',
);
const dotAfterIdeograph = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\.(?=[\p{L}\p{N}])/gu;
const dotAtOtherLetter = new RegExp(
  `(?<=${otherLetter})\\.(?=[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}])\\.(?=${otherLetter})`,
  'gu',
);
/** Email addresses that stay are replaced by a private-use character meanwhile. */
const firstPlace = 0xe100;
const placesMax = 0x800;

/**
 * Removes links, phone numbers and email addresses, except those that are asked for: a phone number and an email
 * address then stay, and a website is spelled out ("usps dot com"). Dots between two letters or digits stay only in
 * numbers, abbreviations, file names, and hosts of institutions, in any alphabet. A sentence that only refers to
 * something removed is dropped; others lose the words around it.
 */
export function withoutLinks(line: string, asks: Asks): string {
  const held: string[] = [];
  const dots = plainDots(line);
  const unmailed = dots.includes('@')
    ? dots
        .replace(mails, (found) => sayMail(found, asks, held))
        .replace(teams, (found, at: number, all: string) => (isAddressed(all, at) ? found : found.replace('@', ' @ ')))
        .replace(oddMails, mark())
    : dots;
  const plain = unmailed.replace(schemes, (found) => sayAddress(found, asks)).replace(wholeNumberHosts, mark());
  const marked = withoutOtherHosts(withoutDottedHosts(plain, asks));
  const called = asks.phone || !mayHavePhone.test(marked) ? marked : splitSentences(marked).map(withoutPhones).join('');
  return mended(called.replace(punycode, mark())).replace(
    /[\uE100-\uE8FF]/g,
    (place) => held[place.charCodeAt(0) - firstPlace] ?? '',
  );
}

function withoutOtherHosts(text: string): string {
  if (text.search(dotAtOtherLetter) < 0) return text;
  return text.replace(otherHost, mark()).replace(dotAfterIdeograph, '。').replace(dotAtOtherLetter, '. ');
}

function withoutDottedHosts(text: string, asks: Asks): string {
  return text.replace(dotted, (found, words: string, end: string) => {
    const verdict = found.startsWith('@') ? ({ kind: 'address' } as const) : judgeDots(words, end, text);
    if (verdict.kind === 'address') {
      const [address, after] = withoutEndMarks(found);
      return (address === words ? sayHost(words, asks) : sayHost(words, asks, '')) + after;
    }
    return (verdict.kind === 'say' ? verdict.words : words) + withoutDottedHosts(end, asks);
  });
}

function isAddressed(line: string, at: number): boolean {
  return addressed.test(line.slice(Math.max(0, at - addressedCharsMax), at));
}

function sayMail(found: string, { mail, us }: Asks, held: string[]): string {
  const [address, after] = withoutEndMarks(found.replace(/^mailto:/i, ''));
  const isOurs = ourHost.test(address.split('@')[1] ?? '');
  if (!(isOurs ? us : mail) || !plainMail.test(address) || held.length >= placesMax) return mark() + after;
  return String.fromCharCode(firstPlace + held.push(address) - 1) + after;
}

function sayAddress(found: string, asks: Asks): string {
  const [address, after] = withoutEndMarks(found);
  const host = /^(?:[^/@]*@)?([^/:?#]*)/.exec(address.replace(/^[a-z][a-z0-9+.-]*:\/{0,2}/i, ''))?.[1] ?? '';
  return sayHost(host, asks, '') + after;
}

/**
 * The replacement of a host.
 * @param name its name where a sentence needs one; by default the host's own first word, if it is one
 */
function sayHost(host: string, { site, us }: Asks, name = firstWordOf(host)): string {
  const bare = host.replace(/^www\./i, '');
  const lower = bare.toLowerCase();
  if (institution.test(lower)) return lower;
  if (ourHost.test(lower)) return us ? lower : mark();
  const labels = bare.split('.');
  const isTooLong = bare.length > hostCharsMax || labels.length > hostLabelsMax || labels.length < 2;
  return site && !isTooLong && !wordless.test(lower) ? labels.join(' dot ') : mark(name);
}

/** "Amazon" of "Amazon.com". */
function firstWordOf(host: string): string {
  return /^(?:www\.)?([a-z]{1,20})\.(?:com|org|net|io|ai|tv)$/i.exec(host)?.[1] ?? '';
}
