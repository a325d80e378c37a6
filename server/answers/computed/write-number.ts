import { compare, isWhole, type Rational, roundTo, whole } from './rational.ts';

/** A number as it is written in an answer. `isExact`: nothing was rounded. */
export type Written = { readonly text: string; readonly isExact: boolean };

/** Whole numbers of more digits, and decimals with more places, are rounded. */
const digitsMax = 24;
const decimalsMax = 10;
/** What is left of a number that has no end. */
const roundedDecimals = 6;
/** Of numbers below 0.001. */
const significant = 4;

/** Exact if ten decimals suffice, otherwise rounded: "1,234.5", "0.333333", "1.2677 x 10^30". */
export function writeNumber(value: Rational): Written {
  if (digitsOf(value) > digitsMax) return { text: asPower(value), isExact: false };
  const exact = roundTo(value, decimalsMax);
  if (compare(exact, value) === 0) return { text: fixed(exact, decimalsMax), isExact: true };
  const decimals = roundedDecimals + Math.max(0, leadingZeros(value) - 2);
  return { text: fixed(roundTo(value, decimals), decimals), isExact: false };
}

/** Rounded to hundredths, and small numbers to four digits: what a measure needs. */
export function writeMeasure(value: Rational): Written {
  if (digitsOf(value) > digitsMax) return { text: asPower(value), isExact: false };
  const zeros = leadingZeros(value);
  const decimals = zeros === -1 ? 2 : zeros + significant;
  const rounded = roundTo(value, decimals);
  return { text: fixed(rounded, decimals), isExact: compare(rounded, value) === 0 };
}

/** Rounded to this many decimals, without trailing zeros. */
export function writeRounded(value: Rational, decimals: number): Written {
  const rounded = roundTo(value, decimals);
  return { text: fixed(rounded, decimals), isExact: compare(rounded, value) === 0 };
}

/** Dollars and cents: "$1,234.50". */
export function writeMoney(value: Rational): Written {
  const cents = roundTo(value, 2);
  const { n, d } = cents;
  const all = ((n < 0n ? -n : n) * 100n) / d;
  const text = `${n < 0n ? '-' : ''}$${grouped(all / 100n)}.${String(all % 100n).padStart(2, '0')}`;
  return { text, isExact: compare(cents, value) === 0 };
}

/** "1,234.5", for a number with at most this many decimals. */
function fixed({ n, d }: Rational, decimals: number): string {
  const size = n < 0n ? -n : n;
  const places = String(((size % d) * 10n ** BigInt(decimals)) / d)
    .padStart(decimals, '0')
    .replace(/0+$/, '');
  return `${n < 0n ? '-' : ''}${grouped(size / d)}${places === '' || isWhole({ n, d }) ? '' : `.${places}`}`;
}

function grouped(value: bigint): string {
  return value.toLocaleString('en-US');
}

function digitsOf({ n, d }: Rational): number {
  return String((n < 0n ? -n : n) / d).length;
}

/** Zeros after the point of a number below 1; -1 for all others, and for 0. */
function leadingZeros(value: Rational): number {
  const size = { n: value.n < 0n ? -value.n : value.n, d: value.d };
  if (size.n === 0n || compare(size, whole(1)) >= 0) return -1;
  return String(size.d / size.n).length - 1;
}

function asPower({ n, d }: Rational): string {
  const digits = String((n < 0n ? -n : n) / d);
  const rounded = roundTo({ n: BigInt(digits.slice(0, 9)), d: 10n ** 8n }, 4);
  return `${n < 0n ? '-' : ''}${fixed(rounded, 4)} x 10^${digits.length - 1}`;
}
