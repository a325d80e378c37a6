import type { SubscriptionStatus } from '#server/db/schema.ts';

/** What a plan is sold at: the provider's word, which must agree with ours before anyone pays. */
export type PlanPrice = {
  readonly planId: string;
  readonly priceId: string;
  /** Minor units. */
  readonly unitAmount: number | null;
  readonly currency: string;
  readonly interval: string;
};

/** A subscription as the provider has it at this moment. Its words are Stripe's. */
export type ProviderSubscription = {
  readonly id: string;
  readonly customer: string;
  readonly status: SubscriptionStatus;
  /** By its price, else by what we noted on it when it was sold; null when neither is one of our plans. */
  readonly planId: string | null;
  readonly createdAt: Date;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly cancelAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  /** When the cancellation was asked for. */
  readonly canceledAt: Date | null;
  readonly endedAt: Date | null;
  /** When the card is tried again for the newest invoice; null when it is paid or given up. */
  readonly nextPaymentAttempt: Date | null;
  /** The provider's fingerprint of the card that pays: the same for the same card number. */
  readonly cardFingerprint: string | null;
};

/** A hosted page where a plan is paid. `url` only while it is open. */
export type Checkout = {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired';
  readonly url: string | null;
};

/** Something happened at the provider. It names what to read; what it says is not believed. */
export type PaymentEvent = {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** Real money, as opposed to a test. */
  readonly isLive: boolean;
  /** Made under the API version that we know; under another its object may mean something else. */
  readonly isKnownVersion: boolean;
  readonly customer: string | null;
  /** The invoice, refund, checkout or subscription that it is about. */
  readonly objectId: string | null;
};

/** A payment for the operator's list. */
export type PaymentDetails = {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The provider's word for where it stands. */
  readonly status: string;
  readonly subscriptionId: string | null;
};

/** A payment that the customer's bank took back, or that the card network calls fraudulent. */
export type Chargeback = PaymentDetails & {
  /** Whose payment it was; null for one without a customer. */
  readonly customer: string | null;
  readonly cardFingerprint: string | null;
};

/** Every method but `readEvent`: @throws ProviderError */
export interface Payments {
  /** The prices of the plans that are on sale; those of `planIds` that have none are missing. Cached for minutes. */
  prices(): Promise<readonly PlanPrice[]>;
  /** The same `key` gives the same customer, however often it is asked (for a day at least). @returns its id */
  createCustomer(customer: { userId: string; name: string | null; email: string; key: string }): Promise<string>;
  /** Whether the provider has this customer: not deleted, and not another account's. */
  hasCustomer(customer: string): Promise<boolean>;
  /** Opens a page to pay a plan on. The same `key` gives the same page. Code `in_progress`: another call has the key. */
  openCheckout(checkout: {
    readonly key: string;
    readonly customer: string;
    readonly userId: string;
    readonly planId: string;
    readonly priceId: string;
    /** Shown beside the pay button. */
    readonly terms: string;
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<Checkout>;
  fetchCheckout(id: string): Promise<Checkout | null>;
  /** Closes a page, so that it can no longer be paid. @returns what became of it: it may have been paid just before */
  expireCheckout(id: string): Promise<Checkout['status']>;
  /** @returns the address of the provider's page where a customer changes card and plan */
  openPortal(portal: { customer: string; returnUrl: string }): Promise<string>;
  /** All subscriptions that a customer ever had. */
  listSubscriptions(customer: string): Promise<ProviderSubscription[]>;
  /** All subscriptions of all customers, page by page. */
  allSubscriptions(): AsyncIterable<ProviderSubscription[]>;
  /** Ends it now, without a refund. One that has ended, or is not known, is fine. */
  cancelNow(subscription: string): Promise<void>;
  /** Ends all that the customer has, and forgets name and address. One that is gone is fine. */
  deleteCustomer(customer: string): Promise<void>;
  /** The event in a webhook that the provider signed within the last five minutes; null for anything else. */
  readEvent(webhook: { body: Buffer; signature: string }): PaymentEvent | null;
  /** Events of these types since then, page by page, newest first. */
  eventsSince(since: Date, types: readonly string[]): AsyncIterable<PaymentEvent[]>;
  /** What a payment was about, read anew; null when the provider does not know it. */
  fetchPayment(kind: 'invoice' | 'refund' | 'checkout', id: string): Promise<PaymentDetails | null>;
  /** What a dispute or an early fraud warning is about; null when the provider does not know it. */
  fetchChargeback(kind: 'dispute' | 'fraud_warning', id: string): Promise<Chargeback | null>;
  /** Refunds the newest payment of a subscription. One that is refunded, or was never paid, is fine. */
  refundNewestPayment(subscription: string): Promise<void>;
}
