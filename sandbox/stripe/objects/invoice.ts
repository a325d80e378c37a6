import type { Customer, Invoice, InvoiceLine, InvoicePayment, Price, Subscription } from './types.ts';

export const ACCOUNT_NAME = 'Askline (sandbox)';

type Given = Pick<Invoice, 'id' | 'created' | 'billing_reason' | 'period_start' | 'period_end'> & {
  readonly customer: Customer;
  readonly subscription: Subscription;
  readonly lines: InvoiceLine[];
};

/** A draft invoice of a subscription. Amounts in minor units, times in unix seconds. */
export function newInvoice({ customer, subscription, lines, ...given }: Given): Invoice {
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    object: 'invoice',
    ...unused,
    ...amounts(total),
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: given.created,
    collection_method: 'charge_automatically',
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    default_payment_method: null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${given.id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    webhooks_delivered_at: null,
    ...given,
  };
}

function amounts(total: number) {
  return {
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    starting_balance: 0,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

/** Fields of features that the sandbox does not emulate. */
const unused = {
  account_country: 'US',
  account_name: ACCOUNT_NAME,
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_ids: [],
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
} satisfies Partial<Invoice>;

type NewLine = {
  readonly id: string;
  readonly invoice: string;
  readonly subscription: Subscription;
  readonly price: Price;
  readonly amount: number;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
};

/** One line of a subscription's invoice. */
export function newLine({ subscription, price, amount, ...given }: NewLine): InvoiceLine {
  const [item] = subscription.items.data;
  return {
    object: 'line_item',
    amount,
    currency: subscription.currency,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: item?.quantity ?? 1,
    quantity_decimal: String(item?.quantity ?? 1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
    ...given,
  };
}

/** The link between an invoice and its payment intent. */
export function newInvoicePayment(
  id: string,
  invoice: Invoice,
  paymentIntent: string,
  created: number,
): InvoicePayment {
  return {
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
