import { isDeepStrictEqual } from 'node:util';

import type { Book } from '../book.ts';
import { newId } from './objects/ids.ts';
import type {
  Charge,
  CheckoutLine,
  CheckoutSession,
  Customer,
  DeletedCustomer,
  Dispute,
  EarlyFraudWarning,
  EventType,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  StripeEvent,
  Subscription,
  WebhookEndpoint,
} from './objects/types.ts';

/** The version that this stand-in speaks: the one that the official client 23.1.0 pins. */
export const API_VERSION = '2026-10-28.endive';

/** What a checkout session will make when it is paid; Stripe shows only part of it on the session. */
export type CheckoutPlan = {
  readonly id: string;
  readonly lines: CheckoutLine[];
  readonly subscription: {
    readonly metadata: Record<string, string>;
    readonly description: string | null;
    /** Unix seconds, or days from completion. */
    readonly trialEnd: number | null;
    readonly trialDays: number | null;
    readonly missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause';
    readonly billingMode: 'classic' | 'flexible';
  };
  /** The payment intent of earlier attempts, declined or waiting for authentication. */
  intent: string | null;
  /** A card that waits for 3-D Secure. */
  pendingCard: PaymentMethod | null;
};

/** A credit or charge that waits for the customer's next invoice (a cancellation with `prorate`). */
export type PendingLine = { readonly id: string; readonly customer: string; readonly line: InvoiceLine };
/** How far a customer's clock was moved ahead of the sandbox's, in seconds. */
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
/** An event on its way to an endpoint. */
export type Delivery = { readonly id: string; readonly event: string; readonly endpoint: string; attempts: number };
/** The account's own settings (Dashboard: Billing, "Manage failed payments"). */
export type Settings = {
  readonly id: 'settings';
  /** Days from each failed attempt to the next. */
  retryAfterDays: number[];
  afterLastRetry: 'cancel' | 'leave_past_due' | 'mark_unpaid';
};

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
  event: StripeEvent;
  webhook_endpoint: WebhookEndpoint;
  pending_line: PendingLine;
  /** Trial notices already given. */
  notice: { readonly id: string };
  clock: CustomerClock;
  remembered: Remembered;
  delivery: Delivery;
  settings: Settings;
};

/** The API request on whose behalf the world changes now; null while the clock or a hosted page changes it. */
export type Cause = { readonly id: string; readonly idempotency_key: string | null };

export type World = {
  readonly book: Book<StripeTables>;
  /** The customer's time in unix seconds: the sandbox's, plus what was added by moving that customer's clock. */
  now(customer: string | null): number;
  /** Runs `work` with everyone's time standing at `seconds`: when something was due, not when we got to it. */
  at<T>(seconds: number, work: () => T): T;
  /** Runs `work` on behalf of an API request, so that its events name it. */
  because<T>(cause: Cause, work: () => T): T;
  /** Records an event and hands it to the webhooks. */
  emit(type: EventType, object: { readonly object: string }, previous?: Record<string, unknown>): void;
  /** Where the hosted pages are, without a trailing slash. */
  pages(): string;
};

type Parts = Pick<World, 'book' | 'pages'> & {
  /** The sandbox's own time in unix seconds. */
  readonly seconds: () => number;
  readonly send: (event: StripeEvent) => void;
};

/** Makes the account's world on a book. Everything in it happens at once: no call here waits. */
export function createWorld({ book, pages, seconds, send }: Parts): World {
  let frozen: number | null = null;
  let cause: Cause | null = null;

  function now(customer: string | null): number {
    if (frozen !== null) return frozen;
    return seconds() + (customer === null ? 0 : (book.get('clock', customer)?.ahead ?? 0));
  }
  return {
    book,
    pages,
    now,
    at(at, work) {
      const before = frozen;
      frozen = at;
      try {
        return work();
      } finally {
        frozen = before;
      }
    },
    because(because, work) {
      cause = because;
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
      book.put('event', event);
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
  price: 'price.updated';
  product: 'product.updated';
  charge: 'charge.updated';
  refund: 'refund.updated';
  payment_method: 'payment_method.updated';
};
const updatedEvent: Updatable = {
  customer: 'customer.updated',
  subscription: 'customer.subscription.updated',
  invoice: 'invoice.updated',
  price: 'price.updated',
  product: 'product.updated',
  charge: 'charge.updated',
  refund: 'refund.updated',
  payment_method: 'payment_method.updated',
};

/** Changes an object in place and tells of it; nothing is told when nothing changed. */
export function change<K extends keyof Updatable>(
  world: World,
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
  world.book.put(table, row);
  world.emit(updatedEvent[table], row, previous);
}
