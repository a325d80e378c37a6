import Stripe from 'stripe';

import type { Log } from '#server/observability/log.ts';
import { exchangeFetch } from '#server/providers/exchange-fetch.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { customerCalls } from './customer-calls.ts';
import { PriceBook } from './price-book.ts';
import { readSignedEvent } from './read-event.ts';
import { readingCalls } from './reading-calls.ts';

export type StripeOptions = {
  readonly secretKey: string;
  /** Any of them may have signed a webhook: more than one is valid while a secret is rolled. */
  readonly webhookSecrets: readonly string[];
  readonly baseUrl: string;
  readonly planIds: readonly string[];
  /** By plan id; null finds the prices by their lookup keys, which are the plan ids. */
  readonly priceIds: Readonly<Record<string, string>> | null;
  /** The configuration of portal sessions; null: the account's default. */
  readonly portalConfiguration: string | null;
  readonly log: Pick<Log, 'warn'>;
  /** The time limit of one try, from first to last byte. */
  readonly timeoutMs?: number;
};

/** People wait for most calls; Stripe's own default is 80 s. */
const defaultTimeoutMs = 10_000;
/** A page of a hundred subscriptions or events, each with its largest object, is less. */
const answerBytesMax = 32 * 1024 * 1024;
const connectionsMax = 256;
/** Stripe's calls may be repeated: reads by nature, writes under our idempotency keys. One quick repeat, no more. */
const retries = 1;

/** Stripe behind our port, under the API version that the client pins (https://docs.stripe.com/api). */
export function stripePayments(options: StripeOptions): Payments {
  const { secretKey, webhookSecrets, baseUrl, planIds, priceIds, portalConfiguration, log } = options;
  const { timeoutMs = defaultTimeoutMs } = options;
  const { hostname, port, protocol } = new URL(baseUrl);
  const isPlain = protocol === 'http:';
  const exchange = exchangeFetch({
    baseUrl,
    deadlineMs: timeoutMs,
    connectionsMax,
    allowsHttp2: false,
    answerBytesMax,
  });
  const client = new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    // The client's own limit is one of silence: an answer that trickles would never end.
    httpClient: Stripe.createFetchHttpClient(exchange.fetch),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  });
  const book = new PriceBook({ client, planIds, priceIds });
  return {
    prices: () => book.prices(),
    ...customerCalls({ client, portalConfiguration, log }),
    ...readingCalls(client, (price) => book.planOf(price)),
    readEvent: ({ body, signature }) => readSignedEvent(body, signature, webhookSecrets),
  };
}
