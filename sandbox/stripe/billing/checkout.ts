import { newCard, newCustomer } from '../objects/customer.ts';
import { newId } from '../objects/ids.ts';
import type { CheckoutSession, Customer, PaymentIntent, PaymentMethod, Price } from '../objects/types.ts';
import { type StripeError, invalid } from '../wire/errors.ts';
import type { CheckoutPlan, World } from '../world.ts';
import { type Presence, attempt, createIntent, verdictOn } from './attempt.ts';
import { type Decline, type TypedCard, cardError, cardOf } from './cards.ts';
import { liveCustomer } from './lookups.ts';
import { startSubscription } from './start.ts';

const DAY_S = 86_400;

export type Payer = { readonly card: TypedCard | null; readonly email: string | null; readonly name: string | null };

/**
 * Pays an open checkout session as a person on its page would.
 * @returns `authenticate` when the bank first wants to see the customer (3-D Secure): go on with `authenticate`
 * @throws StripeError 402 when the card is declined (the session stays open), 400 when the session is not open
 */
export function pay(world: World, session: CheckoutSession, payer: Payer): 'complete' | 'authenticate' {
  const plan = openPlan(world, session);
  if (payer.card === null) {
    if (amountDue(world, session, plan) > 0)
      throw cardError('Your card number is incomplete.', { code: 'incomplete_number' });
    complete(world, session, { plan, card: null, intent: null, payer });
    return 'complete';
  }
  const { brand, number } = cardOf(payer.card, new Date(world.now(session.customer) * 1000));
  const card = newCard({
    id: newId('pm'),
    created: world.now(session.customer),
    customer: null,
    brand,
    last4: number.slice(-4),
    expMonth: payer.card.expMonth,
    expYear: payer.card.expYear,
    email: payer.email,
    name: payer.name,
  });
  world.book.put('payment_method', card);
  return payWith(world, session, card, 'present');
}

/**
 * The customer came back from the bank's own page.
 * @throws StripeError 402 when the bank did not accept them
 */
export function authenticate(world: World, session: CheckoutSession, isAccepted: boolean): void {
  const plan = openPlan(world, session);
  const card = plan.pendingCard;
  if (!card) throw invalid('This session is not waiting for authentication.');
  plan.pendingCard = null;
  world.book.put('checkout_plan', plan);
  if (!isAccepted) {
    throw cardError(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      {
        code: 'payment_intent_authentication_failure',
      },
    );
  }
  payWith(world, session, card, 'authenticated');
}

function payWith(
  world: World,
  session: CheckoutSession,
  card: PaymentMethod,
  presence: Presence,
): 'complete' | 'authenticate' {
  const plan = openPlan(world, session);
  const amount = amountDue(world, session, plan);
  const intent = amount === 0 ? null : intentFor(world, session, plan, amount);
  const result = intent ? attempt(world, intent, card, presence) : verdictAsResult(verdictOn(card, presence));
  if (result.outcome === 'declined') throw declinedError(result.decline, intent);
  if (result.outcome === 'authenticate') {
    plan.pendingCard = card;
    world.book.put('checkout_plan', plan);
    return 'authenticate';
  }
  const { email, name } = card.billing_details;
  complete(world, session, { plan, card, intent, payer: { card: null, email, name } });
  return 'complete';
}

function verdictAsResult(verdict: ReturnType<typeof verdictOn>) {
  if (verdict === 'ok') return { outcome: 'paid' as const };
  return verdict === 'authenticate' ? { outcome: verdict } : { outcome: 'declined' as const, decline: verdict };
}

function declinedError({ code, declineCode, message }: Decline, intent: PaymentIntent | null): StripeError {
  const charge = intent?.latest_charge;
  return cardError(message, {
    code,
    ...(declineCode !== null && { decline_code: declineCode }),
    ...(charge && { charge }),
  });
}

/**
 * The plan behind a session that can still be paid.
 * @throws StripeError 400 when it was completed or expired
 */
function openPlan(world: World, session: CheckoutSession): CheckoutPlan {
  const plan = world.book.get('checkout_plan', session.id);
  if (session.status === 'open' && session.expires_at <= world.now(session.customer)) expire(world, session);
  if (!plan || session.status !== 'open') throw invalid(`This Checkout Session is ${session.status}.`);
  return plan;
}

