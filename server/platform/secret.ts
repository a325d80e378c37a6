import { inspect } from 'node:util';

const hidden = '[redacted]';

/**
 * Plaintext that must never be stored: a question, an answer, a code, a password. Printing, joining or serializing the
 * object gives `[redacted]`; only `reveal` returns the plaintext.
 */
export class Secret {
  readonly #plaintext: string;

  constructor(plaintext: string) {
    this.#plaintext = plaintext;
  }

  /** The plaintext, for the moment of use. */
  reveal(): string {
    return this.#plaintext;
  }

  /** Whether the secret has this plaintext. */
  equals(plaintext: string): boolean {
    return this.#plaintext === plaintext;
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
