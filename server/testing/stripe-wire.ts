import type Stripe from 'stripe';

import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { checkRequest, stripeClient } from '#sandbox/testing/stripe-client.ts';
import { createLog } from '#server/observability/log.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { type StripeOptions, stripePayments } from '#server/providers/stripe/payments.ts';

import { startWireTap, type Tapped, type WireTap } from './wire-tap.ts';

/** The product's client at the sandbox's Stripe, with every request recorded. */
export type StripeWire = AsyncDisposable & {
  readonly payments: Payments;
  readonly tap: WireTap;
  readonly sandbox: Sandbox;
  /** Stripe's client at the sandbox, past the product and the tap. */
  readonly client: Stripe;
  /** One JSON call of the sandbox's control API. */
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
};

/** The default API version of the product and the sandbox. */
export const stripeDefaults = {
  secretKey: 'sk_test_sandbox',
  webhookSecrets: ['whsec_sandbox'],
  planIds: ['monthly', 'annual'],
  priceIds: null,
  portalConfiguration: null,
  log: createLog('silent').log,
} as const satisfies Omit<StripeOptions, 'baseUrl'>;

/** Starts both. `answer` can respond in place of Stripe (wire-tap.ts). */
export async function startStripeWire(
  options: Partial<StripeOptions> = {},
  answer?: Parameters<typeof startWireTap>[1],
): Promise<StripeWire> {
  const stack = new AsyncDisposableStack();
  const sandbox = stack.use(await startSandbox({ port: 0, productUrl: 'http://127.0.0.1:9' }));
  const tap = stack.use(await startWireTap(sandbox.url, answer));
  return {
    payments: stripePayments({ ...stripeDefaults, ...options, baseUrl: tap.url }),
    tap,
    sandbox,
    client: stripeClient(sandbox),
    async control<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${sandbox.url}/sandbox${path}`, {
        method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (response.status === 204 ? undefined : await response.json()) as T;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Checks requests against the types of Stripe's client, if they are installed. @throws with every fault */
export function checkAgainstStripe(requests: readonly Tapped[]): void {
  for (const { method, path, query, body } of requests) {
    checkRequest(method, path, [query, body].filter((part) => part !== '').join('&'));
  }
}