/** What the first payment takes, in minor units: nothing during a trial, less with credit on the customer's balance. */
export function amountDue(world: World, session: CheckoutSession, plan: CheckoutPlan): number {
  if (trialEndOf(world, session, plan) !== null) return 0;
  const customer = session.customer === null ? undefined : world.book.get('customer', session.customer);
  const balance = customer && !('deleted' in customer) ? customer.balance : 0;
  return Math.max(0, (session.amount_total ?? 0) + balance);
}

/** When the trial that a session starts now would end, in unix seconds; null without one. */
export function trialEndOf(world: World, { customer }: CheckoutSession, { subscription }: CheckoutPlan): number | null {
  if (subscription.trialEnd !== null) return subscription.trialEnd;
  return subscription.trialDays === null ? null : world.now(customer) + subscription.trialDays * DAY_S;
}

function intentFor(world: World, session: CheckoutSession, plan: CheckoutPlan, amount: number): PaymentIntent {
  const earlier = plan.intent === null ? undefined : world.book.get('payment_intent', plan.intent);
  if (earlier?.amount === amount) return earlier;
  const { currency, customer } = session;
  const made = createIntent(world, {
    amount,
    currency: currency ?? 'usd',
    customer,
    description: 'Subscription creation',
  });
  plan.intent = made.id;
  world.book.put('checkout_plan', plan);
  return made;
}

type Completion = {
  readonly plan: CheckoutPlan;
  readonly card: PaymentMethod | null;
  readonly intent: PaymentIntent | null;
  readonly payer: Payer;
};

function complete(world: World, session: CheckoutSession, { plan, card, intent, payer }: Completion): void {
  const customer = session.customer === null ? welcome(world, session, payer) : liveCustomer(world, session.customer);
  if (card) attach(world, card, customer);
  if (intent && intent.customer === null) {
    intent.customer = customer.id;
    world.book.put('payment_intent', intent);
  }
  const [line] = plan.lines;
  const { subscription, invoice } = startSubscription(world, {
    customer: customer.id,
    price: line?.price as Price,
    quantity: line?.quantity ?? 1,
    plan: plan.subscription,
    trialEnd: trialEndOf(world, session, plan),
    card,
    intent,
  });
  Object.assign(session, {
    consent: session.consent_collection && { promotions: null, terms_of_service: 'accepted' },
    customer: customer.id,
    customer_details: detailsOf(customer, payer),
    invoice: invoice.id,
    payment_status: invoice.amount_paid > 0 ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  } satisfies Partial<CheckoutSession>);
  world.book.put('checkout_session', session);
  world.emit('checkout.session.completed', session);
}

function welcome(world: World, session: CheckoutSession, { email, name }: Payer): Customer {
  const given = { id: newId('cus'), created: world.now(null), email: session.customer_email ?? email, name };
  const customer = newCustomer(given);
  world.book.put('customer', customer);
  world.emit('customer.created', customer);
  return customer;
}

/** Saves a card on a customer. */
export function attach(world: World, card: PaymentMethod, customer: Customer): void {
  card.customer = customer.id;
  world.book.put('payment_method', card);
  world.emit('payment_method.attached', card);
}

function detailsOf(customer: Customer, { email, name }: Payer): CheckoutSession['customer_details'] {
  return {
    address: null,
    business_name: null,
    email: customer.email ?? email,
    individual_name: null,
    name: name ?? customer.name ?? null,
    phone: customer.phone ?? null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

/** Closes an open session: its page can no longer be paid. */
export function expire(world: World, session: CheckoutSession): void {
  Object.assign(session, { status: 'expired', url: null } satisfies Partial<CheckoutSession>);
  world.book.put('checkout_session', session);
  world.emit('checkout.session.expired', session);
}

/** Closes the open sessions whose time is over. */
export function expireDue(world: World): void {
  for (const session of world.book.all('checkout_session')) {
    if (session.status === 'open' && session.expires_at <= world.now(session.customer)) expire(world, session);
  }
}
