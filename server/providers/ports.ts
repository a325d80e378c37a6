import type { SubscriptionStatus } from '#server/db/schema.ts';
import type { Secret } from '#server/platform/secret.ts';

/**
 * What the product needs of the third parties, in its own words. A client behind a port sets every time limit by hand,
 * never retries by itself, and lets no error of its vendor's library out: those carry words and keys.
 */

export type Provider = 'carrier' | 'model' | 'payments' | 'identity' | 'mail';
/**
 * `auth`: our credentials are refused. `rejected`: the request is. `rate_limited`: not processed, try later.
 * `unavailable`: failed before or without effect. `ambiguous`: it may have happened.
 */
export type ProviderErrorKind = 'auth' | 'rejected' | 'rate_limited' | 'unavailable' | 'ambiguous';

/** The only error that crosses a port. Holds codes, never words. */
export class ProviderError extends Error {
  readonly provider: Provider;
  readonly kind: ProviderErrorKind;
  /** The vendor's own code, such as Twilio's 20009 or Stripe's `resource_missing`. */
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    provider: Provider,
    kind: ProviderErrorKind,
    { code, retryAfterMs }: { code?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(`${provider} ${kind}${code === undefined ? '' : ` (${code})`}`);
    this.name = 'ProviderError';
    this.provider = provider;
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A text that is about to go out. `id` is our own: it travels in the address of the delivery report. */
export type OutgoingText = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly body: Secret;
  /** After this many seconds the carrier throws the text away rather than deliver it late. */
  readonly validitySeconds: number;
  /**
   * Not sent at all from this moment on, by `performance.now()`: others may by then have taken this text over. Looked at
   * again when the connection stands, right before the first byte (answer protocol 2.3, 2.4 rows 15 and 16).
   */
  readonly sendBeforeMs: number;
};

/** What is known after trying to send (answer protocol 2.5). Only `unknown` needs the reconciler. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly sid: string; readonly segments: number | null }
  /** Refused for good; `code` is Twilio's (https://www.twilio.com/docs/api/errors). */
  | { readonly kind: 'rejected'; readonly code: number }
  /** It provably did not go out, and may later: no connection in time, rate limit (429), or our credentials are refused. */
  | {
      readonly kind: 'not_sent';
      readonly retryAfterMs: number;
      readonly why: 'no_connection' | 'rate_limited' | 'auth';
    }
  /** `why` is for the log: a status, or Node's code for a broken connection. */
  | { readonly kind: 'unknown'; readonly why: string };

/** A text as the carrier lists it. `body` is null where the carrier no longer has it. */
export type CarrierText = {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound';
  readonly createdAt: Date;
  readonly body: Secret | null;
  readonly mediaCount: number;
  readonly status: string;
  readonly segments: number | null;
};

/** Which texts to list, newest first; reading stops at the first page that ends before `since`. */
export type CarrierQuery = { readonly from?: string; readonly to?: string; readonly since: Date };

export interface Carrier {
  /** One try, at most 10 s. Never throws: what is not known is `unknown`. */
  send(text: OutgoingText): Promise<SendOutcome>;
  /** One text by the carrier's id; null when the carrier does not know it. @throws ProviderError */
  fetch(sid: string): Promise<CarrierText | null>;
  /** @throws ProviderError */
  list(query: CarrierQuery): Promise<CarrierText[]>;
  /** Empties the carrier's copy. `too_early` (20009): not yet final, ask again later. @throws ProviderError */
  redact(sid: string): Promise<'redacted' | 'gone' | 'too_early'>;
  /** Whether a webhook with these parameters at this full public address is the carrier's own (X-Twilio-Signature). */
  isSigned(webhook: { url: string; params: Record<string, string | string[]>; signature: string }): boolean;
}

/** What the model said. `isCutOff`: it ran into the token limit, so the last sentence is not whole. */
export type ModelAnswer = {
  readonly text: Secret;
  readonly isCutOff: boolean;
  readonly cost: { readonly inputTokens: number; readonly outputTokens: number; readonly microdollars: number | null };
};

export interface AnswerModel {
  /** One try. @throws ProviderError, also for a run that failed with status 200 or came back empty */
  ask(prompt: { readonly instructions: string; readonly input: Secret }, signal: AbortSignal): Promise<ModelAnswer>;
}

/**
 * Sends a text that no text asked for: a verification code, account news. Keeps to opt-outs, the intent on disk before
 * the send, and one open send between two numbers.
 */
export interface TextSender {
  /**
   * `sent` also when its outcome is not known yet. `busy`: an earlier text to this phone is not settled.
   * `failed`: the carrier refuses the number, or cannot be reached.
   */
  send(text: {
    readonly to: string;
    /** The service number to send from; unset for codes, which have their own where there are several. */
    readonly from?: string;
    readonly purpose: 'code' | 'account';
    readonly body: Secret;
    readonly validitySeconds: number;
  }): Promise<'sent' | 'opted_out' | 'busy' | 'failed'>;
}

/** What a plan is sold at: the provider's word, which must agree with ours before anybody pays. */
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

/** Every method but `readEvent`: @throws ProviderError */
export interface Payments {
  /** The prices of the plans that are on sale; those of `planIds` that have none are missing. Cached for minutes. */
  prices(): Promise<readonly PlanPrice[]>;
  /** The same `key` gives the same customer, however often it is asked (for a day at least). @returns its id */
  createCustomer(customer: { userId: string; name: string; email: string; key: string }): Promise<string>;
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
}
