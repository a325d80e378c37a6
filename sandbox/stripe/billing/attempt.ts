import type { Account } from '../account.ts';
import { newId, randomText } from '../objects/ids.ts';
import { newCharge, newPaymentIntent } from '../objects/payment.ts';
import type { PaymentIntent, PaymentMethod } from '../objects/types.ts';
import { type Decline, type Verdict, behaviorOf } from './cards.ts';

/** Whether the customer is present (checkout, portal) or absent (renewal, retry). */
export type Presence = 'present' | 'authenticated' | 'absent';
export type AttemptResult =
  | { readonly outcome: 'paid' | 'authenticate' }
  | { readonly outcome: 'declined'; readonly decline: Decline };

type NewIntent = {
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string;
};

/** A payment intent, before its first attempt. Amount in minor units. */
export function createIntent(account: Account, given: NewIntent): PaymentIntent {
  const intent = newPaymentIntent({
    id: newId('pi'),
    secret: randomText(25),
    created: account.now(given.customer),
    ...given,
  });
  account.records.put('payment_intent', intent);
  account.emit('payment_intent.created', intent);
  return intent;
}

/** Charges a payment intent to a card, with the outcome that the card's test number stands for. */
export function attempt(
  account: Account,
  intent: PaymentIntent,
  card: PaymentMethod,
  presence: Presence,
): AttemptResult {
  const verdict = verdictOn(card, presence);
  if (verdict === 'authenticate') return askForAuthentication(account, intent, card);
  return verdict === 'ok' ? succeed(account, intent, card) : fail(account, intent, card, verdict);
}

/** The bank's verdict on a card without a payment (a card saved for later). */
export function verdictOn(card: PaymentMethod, presence: Presence): Verdict {
  const behavior = behaviorOf(card.card?.last4);
  if (!behavior) return 'ok';
  const verdict = presence === 'absent' ? behavior.absent : behavior.present;
  return verdict === 'authenticate' && presence === 'authenticated' ? 'ok' : verdict;
}

function succeed(account: Account, intent: PaymentIntent, card: PaymentMethod): AttemptResult {
  const charge = newCharge({ id: newId('ch'), created: account.now(intent.customer), intent, card, failure: null });
  account.records.put('charge', charge);
  Object.assign(intent, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: card.id,
    status: 'succeeded',
  } satisfies Partial<PaymentIntent>);
  account.records.put('payment_intent', intent);
  account.emit('charge.succeeded', charge);
  account.emit('payment_intent.succeeded', intent);
  return { outcome: 'paid' };
}

function fail(account: Account, intent: PaymentIntent, card: PaymentMethod, decline: Decline): AttemptResult {
  const { code, declineCode, message } = decline;
  const charge = newCharge({ id: newId('ch'), created: account.now(intent.customer), intent, card, failure: decline });
  account.records.put('charge', charge);
  Object.assign(intent, {
    last_payment_error: {
      charge: charge.id,
      code: code as NonNullable<NonNullable<PaymentIntent['last_payment_error']>['code']>,
      ...(declineCode !== null && { decline_code: declineCode }),
      message,
      payment_method: card,
      type: 'card_error',
    },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  } satisfies Partial<PaymentIntent>);
  account.records.put('payment_intent', intent);
  account.emit('charge.failed', charge);
  account.emit('payment_intent.payment_failed', intent);
  return { outcome: 'declined', decline };
}

function askForAuthentication(account: Account, intent: PaymentIntent, card: PaymentMethod): AttemptResult {
  Object.assign(intent, {
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    payment_method: card.id,
    status: 'requires_action',
  } satisfies Partial<PaymentIntent>);
  account.records.put('payment_intent', intent);
  account.emit('payment_intent.requires_action', intent);
  return { outcome: 'authenticate' };
}
