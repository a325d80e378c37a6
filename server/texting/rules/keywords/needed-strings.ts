/** Strings of which everything that is found has at least one; null if none can be told. */
type Needed = readonly string[] | null;
type Repeated = { readonly isRepeated: boolean; readonly mayBeAbsent: boolean };

/** Escapes of several characters, and groups with flags. */
const unknown = /\\[ckpPux]|\(\?[a-z-]/;

/**
 * Strings of which every text that a pattern is found in has at least one: " fell" for `(?:dad|mom) fell(?: down)?`. A
 * text without them needs no search, so that most patterns are never compiled.
 * @param source of a pattern that does not ignore case
 * @returns null if none can be told
 */
export function neededStrings(source: string): Needed {
  return unknown.test(source) ? null : new Reader(source).alternatives();
}

/** How unlikely a text is to have one of these strings. */
export function rarityOf(strings: readonly string[]): number {
  return Math.min(...strings.map(({ length }) => Math.min(length, 8))) - Math.log2(strings.length) / 2;
}

/** Reads a source from left to right. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Reads up to the end of the group, or of the source. */
  alternatives(): Needed {
    const all = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      all.push(this.#sequence());
    }
    return all.some((one) => one === null) ? null : [...new Set(all.flatMap((one) => one ?? []))];
  }

  /** What its rarest part needs. */
  #sequence(): Needed {
    const parts: (readonly string[])[] = [];
    let characters = '';
    const endCharacters = (): void => {
      if (characters !== '') parts.push([characters]);
      characters = '';
    };
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? '')) {
      const part = this.#part();
      const { isRepeated, mayBeAbsent } = this.#quantifier();
      if (typeof part === 'string' && !isRepeated) {
        characters += part;
        continue;
      }
      endCharacters();
      if (part !== null && !mayBeAbsent) parts.push(typeof part === 'string' ? [part] : part);
    }
    endCharacters();
    return parts.reduce<Needed>((rarest, one) => {
      return rarest === null || rarityOf(one) > rarityOf(rarest) ? one : rarest;
    }, null);
  }

  /** A character, or what a group needs; null for anything else. */
  #part(): string | Needed {
    const sign = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (sign === '(') return this.#group();
    if (sign === '[') return this.#class();
    if (sign !== '\\') return /[.^$]/.test(sign) ? null : sign;
    const escaped = this.#source[this.#at] ?? '';
    this.#at += 1;
    return /\w/.test(escaped) ? null : escaped;
  }

  #group(): Needed {
    const [opening = ''] = /^\?(?:<?[=!]|:|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 40)) ?? [];
    this.#at += opening.length;
    const needed = this.alternatives();
    this.#at += 1;
    // What stands before or after is no part of what is found; it may even have to be absent.
    return /[=!]$/.test(opening) ? null : needed;
  }

  #class(): null {
    while (this.#source[this.#at] !== ']') this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
    this.#at += 1;
    return null;
  }

  #quantifier(): Repeated {
    const [quantifier = ''] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 12)) ?? [];
    this.#at += quantifier.length;
    return { isRepeated: quantifier !== '', mayBeAbsent: /^(?:[*?]|\{0)/.test(quantifier) };
  }
}
