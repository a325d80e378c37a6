import { plainWords } from './plain-words.ts';

/**
 * "Wrong number" in its forms, for clauses in the form of `plainWords`. "That's the wrong number" and "you gave me the
 * wrong number" are about an answer.
 */
const forms =
  '(?:(?:I THINK |I BELIEVE )?(?:THIS IS|(?:YOU|U|YOUVE) (?:HAVE|GOT)) (?:THE |A )?)?WRONG (?:NUMBER|PERSON)|' +
  '(?:CREO QUE )?(?:(?:USTED |USTEDES )?TIENEN? EL )?NUMERO EQUIVOCADO';

const whole = new RegExp(`^(?:${forms})$`);
const withPoliteness = new RegExp(`^(?:(?:NO|SORRY|IM SORRY|OH|OOPS|HEY) )*(?:${forms})(?: (?:SORRY|AGAIN|THANKS))*$`);

/** Whether a clause says that its sender is not whom we mean. */
export function isWrongNumber(clause: string): boolean {
  return whole.test(clause);
}

/** Whether a text says "wrong number" and nothing else: right after an answer, it may be about what the answer says. */
export function mayBeCorrection(text: string): boolean {
  return withPoliteness.test(plainWords(text));
}
