import type { SubscriptionStatus } from '#server/db/schema.ts';

/** The provider's price of a plan. It must match ours before anyone pays. */
export type PlanPrice = {
  readonly planId: string;
  readonly priceId: string;
  /** Minor units. */
  readonly unitAmount: number | null;
  readonly currency: string;
  readonly interval: string;
};

/** A subscription as the provider has it now, in Stripe's terms. */
export type ProviderSubscription = {
  readonly id: string;
  readonly customer: string;
  readonly status: SubscriptionStatus;
  /** The account that it was sold to: our mark, which another shop's subscriptions do not have. */
  readonly userId: string | null;
  /** By its price, otherwise by the metadata we set at the sale; null when neither is one of our plans. */
  readonly planId: string | null;
  /** What it costs each period, in minor units: earlier subscribers keep their price. Null for a price of another kind. */
  readonly priceMinor: number | null;
  readonly currency: string | null;
  readonly createdAt: Date;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly cancelAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  /** When the cancellation was requested. */
  readonly canceledAt: Date | null;
  readonly endedAt: Date | null;
  /** The provider ended it, or will not charge it again, because its payment failed. */
  readonly isEndedUnpaid: boolean;
  /** When the card is charged again for the newest invoice; null when the invoice is paid or uncollectible. */
  readonly nextPaymentAttempt: Date | null;
  /** Whether the newest invoice will be charged automatically, although its moment may not be set yet. */
  readonly isCollected: boolean;
  /** The provider's fingerprint of the paying card: equal for equal card numbers. */
  readonly cardFingerprint: string | null;
};

/** A hosted payment page. `url` only while it is open. */
export type Checkout = {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired';
  /** What it charges for each period, in minor units, at the price at which it was opened. */
  readonly amount: number | null;
  readonly url: string | null;
};

/** An event of the provider. It names what to read; its content is not trusted. */
export type PaymentEvent = {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** Real money, not test mode. */
  readonly isLive: boolean;
  /**
   * Whether it came under the API version that we support, as a webhook must. True for listed events: the provider
   * lists them under whatever version the account has.
   */
  readonly isKnownVersion: boolean;
  readonly customer: string | null;
  /** The invoice, refund, checkout or subscription it concerns. */
  readonly objectId: string | null;
};

/** A payment for the operator's list. */
export type PaymentDetails = {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The provider's term for its state. */
  readonly status: string;
  readonly subscriptionId: string | null;
  /** The account that its subscription was sold to, by our mark; the account may have been deleted since. */
  readonly userId: string | null;
  /** Whose payment it is; null for one without a customer. */
  readonly customer: string | null;
  /** Only of a refund: the invoice whose payment it gives back, where there is one. */
  readonly refundedInvoiceId?: string;
  /** Only of an invoice: it was paid after its subscription had ended, so the payment bought nothing. */
  readonly isPaidAfterEnd?: true;
};

/** A payment that the customer's bank reversed or the card network reported as fraudulent. */
export type Chargeback = PaymentDetails & {
  readonly cardFingerprint: string | null;
};

/** Every method but `readEvent`: @throws ProviderError */
export interface Payments {
  /** The prices of the plans on sale; plans of `planIds` without a price are left out. Cached for minutes. */
  prices(): Promise<readonly PlanPrice[]>;
  /** The same `key` returns the same customer, for at least a day. @returns its id */
  createCustomer(customer: { userId: string; name: string | null; email: string; key: string }): Promise<string>;
  /** Changes a customer's name (null: none) and address. Idempotent: an unknown customer is no error. */
  updateCustomer(customer: string, details: { readonly name: string | null; readonly email: string }): Promise<void>;
  /** A customer's name and address; null when the provider has no such customer, or no longer has one. */
  fetchCustomer(customer: string): Promise<{ readonly name: string | null; readonly email: string | null } | null>;
  /** The customers that were made for an account, by our mark. One that was made in the last hour may be missing. */
  findCustomers(userId: string): Promise<string[]>;
  /** Whether the provider has this customer: not deleted, and not another account's. */
  hasCustomer(customer: string): Promise<boolean>;
  /** Opens a payment page for a plan. The same `key` returns the same page. Code `in_progress`: another call uses the key. */
  openCheckout(checkout: {
    readonly key: string;
    readonly customer: string;
    readonly userId: string;
    readonly planId: string;
    readonly priceId: string;
    /** Shown next to the pay button. */
    readonly terms: string;
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<Checkout>;
  fetchCheckout(id: string): Promise<Checkout | null>;
  /** Closes a page, so that it can no longer be paid. @returns its final status: it may have been paid just before */
  expireCheckout(id: string): Promise<Checkout['status']>;
  /** @returns the address of the provider's page where a customer changes the card or cancels; it cannot switch plans */
  openPortal(portal: { customer: string; returnUrl: string }): Promise<string>;
  /** All subscriptions that a customer ever had. */
  listSubscriptions(customer: string): Promise<ProviderSubscription[]>;
  /** All subscriptions of all customers, page by page. */
  allSubscriptions(): AsyncIterable<ProviderSubscription[]>;
  /**
   * Ends it now, without a refund, and voids what it still owes. Idempotent: an ended or unknown subscription is no
   * error.
   */
  cancelNow(subscription: string): Promise<void>;
  /**
   * Voids the unpaid invoices of a subscription that has ended, so that no one can pay them: its end only stops the
   * charges. One of a subscription that has not ended would become active. Idempotent. A key without this
   * permission voids nothing, which is logged and no error.
   */
  voidOpenInvoices(subscription: string): Promise<void>;
  /** Lets it end with the paid period, and charges nothing more. Idempotent: an unknown subscription is no error. */
  cancelAtPeriodEnd(subscription: string): Promise<void>;
  /** Ends all of the customer's subscriptions and deletes name and address. Idempotent. */
  deleteCustomer(customer: string): Promise<void>;
  /** The event in a webhook that the provider signed within the last five minutes; null for anything else. */
  readEvent(webhook: { body: Buffer; signature: string }): PaymentEvent | null;
  /** Events of these types since then, page by page, newest first. */
  eventsSince(since: Date, types: readonly string[]): AsyncIterable<PaymentEvent[]>;
  /** The current details of a payment; null when the provider does not know it. */
  fetchPayment(kind: 'invoice' | 'refund' | 'checkout', id: string): Promise<PaymentDetails | null>;
  /** The payment behind a dispute or an early fraud warning; null when the provider does not know it. */
  fetchChargeback(kind: 'dispute' | 'fraud_warning', id: string): Promise<Chargeback | null>;
  /**
   * Refunds what is left of what was paid for an invoice. Idempotent.
   * @returns `unpaid` for an invoice that no card paid
   */
  refundInvoice(invoice: string): Promise<'refunded' | 'already_refunded' | 'unpaid'>;
  /** Credits a customer's next invoices. The same `key` credits once. @param amount minor units */
  creditCustomer(credit: { customer: string; amount: number; currency: string; key: string }): Promise<void>;
  /** Refunds what was paid for a subscription's newest invoice. Idempotent; an invoice that no card paid is no error. */
  refundNewestPayment(subscription: string, reason: 'fraudulent' | 'requested_by_customer'): Promise<void>;
}
