import type Stripe from 'stripe';

/**
 * Stripe's objects as the record store keeps them and the wire carries them, derived from the declarations of the
 * official package (types only; none of its code runs here). They differ from what its client returns in three ways:
 * a reference is always an id (an answer expands it on request), an enum is closed, a decimal is a string.
 */
type Literals<T> = T extends string ? (string extends T ? never : T) : never;
type Closed<T> = [Literals<T>] extends [never] ? T : Literals<T> | Exclude<T, string>;
type Referenced<T> = string extends T ? Exclude<T, object> : T;
type Decimals<T> = Extract<T, Stripe.Decimal> extends never ? T : Exclude<T, Stripe.Decimal> | string;
type Stored<T> = {
  -readonly [K in keyof T as K extends 'lastResponse' | 'deleted' ? never : K]: Closed<Referenced<Decimals<T[K]>>>;
};
type Replace<T, R> = Omit<T, keyof R> & R;

/** A list inside an object. */
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/** What it adds for platforms alone is left out. */
export type OwnAccount = Stored<Stripe.Account>;
export type Product = Stored<Stripe.Product>;
export type Price = Stored<Stripe.Price>;
export type Plan = Stored<Stripe.Plan>;
export type Customer = Stored<Stripe.Customer>;
export type BalanceTransaction = Stored<Stripe.CustomerBalanceTransaction>;
export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };
export type PaymentMethod = Stored<Stripe.PaymentMethod>;
export type PaymentIntent = Stored<Stripe.PaymentIntent>;
export type Charge = Stored<Stripe.Charge>;
export type Refund = Stored<Stripe.Refund>;
export type Dispute = Stored<Stripe.Dispute>;
export type EarlyFraudWarning = Stored<Stripe.Radar.EarlyFraudWarning>;
export type SubscriptionItem = Replace<Stored<Stripe.SubscriptionItem>, { price: Price; plan: Plan }>;
export type Subscription = Replace<Stored<Stripe.Subscription>, { items: List<SubscriptionItem> }>;
export type InvoiceLine = Replace<
  Stored<Stripe.InvoiceLineItem>,
  {
    pricing: {
      type: 'price_details';
      price_details: { price: string; product: string };
      unit_amount_decimal: string | null;
    } | null;
  }
>;
export type Invoice = Replace<Stored<Stripe.Invoice>, { lines: List<InvoiceLine> }>;
export type InvoicePayment = Replace<Stored<Stripe.InvoicePayment>, { status: 'open' | 'paid' | 'canceled' }>;
export type CheckoutSession = Stored<Stripe.Checkout.Session>;
export type CheckoutLine = Replace<Stored<Stripe.LineItem>, { price: Price | null }>;
export type PortalSession = Stored<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Stored<Stripe.BillingPortal.Configuration>;
export type WebhookEndpoint = Stored<Stripe.WebhookEndpoint>;

/** A webhook endpoint as it is kept: Stripe shows its secret only when it is created. */
export type StoredEndpoint = {
  readonly id: string;
  readonly created: number;
  shown: Omit<WebhookEndpoint, 'secret'>;
  /** Null for the endpoint of the start: it follows the product's address and signs with the secrets in the settings. */
  readonly secret: string | null;
};

/** An event as it is sent: the object as it was at that moment, and what an update changed. */
export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event.Type;
};
export type EventType = Stripe.Event.Type;
