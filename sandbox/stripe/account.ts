import { isDeepStrictEqual } from 'node:util';

import type { RecordStore } from '../record-store.ts';
import { newId } from './objects/ids.ts';
import type {
  BalanceTransaction,
  Charge,
  CheckoutLine,
  CheckoutSession,
  Customer,
  DeletedCustomer,
  Dispute,
  EarlyFraudWarning,
  EventType,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  StoredEndpoint,
  StripeEvent,
  Subscription,
} from './objects/types.ts';

/** The emulated API version, which the official client 23.1.0 pins. */
export const API_VERSION = '2026-10-28.endive';
/**
 * The account's default API version: an older one, as of an account that has sold for years. Stripe lists events under
 * it, whatever version a call or a webhook endpoint has.
 */
export const ACCOUNT_API_VERSION = '2023-08-16';

/** What the payment of a checkout session starts; Stripe shows only part of it on the session. */
export type CheckoutPlan = {
  readonly id: string;
  readonly lines: CheckoutLine[];
  /** The subscription's metadata. */
  readonly metadata: Record<string, string>;
  /** The payment intent of earlier attempts, declined or waiting for authentication. */
  intent: string | null;
  /** A card that waits for 3-D Secure. */
  pendingCard: PaymentMethod | null;
};

/** How far a customer's clock is ahead of the sandbox's, in seconds. */
export type CustomerClock = { readonly id: string; ahead: number };
/** The answer that belongs to an idempotency key. Times in unix seconds. */
export type Remembered = {
  readonly id: string;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly created: number;
  readonly status: number;
  readonly body: string;
};
/** An event on its way to the product. */
export type Delivery = { readonly id: string; readonly event: string; readonly endpoint: string; attempts: number };
export type StripeTables = {
  customer: Customer | DeletedCustomer;
  product: Product;
  price: Price;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  early_fraud_warning: EarlyFraudWarning;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  checkout_session: CheckoutSession;
  checkout_plan: CheckoutPlan;
  portal_session: PortalSession & { lastUsed: number };
  portal_configuration: PortalConfiguration;
  webhook_endpoint: StoredEndpoint;
  event: StripeEvent;
  balance_transaction: BalanceTransaction;
  clock: CustomerClock;
  remembered: Remembered;
  delivery: Delivery;
};

/** The API request on whose behalf the account changes; null for changes by the clock or a hosted page. */
export type Cause = { readonly id: string; readonly idempotency_key: string | null };

export type Account = {
  readonly records: RecordStore<StripeTables>;
  /** The customer's time in unix seconds: the sandbox's, plus the offset of that customer's clock. */
  now(customer: string | null): number;
  /** Runs `work` with all clocks at `seconds`: when it was due, not when it is processed. */
  atTime<T>(seconds: number, work: () => T): T;
  /** Runs `work` on behalf of an API request, so that its events name it. */
  onBehalfOf<T>(cause: Cause, work: () => T): T;
  /** Records an event and hands it to the webhooks. */
  emit(type: EventType, object: { readonly object: string }, previous?: Record<string, unknown>): void;
  /** Base address of the hosted pages, without a trailing slash. */
  pages(): string;
  /** Where the product receives webhooks. */
  webhookUrl(): string;
  /** Whether Stripe has stopped its charges (the fault `restricted`). */
  isRestricted(): boolean;
  /** For how long a new customer is missing from searches (the fault `searchLagMs`), in ms. */
  searchLagMs(): number;
};

type Parts = Pick<Account, 'records' | 'pages' | 'webhookUrl' | 'isRestricted' | 'searchLagMs'> & {
  /** The sandbox's own time in unix seconds. */
  readonly seconds: () => number;
  readonly send: (event: StripeEvent) => void;
};

/** The account, kept in `records`. Every change completes synchronously. */
export function createAccount({ seconds, send, ...given }: Parts): Account {
  const { records } = given;
  let frozen: number | null = null;
  let cause: Cause | null = null;

  function now(customer: string | null): number {
    if (frozen !== null) return frozen;
    return seconds() + (customer === null ? 0 : (records.get('clock', customer)?.ahead ?? 0));
  }
  return {
    ...given,
    now,
    atTime(seconds, work) {
      const before = frozen;
      frozen = seconds;
      try {
        return work();
      } finally {
        frozen = before;
      }
    },
    onBehalfOf(request, work) {
      cause = request;
      try {
        return work();
      } finally {
        cause = null;
      }
    },
    emit(type, object, previous) {
      const event: StripeEvent = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: now(customerOf(object)),
        data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 0,
        request: cause ?? { id: null, idempotency_key: null },
        type,
      };
      records.put('event', event);
      send(event);
    },
  };
}

function customerOf(object: {
  readonly object: string;
  readonly id?: unknown;
  readonly customer?: unknown;
}): string | null {
  const owner = object.object === 'customer' ? object.id : object.customer;
  return typeof owner === 'string' ? owner : null;
}

/** The tables whose objects have an `.updated` event. */
type Updatable = {
  customer: 'customer.updated';
  subscription: 'customer.subscription.updated';
  invoice: 'invoice.updated';
  charge: 'charge.updated';
  refund: 'refund.updated';
  payment_method: 'payment_method.updated';
};
const updatedEvent: Updatable = {
  customer: 'customer.updated',
  subscription: 'customer.subscription.updated',
  invoice: 'invoice.updated',
  charge: 'charge.updated',
  refund: 'refund.updated',
  payment_method: 'payment_method.updated',
};

/** Changes an object in place and emits its `.updated` event, unless nothing changed. */
export function change<K extends keyof Updatable>(
  account: Account,
  table: K,
  row: StripeTables[K],
  changes: Partial<StripeTables[K]>,
): void {
  const before = structuredClone(row);
  Object.assign(row, changes);
  const previous = Object.fromEntries(
    Object.entries(before).filter(([key, value]) => !isDeepStrictEqual(value, row[key as keyof typeof row])),
  );
  if (Object.keys(previous).length === 0) return;
  account.records.put(table, row);
  account.emit(updatedEvent[table], row, previous);
}
