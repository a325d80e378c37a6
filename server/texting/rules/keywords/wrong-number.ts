/**
 * "Wrong number" in its forms, for clauses in the form of `plainWords`. "That's the wrong number" and "you gave me the
 * wrong number" are about an answer.
 */
const forms =
  '(?:(?:I THINK |I BELIEVE )?(?:THIS IS|(?:YOU|U|YOUVE) (?:HAVE|GOT)) (?:THE |A )?)?WRONG (?:NUMBER|PERSON)|' +
  '(?:CREO QUE )?(?:(?:USTED |USTEDES )?TIENEN? EL )?NUMERO EQUIVOCADO';

/** Whether a clause says that its sender is not whom we mean. */
export function isWrongNumber(clause: string): boolean {
  return whole.test(clause);
}

const whole = new RegExp(`^(?:${forms})$`);
