import {
  dottedAbbreviations,
  dottedNames,
  fileEndings,
  fileEndingsThatAreDomains,
  isDomainEnding,
} from './known-endings.ts';
import { isAbbreviation, startsSentence } from './sentences.ts';

/** What happens to words with dots inside: kept, written differently, or treated as an address. */
export type DotTreatment =
  | { readonly kind: 'keep' }
  | { readonly kind: 'say'; readonly words: string }
  | { readonly kind: 'address' };

const keep: DotTreatment = { kind: 'keep' };
const address: DotTreatment = { kind: 'address' };
const say = (words: string): DotTreatment => ({ kind: 'say', words });

/** A dot between two digits is a number's, a version's or a date's. */
const everyDotInNumber = /^(?:[^.]|(?<=\p{Nd})\.(?=\p{Nd}))+$/u;
/** "B.1.1.7", "BA.2.86", "XBB.1.5": no domain ends with digits. */
const numberedName = /^\p{Lu}{1,4}(?:\.\d{1,4})+$/u;
/** "3.0x10", "8.5x11.0", "2.5x3.0x4.5": a browser reads "3.0x4" as an address too, but no phone makes a link of it. */
const measures = /^\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?){1,2}$/i;
/** "10:30a.m." */
const timeOfDay = /^\p{Nd}{1,2}[ap]\.m$/iu;
const talkOfFiles =
  /\b(?:files?|scripts?|named|called|save|saved|run|rename|open|edit|folder|python|import|archive|extension)\b/i;
const isOneLetter = (label: string): boolean => /^\p{L}$/u.test(label);
/** "сom" with a Cyrillic letter: always an attempt to deceive. */
const isOfTwoAlphabets = (label: string): boolean =>
  /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(label);
const isCapitalized = (label: string): boolean => /^\p{Lu}(?:\p{Ll}|$)/u.test(label);

/**
 * Judges words with dots inside, such as "p.m", "3.5", "J.K.Rowling", "ran.Then", "node.js" or "evil.com". Nothing but
 * numbers, abbreviations, initials, file names and known names keeps its dots.
 * @param tail the path or port that follows it, empty if there is none
 * @param around the line that contains it, to recognize file names
 */
export function judgeDots(words: string, tail: string, around: string): DotTreatment {
  const labels = words.split('.');
  const ending = labels.at(-1) ?? '';
  if (hasFourOctets(words) || (hasHexadecimal(words) && !(tail === '' && measures.test(words)))) return address;
  if (everyDotInNumber.test(words)) return labels.length > 2 && /^[/?#]\p{L}/u.test(tail) ? address : keep;
  if (numberedName.test(words)) return keep;
  if (labels.every(isOneLetter) || timeOfDay.test(words) || isDottedAbbreviation(words)) return keep;
  if (tail === '' && dottedNames.has(words)) return keep;
  if ((tail !== '' && /^\p{L}{2,}$/u.test(ending)) || labels.some(isOfTwoAlphabets)) return address;
  if (tail === '' && fileEndings.has(ending.toLowerCase())) return keep;
  if (tail === '' && fileEndingsThatAreDomains.has(ending) && talkOfFiles.test(around))
    return say(labels.join(' dot '));
  return isRunOn(labels) ? say(withBlanks(labels)) : address;
}

function isDottedAbbreviation(words: string): boolean {
  const lower = words.toLowerCase();
  return dottedAbbreviations.has(lower) || isAbbreviation(lower);
}

/** Whether only a space is missing: "St.Paul", "p.m.so", "ran.Then", "No.5". */
function isRunOn(labels: readonly string[]): boolean {
  // "usps.com_x", "usps.com³": such a mark does not change the ending.
  const ending = labels.at(-1)?.split(/[^\p{L}\p{M}\p{Nd}]/u)[0] ?? '';
  const before = labels.slice(0, -1).join('.');
  if (labels.slice(1, -1).some((label) => /^(?:com|net|org)(?![\p{L}\p{M}\p{Nd}])/iu.test(label))) return false;
  if (!isDomainEnding(ending)) return true;
  if (/^(?:com|net|org|biz|xyz|co)$/i.test(ending)) return false;
  // "p.m.so", "e.g.it": the part before the dot is certainly one of those, and not a host.
  if (labels.length > 2 && isDottedAbbreviation(before)) return true;
  return isCapitalized(ending) && startsSentence(ending) && /\p{Ll}$/u.test(before);
}

/** Adds spaces after the dots, except within numbers, initials and abbreviations. */
function withBlanks(labels: readonly string[]): string {
  let said = labels[0] ?? '';
  for (const [index, label] of labels.slice(1).entries()) {
    const previous = labels[index] ?? '';
    const isInside =
      (/\p{Nd}$/u.test(previous) && /^\p{Nd}/u.test(label)) || (isOneLetter(previous) && isOneLetter(label));
    said += isInside ? `.${label}` : `. ${label}`;
  }
  return said;
}

/** IPv4 in dotted decimals, hexadecimals or octals, as browsers read it (WHATWG URL, "IPv4 parser"). */
const octet = '(?:0[xX][0-9a-fA-F]{1,8}|\\d{1,4})';
const fourOctets = new RegExp(`(?<![\\p{L}\\p{Nd}.])${octet}(?:\\.${octet}){3}(?![\\p{L}\\p{Nd}]|\\.\\p{Nd})`, 'gu');

function hasHexadecimal(words: string): boolean {
  return /0x[0-9a-f]+\.|\.0x[0-9a-f]+/i.test(words);
}

function hasFourOctets(words: string): boolean {
  return [...words.normalize('NFKC').matchAll(fourOctets)].some(([found]) =>
    found.split('.').every((part) => (/^0\d/.test(part) ? Number.parseInt(part, 8) : Number(part)) <= 255),
  );
}
