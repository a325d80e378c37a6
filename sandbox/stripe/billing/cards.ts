import { type ErrorDetail, StripeError } from '../wire/errors.ts';

/** The reason that a bank gives for a decline. */
export type Decline = { readonly code: string; readonly declineCode: string | null; readonly message: string };
export type Verdict = 'ok' | 'authenticate' | Decline;

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const GENERIC = declined('generic_decline');

type TestCard = {
  readonly number: string;
  readonly brand: string;
  readonly what: string;
  /** While the customer is present: checkout, portal. */
  readonly present: Verdict;
  /** A renewal or a retry. */
  readonly absent: Verdict;
  readonly refundFails?: true;
};

/** Stripe's published test cards (docs.stripe.com/testing) that the sandbox supports. Their last four digits differ. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', what: 'Succeeds', present: 'ok', absent: 'ok' },
  { number: '5555555555554444', brand: 'mastercard', what: 'Succeeds', present: 'ok', absent: 'ok' },
  { number: '378282246310005', brand: 'amex', what: 'Succeeds', present: 'ok', absent: 'ok' },
  {
    number: '4000000000000341',
    brand: 'visa',
    what: 'Works now, fails at the renewal',
    present: 'ok',
    absent: GENERIC,
  },
  { number: '4000000000000002', brand: 'visa', what: 'Declined', present: GENERIC, absent: GENERIC },
  {
    number: '4000000000009995',
    brand: 'visa',
    what: 'Declined: insufficient funds',
    present: declined('insufficient_funds', 'Your card has insufficient funds.'),
    absent: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000009987',
    brand: 'visa',
    what: 'Declined: lost card',
    present: declined('lost_card'),
    absent: declined('lost_card'),
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    what: 'Declined: expired',
    present: { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
    absent: { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    what: 'Declined: wrong security code',
    present: { code: 'incorrect_cvc', declineCode: null, message: "Your card's security code is incorrect." },
    absent: { code: 'incorrect_cvc', declineCode: null, message: "Your card's security code is incorrect." },
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    what: 'Asks for authentication once',
    present: 'authenticate',
    absent: 'ok',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    what: 'Asks for authentication every time',
    present: 'authenticate',
    absent: 'authenticate',
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    what: 'Succeeds, its refund fails later',
    present: 'ok',
    absent: 'ok',
    refundFails: true,
  },
];

/** A card as typed: digits, spaces and dashes. Only its last four digits are stored. */
export type TypedCard = {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
};

/**
 * The test card with this number.
 * @throws StripeError 402 for an invalid number, date or code, or a card that is no test card
 */
export function cardOf(typed: TypedCard, now: Date): TestCard {
  const digits = typed.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    throw cardError('Your card number is invalid.', { code: 'incorrect_number', param: 'number' });
  }
  if (typed.expMonth < 1 || typed.expMonth > 12) {
    throw cardError("Your card's expiration month is invalid.", { code: 'invalid_expiry_month', param: 'exp_month' });
  }
  if (typed.expYear * 12 + typed.expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
    throw cardError("Your card's expiration year is invalid.", { code: 'invalid_expiry_year', param: 'exp_year' });
  }
  if (!/^\d{3,4}$/.test(typed.cvc)) {
    throw cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' });
  }
  const card = testCards.find(({ number }) => number === digits);
  if (card) return card;
  throw cardError('Your card was declined. Your request was in test mode, but used a non test (live) card.', {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
  });
}

/** The test card behind a saved card, found by its last four digits. */
export function behaviorOf(last4: string | undefined): TestCard | undefined {
  return testCards.find(({ number }) => number.slice(-4) === last4);
}

/** Stripe's error (402) for a card that cannot be used. */
export function cardError(message: string, detail: ErrorDetail): StripeError {
  return new StripeError(402, message, { ...detail, type: 'card_error' });
}

/** The check digit of ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
