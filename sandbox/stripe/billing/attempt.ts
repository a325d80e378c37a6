import { newId, randomText } from '../objects/ids.ts';
import { newCharge, newPaymentIntent } from '../objects/payment.ts';
import type { PaymentIntent, PaymentMethod } from '../objects/types.ts';
import type { World } from '../world.ts';
import { type Decline, type Verdict, behaviourOf } from './cards.ts';

/** Whether the customer is there to be asked (checkout, portal) or not (renewal, retry). */
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
export function createIntent(world: World, given: NewIntent): PaymentIntent {
  const intent = newPaymentIntent({
    id: newId('pi'),
    secret: randomText(25),
    created: world.now(given.customer),
    ...given,
  });
  world.book.put('payment_intent', intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

/** Tries to take the money of an intent from a card, as the card's test number says. */
export function attempt(world: World, intent: PaymentIntent, card: PaymentMethod, presence: Presence): AttemptResult {
  const verdict = verdictOn(card, presence);
  if (verdict === 'authenticate') return askForAuthentication(world, intent, card);
  return verdict === 'ok' ? succeed(world, intent, card) : fail(world, intent, card, verdict);
}

/** What a card's bank says, without any money moving (a card saved for later). */
export function verdictOn(card: PaymentMethod, presence: Presence): Verdict {
  const behaviour = behaviourOf(card.card?.last4);
  if (!behaviour) return 'ok';
  const verdict = presence === 'absent' ? behaviour.absent : behaviour.present;
  return verdict === 'authenticate' && presence === 'authenticated' ? 'ok' : verdict;
}

function succeed(world: World, intent: PaymentIntent, card: PaymentMethod): AttemptResult {
  const charge = newCharge({ id: newId('ch'), created: world.now(intent.customer), intent, card, failure: null });
  world.book.put('charge', charge);
  Object.assign(intent, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: card.id,
    status: 'succeeded',
  } satisfies Partial<PaymentIntent>);
  world.book.put('payment_intent', intent);
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  return { outcome: 'paid' };
}

function fail(world: World, intent: PaymentIntent, card: PaymentMethod, decline: Decline): AttemptResult {
  const { code, declineCode, message } = decline;
  const charge = newCharge({ id: newId('ch'), created: world.now(intent.customer), intent, card, failure: decline });
  world.book.put('charge', charge);
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
  world.book.put('payment_intent', intent);
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', intent);
  return { outcome: 'declined', decline };
}

function askForAuthentication(world: World, intent: PaymentIntent, card: PaymentMethod): AttemptResult {
  Object.assign(intent, {
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    payment_method: card.id,
    status: 'requires_action',
  } satisfies Partial<PaymentIntent>);
  world.book.put('payment_intent', intent);
  world.emit('payment_intent.requires_action', intent);
  return { outcome: 'authenticate' };
}
