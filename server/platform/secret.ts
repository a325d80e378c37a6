import { inspect } from 'node:util';

const hidden = '[redacted]';

/**
 * Words that must never come to rest: a question, an answer, a code, a password. Whatever prints, joins or serialises
 * the object gets `[redacted]`; only `reveal` hands the words out, and lint allows it in a handful of files.
 */
export class Secret {
  readonly #words: string;

  constructor(words: string) {
    this.#words = words;
  }

  /** The words themselves, for the one moment of use. */
  reveal(): string {
    return this.#words;
  }

  /** Whether these are the words. */
  is(words: string): boolean {
    return this.#words === words;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [inspect.custom](): string {
    return hidden;
  }
}
