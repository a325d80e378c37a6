import {
  add,
  divide,
  isTooLarge,
  isWhole,
  multiply,
  power,
  type Rational,
  readRational,
  root,
  subtract,
  whole,
} from './rational.ts';

/** The value of a sum, or why it has none. */
export type Value =
  | { readonly kind: 'value'; readonly value: Rational }
  | { readonly kind: 'divided_by_zero' | 'root_of_negative' };

const tokens = /\s*(\d+(?:\.\d+)?|\.\d+|sqrt|cbrt|mod|[-+*/^()!])/y;
/** Longer sums are not texted. */
const tokensMax = 60;
const depthMax = 20;
const factorialMax = 200n;

class NoSum extends Error {}
class NoValue extends Error {
  readonly kind: Exclude<Value['kind'], 'value'>;

  constructor(kind: NoValue['kind']) {
    super(kind);
    this.kind = kind;
  }
}

/**
 * Evaluates a sum exactly: `+ - * / ^ ! mod`, brackets, `sqrt` and `cbrt`, by a parser of its own that knows nothing else.
 * Length, depth and the size of numbers are bounded.
 * @returns null for a text that is no sum, or a sum that is too large
 */
export function evaluate(text: string): Value | null {
  const read = tokensOf(text);
  if (read === null) return null;
  try {
    const parser = new Parser(read);
    return { kind: 'value', value: parser.whole() };
  } catch (error) {
    if (error instanceof NoValue) return { kind: error.kind };
    if (error instanceof NoSum) return null;
    throw error;
  }
}

function tokensOf(text: string): string[] | null {
  const found: string[] = [];
  const trimmed = text.trimEnd();
  tokens.lastIndex = 0;
  while (tokens.lastIndex < trimmed.length) {
    const token = tokens.exec(trimmed)?.[1];
    if (token === undefined || found.length === tokensMax) return null;
    found.push(token);
  }
  return found.length === 0 ? null : found;
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(read: readonly string[]) {
    this.#tokens = read;
  }

  whole(): Rational {
    const value = this.#sum();
    if (this.#at < this.#tokens.length) throw new NoSum();
    return value;
  }

  #next(...any: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || !any.includes(token)) return null;
    this.#at += 1;
    return token;
  }

  #sum(): Rational {
    let left = this.#product();
    for (let sign = this.#next('+', '-'); sign !== null; sign = this.#next('+', '-')) {
      const right = this.#product();
      left = bounded(sign === '+' ? add(left, right) : subtract(left, right));
    }
    return left;
  }

  #product(): Rational {
    let left = this.#signed();
    for (let sign = this.#next('*', '/', 'mod'); sign !== null; sign = this.#next('*', '/', 'mod')) {
      const right = this.#signed();
      left = bounded(sign === '*' ? multiply(left, right) : sign === '/' ? quotient(left, right) : rest(left, right));
    }
    return left;
  }

  #signed(): Rational {
    if (this.#next('-') === null) return this.#raised();
    // Twice is a typing error.
    return subtract(whole(0), this.#raised());
  }

  #raised(): Rational {
    const base = this.#factorial();
    if (this.#next('^') === null) return base;
    return this.#deeper(() => raise(base, this.#signed()));
  }

  #factorial(): Rational {
    const value = this.#atom();
    return this.#next('!') === null ? value : factorial(value);
  }

  #atom(): Rational {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === 'sqrt' || token === 'cbrt') {
      const value = this.#deeper(() => this.#atom());
      if (value.n < 0n) throw new NoValue('root_of_negative');
      return root(value, token === 'sqrt' ? 2n : 3n);
    }
    if (token === '(') {
      const value = this.#deeper(() => this.#sum());
      if (this.#next(')') === null) throw new NoSum();
      return value;
    }
    const value = token === undefined ? null : readRational(token);
    if (value === null) throw new NoSum();
    return value;
  }

  #deeper(read: () => Rational): Rational {
    this.#depth += 1;
    if (this.#depth > depthMax) throw new NoSum();
    const value = read();
    this.#depth -= 1;
    return value;
  }
}

function bounded(value: Rational): Rational {
  if (isTooLarge(value)) throw new NoSum();
  return value;
}

function quotient(a: Rational, b: Rational): Rational {
  if (b.n === 0n) throw new NoValue('divided_by_zero');
  return divide(a, b);
}

function rest(a: Rational, b: Rational): Rational {
  if (!isWhole(a) || !isWhole(b) || a.n < 0n || b.n < 0n) throw new NoSum();
  if (b.n === 0n) throw new NoValue('divided_by_zero');
  return whole(a.n % b.n);
}

function raise(base: Rational, exponent: Rational): Rational {
  const value = power(base, exponent);
  if (value === null) throw new NoSum();
  return value;
}

function factorial(value: Rational): Rational {
  if (!isWhole(value) || value.n < 0n || value.n > factorialMax) throw new NoSum();
  let product = 1n;
  for (let factor = 2n; factor <= value.n; factor += 1n) product *= factor;
  return whole(product);
}
