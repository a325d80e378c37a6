import type { CheckoutPlan, Account } from '../account.ts';
import { newCard } from '../objects/customer.ts';
import { newId } from '../objects/ids.ts';
import type { CheckoutSession, Customer, PaymentIntent, PaymentMethod, Price } from '../objects/types.ts';
import { type StripeError, invalid } from '../wire/errors.ts';
import { type Presence, attempt, createIntent } from './attempt.ts';
import { type Decline, type TypedCard, cardError, cardOf } from './cards.ts';
import { liveCustomer } from './lookups.ts';
import { startSubscription } from './start.ts';

export type Payer = { readonly card: TypedCard | null; readonly name: string | null };

/**
 * Pays an open checkout session, as its page does.
 * @returns `authenticate` when the bank requires 3-D Secure: continue with `authenticate`
 * @throws StripeError 402 when the card is declined (the session stays open), 400 when the session is not open
 */
export function pay(account: Account, session: CheckoutSession, payer: Payer): 'complete' | 'authenticate' {
  openPlan(account, session);
  if (payer.card === null) throw cardError('Your card number is incomplete.', { code: 'incomplete_number' });
  const { brand, number } = cardOf(payer.card, new Date(account.now(session.customer) * 1000));
  const card = newCard({
    id: newId('pm'),
    created: account.now(session.customer),
    customer: null,
    brand,
    last4: number.slice(-4),
    expMonth: payer.card.expMonth,
    expYear: payer.card.expYear,
    email: session.customer_details?.email ?? null,
    name: payer.name,
  });
  account.records.put('payment_method', card);
  return payWith(account, session, card, 'present');
}

/**
 * Completes 3-D Secure: the customer returns from the bank's page.
 * @throws StripeError 402 when the bank refused
 */
export function authenticate(account: Account, session: CheckoutSession, isAccepted: boolean): void {
  const plan = openPlan(account, session);
  const card = plan.pendingCard;
  if (!card) throw invalid('This session is not waiting for authentication.');
  plan.pendingCard = null;
  account.records.put('checkout_plan', plan);
  if (!isAccepted) {
    throw cardError(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      {
        code: 'payment_intent_authentication_failure',
      },
    );
  }
  payWith(account, session, card, 'authenticated');
}

function payWith(
  account: Account,
  session: CheckoutSession,
  card: PaymentMethod,
  presence: Presence,
): 'complete' | 'authenticate' {
  const plan = openPlan(account, session);
  const intent = intentFor(account, session, plan);
  const result = attempt(account, intent, card, presence);
  if (result.outcome === 'declined') throw declinedError(result.decline, intent);
  if (result.outcome === 'authenticate') {
    plan.pendingCard = card;
    account.records.put('checkout_plan', plan);
    return 'authenticate';
  }
  complete(account, session, { plan, card, intent });
  return 'complete';
}

function declinedError({ code, declineCode, message }: Decline, intent: PaymentIntent): StripeError {
  const charge = intent.latest_charge;
  return cardError(message, {
    code,
    ...(declineCode !== null && { decline_code: declineCode }),
    ...(charge && { charge }),
  });
}

/**
 * What an open session will start.
 * @throws StripeError 400 when the session is complete or expired
 */
function openPlan(account: Account, session: CheckoutSession): CheckoutPlan {
  const plan = account.records.get('checkout_plan', session.id);
  if (session.status === 'open' && session.expires_at <= account.now(session.customer)) expire(account, session);
  if (!plan || session.status !== 'open') throw invalid(`This Checkout Session is ${session.status}.`);
  return plan;
}

function intentFor(account: Account, session: CheckoutSession, plan: CheckoutPlan): PaymentIntent {
  const earlier = plan.intent === null ? undefined : account.records.get('payment_intent', plan.intent);
  if (earlier) return earlier;
  const { amount_total: amount, currency, customer } = session;
  const made = createIntent(account, {
    amount: amount ?? 0,
    currency: currency ?? 'usd',
    customer,
    description: 'Subscription creation',
  });
  plan.intent = made.id;
  account.records.put('checkout_plan', plan);
  return made;
}

type Completion = {
  readonly plan: CheckoutPlan;
  readonly card: PaymentMethod;
  readonly intent: PaymentIntent;
};

function complete(account: Account, session: CheckoutSession, { plan, card, intent }: Completion): void {
  const customer = liveCustomer(account, session.customer ?? '');
  attach(account, card, customer);
  const [line] = plan.lines;
  const { subscription, invoice } = startSubscription(account, {
    customer: customer.id,
    price: line?.price as Price,
    quantity: line?.quantity ?? 1,
    metadata: plan.metadata,
    card,
    intent,
  });
  Object.assign(session, {
    customer_details: detailsOf(customer, card),
    invoice: invoice.id,
    payment_status: 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  } satisfies Partial<CheckoutSession>);
  account.records.put('checkout_session', session);
  account.emit('checkout.session.completed', session);
}

/** Saves a card on a customer. */
export function attach(account: Account, card: PaymentMethod, customer: Customer): void {
  card.customer = customer.id;
  account.records.put('payment_method', card);
  account.emit('payment_method.attached', card);
}

function detailsOf(
  customer: Customer,
  { billing_details: { email, name } }: PaymentMethod,
): CheckoutSession['customer_details'] {
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

/** Expires an open session, which can no longer be paid. */
export function expire(account: Account, session: CheckoutSession): void {
  Object.assign(session, { status: 'expired', url: null } satisfies Partial<CheckoutSession>);
  account.records.put('checkout_session', session);
  account.emit('checkout.session.expired', session);
}

/** Expires the open sessions that are past their time. */
export function expireDue(account: Account): void {
  for (const session of account.records.all('checkout_session')) {
    if (session.status === 'open' && session.expires_at <= account.now(session.customer)) expire(account, session);
  }
}
