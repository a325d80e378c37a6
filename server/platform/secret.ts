import { inspect } from 'node:util';

const hidden = '[redacted]';

/**
 * Plaintext that must never be stored: a question, an answer, a code, a password. Printing, joining or serializing the
 * object gives `[redacted]`; only `reveal` returns the plaintext.
 */
export class Secret {
  readonly #words: string;

  constructor(words: string) {
    this.#words = words;
  }

  /** The plaintext, for the moment of use. */
  reveal(): string {
    return this.#words;
  }

  /** Whether `given` is the plaintext. */
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
