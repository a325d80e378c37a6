import type { Language } from '#contract/language.ts';
import { withoutAccents } from '#server/platform/without-accents.ts';

import { digitsForWords } from './number-words.ts';
import { add, compare, divide, isWhole, type Rational, readRational, subtract, whole } from './rational.ts';
import { mayBeThousands, type Reader } from './reader.ts';
import { inBase, type Unit, unitsByName } from './unit-table.ts';
import { writeMeasure, writeNumber, writeRounded } from './write-number.ts';

/** `typed`: the amount as it was written, so that "1/2 cup" stays that. */
type Quantity = { readonly amount: Rational; readonly typed: string; readonly unit: Unit };
type RequestedConversion = {
  readonly from: readonly Quantity[];
  readonly to: Unit;
  readonly language: Language | null;
};

const amount = String.raw`(?:\d+ )?\d+\/\d+|\d+(?:\.\d+)?|\.\d+`;
const quantity = new RegExp(`^(-)?(${amount})? ?([a-z'"][a-z0-9'"./ ]*)$`);
const leads: readonly (readonly [RegExp, Language])[] = [
  [
    /^(?:convert|change|turn|what is|what are|how much is|how much are|how long is|how far is|how heavy is|how tall is|how hot is|how cold is|how fast is)\s+/,
    'en',
  ],
  [/^(?:convierte|convierta|convertir|cuanto es|cuanto son|cuantos son|cuanto mide|cuanto pesa)\s+/, 'es'],
];
const howMany: readonly (readonly [RegExp, Language])[] = [
  [
    /^how (?:many|much) (?<to>.+?) (?:(?:are|is) )?(?:there )?(?:in|is|are|equals?|to|make|makes)(?: up)? (?<from>.+)$/,
    'en',
  ],
  // "Cups in a quart".
  [/^(?<to>[a-z ]+?) (?:are )?(?:in|per|to) (?<from>(?:an?|one|half|\d).*)$/, 'en'],
  [/^cuant[oa]s (?<to>.+?) (?:son|hay en|tiene|tienen|es|equivalen a) (?<from>.+)$/, 'es'],
];
/** "To", "in" and the like; "in" may also be the inch. */
const joints = /\s(to|in|into|as|a|en)(?=\s)/g;

/** Conversions between units of one kind: "5 miles in km", "how many cups in a gallon", "cuantos gramos son 3 onzas". */
export const readUnits: Reader = (words, asker) => {
  const asked = readRequest(words, asker.language);
  if (asked === null) return null;
  const language = asked.language ?? asker.language;
  return mayBeThousands(words, language) ? null : say(asked, language);
};

function readRequest(words: string, phone: Language): RequestedConversion | null {
  for (const [pattern, language] of howMany) {
    const { to = '', from = '' } = pattern.exec(words)?.groups ?? {};
    const asked = to === '' ? null : requestOf(digitsForWords(from), to, language);
    if (asked !== null) return asked;
  }
  const [said, language] = withoutLead(words);
  const text = digitsForWords(said);
  for (const { index, 0: joint, 1: word } of [...text.matchAll(joints)].toReversed()) {
    const spoken = language ?? (word === 'en' ? 'es' : null);
    const asked = requestOf(text.slice(0, index), text.slice(index + joint.length), spoken);
    // "3 hours a day" is no "3 horas a dias".
    if (asked !== null && (word !== 'a' || (asked.language ?? phone) === 'es')) return asked;
  }
  return null;
}

function withoutLead(words: string): [string, Language | null] {
  for (const [lead, language] of leads) if (lead.test(words)) return [words.replace(lead, ''), language];
  return [words, null];
}

function requestOf(from: string, to: string, language: Language | null): RequestedConversion | null {
  const target = unitOf(to);
  const quantities = target === null ? null : quantitiesOf(from, target);
  if (target === null || quantities === null) return null;
  const [unit, kind] = inOneKind(target, quantities);
  if (!quantities.every((one) => one.unit.kind === kind) || quantities.some((one) => one.unit === unit)) return null;
  // Nothing is colder than absolute zero.
  if (quantities.some((one) => inBase(one.amount, one.unit).n < 0n)) return null;
  return { from: quantities, to: unit, language: language ?? spokenIn(from, to) };
}

/** Ounces of a volume are fluid ounces. */
function inOneKind(target: Unit, quantities: readonly Quantity[]): [Unit, string] {
  const fluid = unitsByName.get('fluid ounce');
  const [first] = quantities;
  if (target === unitsByName.get('oz') && first?.unit.kind === 'volume' && fluid) return [fluid, 'volume'];
  return [target, target.kind];
}

/** "20 pies a metros": the names of the units show the language, where they differ. */
function spokenIn(from: string, to: string): Language | null {
  const words = [to, from.replace(/^[-\d./ ]+/, '')].map((word) => word.trim());
  const isIn = (language: Language): boolean =>
    words.some((word) => unitOf(word)?.names[language].some((name) => plain(name) === word) === true);
  const [inEnglish, inSpanish] = [isIn('en'), isIn('es')];
  return inEnglish === inSpanish ? null : inEnglish ? 'en' : 'es';
}

function plain(name: string): string {
  return withoutAccents(name).toLowerCase();
}

const article = /^(?:an|a|the|one|un|una|el|la) /;

function unitOf(name: string): Unit | null {
  const bare = name.trim().replace(article, '').replace(/^us /, '');
  return unitsByName.get(bare) ?? unitsByName.get(bare.replaceAll('.', '')) ?? null;
}

