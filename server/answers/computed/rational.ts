/** An exact number: numerator and denominator without a common factor, the denominator above 0. */
export type Rational = { readonly n: bigint; readonly d: bigint };

/** Larger numbers are no question by text, and would only cost time. */
const bitsMax = 4000;
const exponentMax = 1000n;

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function ratio(n: bigint, d: bigint): Rational {
  const [top, bottom] = d < 0n ? [-n, -d] : [n, d];
  const common = gcd(top, bottom);
  return common === 1n ? { n: top, d: bottom } : { n: top / common, d: bottom / common };
}

/** A whole number. */
export function whole(value: number | bigint): Rational {
  return { n: BigInt(value), d: 1n };
}

/** Reads "1,250.50", ".5", "3/4" or "1 1/2" exactly; null for anything else. */
export function readRational(text: string): Rational | null {
  const plain = text.replaceAll(',', '');
  const fraction = /^(?:(\d{1,9}) )?(\d{1,9})\/(\d{1,9})$/.exec(plain);
  if (fraction) {
    const [, units = '0', n = '0', d = '0'] = fraction;
    return Number(d) === 0 ? null : ratio(BigInt(units) * BigInt(d) + BigInt(n), BigInt(d));
  }
  const [, digits = '', decimals = ''] = /^(\d{0,40})(?:\.(\d{1,40}))?$/.exec(plain) ?? [];
  if (digits === '' && decimals === '') return null;
  return ratio(BigInt(`${digits}${decimals}`), 10n ** BigInt(decimals.length));
}

export function add(a: Rational, b: Rational): Rational {
  return ratio(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function subtract(a: Rational, b: Rational): Rational {
  return ratio(a.n * b.d - b.n * a.d, a.d * b.d);
}

export function multiply(a: Rational, b: Rational): Rational {
  return ratio(a.n * b.n, a.d * b.d);
}

/** `b` must not be 0. */
export function divide(a: Rational, b: Rational): Rational {
  return ratio(a.n * b.d, a.d * b.n);
}

/** Compares two numbers: negative, 0 or positive. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function isWhole({ d }: Rational): boolean {
  return d === 1n;
}

/** Whether a number is too large to continue with. */
export function isTooLarge({ n, d }: Rational): boolean {
  return n.toString(16).length * 4 > bitsMax || d.toString(16).length * 4 > bitsMax;
}

/** @returns null for an exponent that is not whole, a result that is too large, and 0 to a power below 1 */
export function power(base: Rational, exponent: Rational): Rational | null {
  if (!isWhole(exponent)) return null;
  const size = exponent.n < 0n ? -exponent.n : exponent.n;
  const bits = BigInt(Math.max(base.n.toString(2).length, base.d.toString(2).length));
  if (size > exponentMax || bits * size > BigInt(bitsMax)) return null;
  if (exponent.n <= 0n && base.n === 0n) return null;
  const raised = { n: base.n ** size, d: base.d ** size };
  return exponent.n < 0n ? ratio(raised.d, raised.n) : raised;
}

/** The largest whole number whose `degree`th power is at most `value`. */
function wholeRoot(value: bigint, degree: bigint): bigint {
  let [low, high] = [0n, 1n << (BigInt(value.toString(2).length) / degree + 1n)];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** degree <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** Decimals of a root that is not exact. */
const rootDecimals = 20n;

/** The root of a number that is not below 0: exact if possible, otherwise cut after twenty decimals. */
export function root(value: Rational, degree: 2n | 3n): Rational {
  const [n, d] = [wholeRoot(value.n, degree), wholeRoot(value.d, degree)];
  if (n ** degree === value.n && d ** degree === value.d) return ratio(n, d);
  const scale = 10n ** rootDecimals;
  return ratio(wholeRoot((value.n * scale ** degree) / value.d, degree), scale);
}

/** Rounded to this many decimals, half away from 0. */
export function roundTo({ n, d }: Rational, decimals: number): Rational {
  const scale = 10n ** BigInt(decimals);
  const size = n < 0n ? -n : n;
  const rounded = (2n * size * scale + d) / (2n * d);
  return ratio(n < 0n ? -rounded : rounded, scale);
}
