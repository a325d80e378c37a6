import { createHash } from 'node:crypto';

import { randomText } from './ids.ts';
import type { BalanceTransaction, Customer, PaymentMethod } from './types.ts';

/** A new customer. `created` in unix seconds. */
export function newCustomer(given: Pick<Customer, 'id' | 'created'> & Partial<Customer>): Customer {
  return {
    object: 'customer',
    address: null,
    balance: 0,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  };
}

type Given = Pick<
  BalanceTransaction,
  'id' | 'created' | 'amount' | 'currency' | 'customer' | 'description' | 'ending_balance' | 'metadata'
>;

/** A change of a customer's credit balance by hand; negative amounts are credits. */
export function newBalanceTransaction(given: Given): BalanceTransaction {
  return {
    object: 'customer_balance_transaction',
    checkout_session: null,
    credit_note: null,
    customer_account: null,
    invoice: null,
    livemode: false,
    type: 'adjustment',
    ...given,
  };
}

type NewCard = Pick<PaymentMethod, 'id' | 'created' | 'customer'> & {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly email: string | null;
  readonly name: string | null;
};

/** A saved card, without its number. */
export function newCard({ brand, last4, expMonth, expYear, email, name, ...given }: NewCard): PaymentMethod {
  return {
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: emptyAddress, email, name, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: expMonth,
      exp_year: expYear,
      // The same number has the same fingerprint within an account; the last four digits stand for the number here.
      fingerprint: createHash('sha256').update(`${brand} ${last4}`).digest('hex').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
    ...given,
  };
}

export const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