function quantitiesOf(text: string, target: Unit): Quantity[] | null {
  const compound =
    /^(\d+) ?(?:'|ft|feet|foot|pies?) ?(?:and |y |con )?(\d+(?:\.\d+)?) ?(?:"|''|in|inch|inches|pulgadas?)?$/.exec(
      text.trim(),
    );
  const parts = compound
    ? [`${compound[1]} foot`, `${compound[2]} inch`]
    : text.trim().split(new RegExp(`(?<=[a-z]) (?:and |y )?(?=${amount})`));
  if (parts.length > 3) return null;
  const quantities = parts.map((part) => quantityOf(part, target));
  return quantities.every((one) => one !== null) ? quantities : null;
}

function quantityOf(text: string, target: Unit): Quantity | null {
  // "350 degrees in celsius" are Fahrenheit, and the other way round.
  const degrees = /^(-?)(\d+(?:\.\d+)?) (?:degrees?|deg|grados?)$/.exec(text.trim());
  const other = target === unitsByName.get('c') ? 'f' : 'c';
  if (degrees && isBodyHeat(Number(degrees[2]), other)) return null;
  const bare = degrees && target.kind === 'temperature' ? `${degrees[1]}${degrees[2]} ${other}` : text.trim();
  const half = bare.replace(/^(?:a )?half (?:an?|of an?) |^media |^half (?=[a-z])/, '1/2 ');
  const [, minus, size, name = ''] = quantity.exec(half) ?? [];
  const unit = name === '' ? null : unitOf(name);
  const value = size === undefined ? whole(1) : readRational(size);
  // "Mile in km" asks for one mile; what "miles in km" asks is not sure, and a temperature has no one.
  const isOne = article.test(name) || (unit !== null && isSingular(name, unit));
  if (unit === null || value === null || (size === undefined && (unit.kind === 'temperature' || !isOne))) return null;
  // "15 an hour" is a wage, "3.50 a gallon" a price.
  if (size !== undefined && article.test(name)) return null;
  if (minus !== undefined && unit.kind !== 'temperature') return null;
  if (isMistyped(size, name.trim(), target)) return null;
  const typed = size === undefined ? '1' : isWhole(value) ? writeNumber(value).text : size;
  return minus === undefined
    ? { amount: value, typed, unit }
    : { amount: subtract(whole(0), value), typed: `-${typed}`, unit };
}

/** "5 m to km" are rather miles, and "5.11 ft" five feet and eleven inches. */
function isMistyped(size: string | undefined, name: string, target: Unit): boolean {
  const isFar = target === unitsByName.get('km') || target === unitsByName.get('mi');
  if (name === 'm') return isFar && Number(size) < 100;
  return /^[4-7]\.1[01]$/.test(size ?? '') && unitsByName.get(name) === unitsByName.get('ft');
}

/** "102 degrees in fahrenheit": a fever, said in the unit that is asked for, is not sure to be in the other one. */
function isBodyHeat(degrees: number, other: 'c' | 'f'): boolean {
  return other === 'f' ? degrees >= 35 && degrees <= 42 : degrees >= 95 && degrees <= 108;
}

function isSingular(name: string, { names }: Unit): boolean {
  return [...names.en.slice(0, 1), ...names.es.slice(0, 1)].some((one) => plain(one) === name.trim());
}

function say({ from, to }: RequestedConversion, language: Language): string {
  const base = from.map((one) => inBase(one.amount, one.unit)).reduce((sum, one) => add(sum, one));
  const value = subtract(divide(base, to.toBase), to.shift);
  const { text, isExact } = to.kind === 'temperature' ? writeRounded(value, 1) : writeMeasure(value);
  const given = from.map((one) => `${one.typed} ${nameOf(one.unit, one.amount, one.typed, language)}`).join(' ');
  const unit = nameOf(to, text === '1' ? whole(1) : value, text, language);
  const isOne = from.length === 1 && from.every((one) => isSaidOfOne(one.amount, one.typed, language));
  const is = language === 'es' ? (isOne ? 'equivale a' : 'equivalen a') : 'is';
  const about = isExact ? '' : language === 'es' ? 'aproximadamente ' : 'about ';
  return `${given} ${is} ${about}${text} ${unit}${inFeetAndInches(value, to, language)}.`;
}

function nameOf(unit: Unit, size: Rational, written: string, language: Language): string {
  const [one, many] = unit.names[language];
  return isSaidOfOne(size, written, language) ? one : many;
}

/** "0.5 mile", but "0.5 millas": in Spanish only 1 and a fraction are said of one ("1/2 milla"). */
function isSaidOfOne(size: Rational, written: string, language: Language): boolean {
  if (compare(size, whole(1)) > 0 || size.n <= 0n) return false;
  return language === 'en' || !written.includes('.');
}

/** Heights: " (5 feet 11 inches)". */
function inFeetAndInches(value: Rational, to: Unit, language: Language): string {
  if (to !== unitsByName.get('ft') || isWhole(value) || value.n < 0n || compare(value, whole(9)) > 0) return '';
  const feet = whole(value.n / value.d);
  const inches = writeRounded(subtract(divide(inBase(value, to), inch), divide(inBase(feet, to), inch)), 0).text;
  if (inches === '0' || inches === '12' || feet.n === 0n) return '';
  const names = (unit: Unit, size: string): string => unit.names[language][size === '1' ? 0 : 1];
  const inchUnit = unitsByName.get('in');
  if (inchUnit === undefined) return '';
  return ` (${feet.n} ${names(to, String(feet.n))} ${inches} ${names(inchUnit, inches)})`;
}

const inch = unitsByName.get('in')?.toBase ?? whole(1);
