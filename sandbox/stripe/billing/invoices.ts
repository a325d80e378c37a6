import { newId, randomText } from '../objects/ids.ts';
import { newInvoice, newInvoicePayment, newLine } from '../objects/invoice.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Invoice, InvoiceLine, PaymentIntent, Subscription } from '../objects/types.ts';
import { type World, change } from '../world.ts';
import { type Presence, attempt, createIntent } from './attempt.ts';
import { cardFor, liveCustomer, money, productName } from './lookups.ts';

const DAY_S = 86_400;

type Draft = {
  readonly subscription: Subscription;
  readonly reason: NonNullable<Invoice['billing_reason']>;
  /** What the subscription's present period costs; 0 during a trial. Minor units. */
  readonly amount: number;
  /** The period that the invoice itself covers, which for a renewal is the one that just ended. Unix seconds. */
  readonly period: { readonly start: number; readonly end: number };
};

/** A draft invoice for the present period of a subscription, with what was waiting for the next invoice. */
export function draftInvoice(world: World, { subscription, reason, amount, period }: Draft): Invoice {
  const id = newId('in');
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const name = productName(world, price);
  const each = `${money(price.unit_amount ?? 0, price.currency)} / ${price.recurring?.interval ?? 'month'}`;
  const description =
    subscription.status === 'trialing' ? `Trial period for ${name}` : `${quantity} × ${name} (at ${each})`;
  const line = newLine({
    id: newId('il'),
    invoice: id,
    subscription,
    price,
    amount,
    description,
    period: { start, end },
  });
  return saveDraft(world, {
    id,
    subscription,
    reason,
    period,
    lines: [line, ...takePendingLines(world, subscription, id)],
  });
}

type Lines = Omit<Draft, 'amount'> & { readonly id: string; readonly lines: InvoiceLine[] };

/** A draft invoice with these lines. */
export function saveDraft(world: World, { id, subscription, reason, period, lines }: Lines): Invoice {
  const invoice = newInvoice({
    id,
    created: world.now(subscription.customer),
    billing_reason: reason,
    customer: liveCustomer(world, subscription.customer),
    subscription,
    lines,
    period_start: period.start,
    period_end: period.end,
  });
  world.book.put('invoice', invoice);
  world.emit('invoice.created', invoice);
  return invoice;
}

function takePendingLines(world: World, { customer }: Subscription, invoice: string): InvoiceLine[] {
  const pending = [...world.book.all('pending_line')].filter((row) => row.customer === customer);
  for (const { id } of pending) world.book.remove('pending_line', id);
  return pending.map(({ line }) => ({ ...line, invoice }));
}

/**
 * Makes a draft final: number, addresses, the customer's balance used, and a payment intent where money is due.
 * An invoice of nothing is paid at once.
 * @param intent the payment already made for it at checkout; none makes one
 */
export function finalize(world: World, invoice: Invoice, intent?: PaymentIntent): void {
  const customer = liveCustomer(world, invoice.customer ?? '');
  const now = world.now(customer.id);
  const sequence = customer.next_invoice_sequence ?? 1;
  const key = randomText(24);
  change(world, 'invoice', invoice, {
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: Math.min(0, invoice.starting_balance + invoice.total),
    hosted_invoice_url: `${world.pages()}/i/${invoice.id}/${key}`,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  change(world, 'customer', customer, {
    balance: invoice.ending_balance ?? 0,
    currency: invoice.currency,
    next_invoice_sequence: sequence + 1,
  });
  world.emit('invoice.finalized', invoice);
  if (invoice.amount_due === 0) {
    settle(world, invoice);
    return;
  }
  const { id, created } = intent ?? createIntent(world, intentFor(invoice));
  world.book.put('invoice_payment', newInvoicePayment(newId('inpay'), invoice, id, created));
  if (intent?.status === 'succeeded') settle(world, invoice);
}

function intentFor(invoice: Invoice) {
  const description =
    invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update';
  return { amount: invoice.amount_due, currency: invoice.currency, customer: invoice.customer, description };
}

/** The payment intent that is to pay an open invoice. */
export function intentOf(world: World, invoice: Invoice): PaymentIntent | null {
  const payment = [...world.book.all('invoice_payment')].find((row) => row.invoice === invoice.id)?.payment
    .payment_intent;
  return typeof payment === 'string' ? (world.book.get('payment_intent', payment) ?? null) : null;
}

/** Takes an open invoice's money from the subscription's card. A failure plans the next attempt, while there is one. */
export function collect(world: World, invoice: Invoice, subscription: Subscription, presence: Presence): boolean {
  const card = cardFor(world, subscription);
  const intent = intentOf(world, invoice);
  const result = card && intent ? attempt(world, intent, card, presence) : null;
  Object.assign(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true } satisfies Partial<Invoice>);
  if (result?.outcome === 'paid') {
    settle(world, invoice);
    return true;
  }
  const days = world.book.get('settings', 'settings')?.retryAfterDays[invoice.attempt_count - 1];
  const next = days === undefined ? null : world.now(invoice.customer) + days * DAY_S;
  change(world, 'invoice', invoice, { auto_advance: next !== null, next_payment_attempt: next });
  world.book.put('invoice', invoice);
  if (result?.outcome === 'authenticate') world.emit('invoice.payment_action_required', invoice);
  world.emit('invoice.payment_failed', invoice);
  return false;
}

/** Marks an invoice as paid, with what was due. */
export function settle(world: World, invoice: Invoice): void {
  const now = world.now(invoice.customer);
  change(world, 'invoice', invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  for (const payment of world.book.all('invoice_payment')) {
    if (payment.invoice !== invoice.id) continue;
    payment.amount_paid = payment.amount_requested;
    payment.status = 'paid';
    payment.status_transitions.paid_at = now;
    world.book.put('invoice_payment', payment);
    world.emit('invoice_payment.paid', payment);
  }
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
}
