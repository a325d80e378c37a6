import { type Account, change } from '../account.ts';
import { newId, randomText } from '../objects/ids.ts';
import { newInvoice, newInvoicePayment, newLine } from '../objects/invoice.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Invoice, PaymentIntent, Subscription } from '../objects/types.ts';
import { type Presence, attempt, createIntent } from './attempt.ts';
import { cardFor, liveCustomer, money, productName } from './lookups.ts';

const DAY_S = 86_400;
/** Days from each failed attempt to the next. After the last, the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7];

type Draft = {
  readonly subscription: Subscription;
  readonly reason: NonNullable<Invoice['billing_reason']>;
  /** The period that the invoice itself covers, which for a renewal is the one that just ended. Unix seconds. */
  readonly period: { readonly start: number; readonly end: number };
};

/** Creates the draft invoice for a subscription's current period. */
export function draftInvoice(account: Account, { subscription, reason, period }: Draft): Invoice {
  const id = newId('in');
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const name = productName(account, price);
  const each = `${money(price.unit_amount ?? 0, price.currency)} / ${price.recurring?.interval ?? 'month'}`;
  const description = `${quantity} × ${name} (at ${each})`;
  const line = newLine({
    id: newId('il'),
    invoice: id,
    subscription,
    price,
    amount: (price.unit_amount ?? 0) * quantity,
    description,
    period: { start, end },
  });
  const invoice = newInvoice({
    id,
    created: account.now(subscription.customer),
    billing_reason: reason,
    customer: liveCustomer(account, subscription.customer),
    subscription,
    lines: [line],
    period_start: period.start,
    period_end: period.end,
  });
  account.records.put('invoice', invoice);
  account.emit('invoice.created', invoice);
  return invoice;
}

/**
 * Finalizes a draft: gives it a number, an address and a payment intent. A credit balance is used up first; what it pays
 * in full has no payment.
 * @param intent the payment already made at checkout; without one, a new intent is created
 */
export function finalize(account: Account, invoice: Invoice, intent?: PaymentIntent): void {
  const customer = liveCustomer(account, invoice.customer ?? '');
  const now = account.now(customer.id);
  const sequence = customer.next_invoice_sequence ?? 1;
  const key = randomText(24);
  const balance = customer.balance;
  const credit = intent ? 0 : Math.min(Math.max(0, -balance), invoice.amount_due);
  change(account, 'invoice', invoice, {
    amount_due: invoice.amount_due - credit,
    amount_remaining: invoice.amount_due - credit,
    automatically_finalizes_at: null,
    effective_at: now,
    starting_balance: balance,
    ending_balance: balance + credit,
    hosted_invoice_url: `${account.pages()}/i/${invoice.id}/${key}`,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  change(account, 'customer', customer, {
    balance: balance + credit,
    currency: invoice.currency,
    next_invoice_sequence: sequence + 1,
  });
  account.emit('invoice.finalized', invoice);
  if (credit > 0 && invoice.amount_due === 0) {
    markPaid(account, invoice);
    return;
  }
  const { id, created } = intent ?? createIntent(account, intentFor(invoice));
  account.records.put('invoice_payment', newInvoicePayment(newId('inpay'), invoice, id, created));
  if (intent?.status === 'succeeded') markPaid(account, invoice);
}

function intentFor(invoice: Invoice) {
  const description =
    invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update';
  return { amount: invoice.amount_due, currency: invoice.currency, customer: invoice.customer, description };
}

/** The payment intent of an invoice. */
export function intentOf(account: Account, invoice: Invoice): PaymentIntent | null {
  const payment = [...account.records.all('invoice_payment')].find((row) => row.invoice === invoice.id)?.payment
    .payment_intent;
  return typeof payment === 'string' ? (account.records.get('payment_intent', payment) ?? null) : null;
}

/**
 * Charges an open invoice to the subscription's card; a failure schedules the next attempt, unless the subscription has
 * ended. @returns whether it is paid
 */
export function collect(account: Account, invoice: Invoice, subscription: Subscription, presence: Presence): boolean {
  if (invoice.status === 'paid') return true;
  const card = cardFor(account, subscription);
  const intent = intentOf(account, invoice);
  const result = card && intent ? attempt(account, intent, card, presence) : null;
  Object.assign(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true } satisfies Partial<Invoice>);
  if (result?.outcome === 'paid') {
    markPaid(account, invoice);
    return true;
  }
  const days = subscription.status === 'canceled' ? undefined : RETRY_AFTER_DAYS[invoice.attempt_count - 1];
  const next = days === undefined ? null : account.now(invoice.customer) + days * DAY_S;
  change(account, 'invoice', invoice, { auto_advance: next !== null, next_payment_attempt: next });
  account.records.put('invoice', invoice);
  if (result?.outcome === 'authenticate') account.emit('invoice.payment_action_required', invoice);
  account.emit('invoice.payment_failed', invoice);
  return false;
}

/** Marks an invoice as paid in full. */
function markPaid(account: Account, invoice: Invoice): void {
  const now = account.now(invoice.customer);
  change(account, 'invoice', invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  for (const payment of account.records.all('invoice_payment')) {
    if (payment.invoice !== invoice.id) continue;
    payment.amount_paid = payment.amount_requested;
    payment.status = 'paid';
    payment.status_transitions.paid_at = now;
    account.records.put('invoice_payment', payment);
    account.emit('invoice_payment.paid', payment);
  }
  account.emit('invoice.paid', invoice);
  account.emit('invoice.payment_succeeded', invoice);
}

/** Marks an invoice as void: it can no longer be paid, and the credit that it used up is given back. */
export function markVoid(account: Account, invoice: Invoice): void {
  const now = account.now(invoice.customer);
  const intent = intentOf(account, invoice);
  change(account, 'invoice', invoice, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: now },
  });
  for (const payment of account.records.all('invoice_payment')) {
    if (payment.invoice !== invoice.id) continue;
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = now;
    account.records.put('invoice_payment', payment);
  }
  if (intent !== null) {
    Object.assign(intent, {
      canceled_at: now,
      cancellation_reason: 'void_invoice',
      status: 'canceled',
    } satisfies Partial<PaymentIntent>);
    account.records.put('payment_intent', intent);
    account.emit('payment_intent.canceled', intent);
  }
  const customer = account.records.get('customer', invoice.customer ?? '');
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  if (customer && !('deleted' in customer) && used > 0) {
    change(account, 'customer', customer, { balance: customer.balance - used });
  }
  account.emit('invoice.voided', invoice);
}
