import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { ErrorBody } from '#contract/errors.ts';
import { isPaymentAddress } from '#contract/payment-address.ts';
import { subscriptionWords } from '#contract/subscription-words.ts';
import { CancelReply, PortalReply, SubscriptionQuery, SubscriptionView } from '#contract/subscription.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/platform/errors.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';
import { refuseOverLimit } from '#server/platform/refuse-over-limit.ts';
import type { Sessions } from '#server/platform/session.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { cancelImmediately } from './cancel.flow.ts';
import { viewSubscription } from './subscription-view.ts';
import { readCurrent, readPayer } from './subscriptions.repo.ts';
import { syncCustomer } from './sync.flow.ts';

export type SubscriptionRouteParts = {
  readonly db: Db;
  readonly payments: Payments;
  readonly sessions: Pick<Sessions, 'require' | 'requireFresh' | 'first'>;
  readonly rateLimits: RateLimits;
  readonly publicUrl: string;
  /** Where the provider's pages may lie (security T15). */
  readonly pageOrigins: readonly string[];
  readonly log: Log;
};

/** The dashboard polls five times after a payment, and people press the button (security, "Limits in one place"). */
const refreshes: Limit = { name: 'subscription_refresh', points: 20, windowSeconds: 60, whenDown: 'stricter' };
const portals: Limit = { name: 'subscription_portal', points: 20, windowSeconds: 3600, whenDown: 'stricter' };
const cancels: Limit = { name: 'subscription_cancel', points: 20, windowSeconds: 3600, whenDown: 'stricter' };
const tooOften = 'You have done this very often. Please wait a moment and try again.';

const errors = { '4xx': ErrorBody, '5xx': ErrorBody } as const;

/** The calls about the subscription that someone has (spec, section 7). */
export function subscriptionRoutes(parts: SubscriptionRouteParts): FastifyPluginCallbackZod {
  const { db, payments, sessions, rateLimits } = parts;
  const view = async (userId: string) => viewSubscription(await readCurrent(db, userId), new Date());
  const limit = (which: Limit, userId: string) =>
    refuseOverLimit(rateLimits, which, { key: userId, message: tooOften });

  return function (app, _options, done) {
    app.get(
      '/api/user/subscription',
      {
        onRequest: sessions.first,
        schema: { querystring: SubscriptionQuery, response: { 200: SubscriptionView, ...errors } },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        if (request.query.refresh === 'true') {
          await limit(refreshes, userId);
          const customer = (await readPayer(db, userId))?.customer ?? null;
          if (customer !== null) await syncCustomer(parts, customer).catch(rethrowAsSentence(parts.log));
        }
        return view(userId);
      },
    );

    app.post(
      '/api/subscription/cancel-immediately',
      { schema: { response: { 200: CancelReply, ...errors } } },
      async (request) => {
        const { userId } = await sessions.require(request);
        await limit(cancels, userId);
        const hadOne = await cancelImmediately(parts, userId).catch(rethrowAsSentence(parts.log));
        if (!hadOne) throw new AppError('not_found', subscriptionWords.nothingToCancel);
        return { message: subscriptionWords.canceled, subscription: await view(userId) };
      },
    );

    app.post(
      '/api/create-customer-portal',
      { schema: { response: { 200: PortalReply, ...errors } } },
      async (request) => {
        const { userId } = await sessions.requireFresh(request);
        await limit(portals, userId);
        const customer = (await readPayer(db, userId))?.customer ?? null;
        if (customer === null) return { redirectUrl: '/subscribe', message: subscriptionWords.openingSubscribe };
        const returnUrl = `${parts.publicUrl}/dashboard`;
        const url = await payments.openPortal({ customer, returnUrl }).catch(rethrowAsSentence(parts.log));
        if (!isPaymentAddress(url, parts.pageOrigins)) {
          parts.log.error(
            { event: 'foreign_payment_page' },
            'the payment provider gave an address that is not its own',
          );
          throw new AppError('upstream_unavailable', subscriptionWords.portalFailed);
        }
        return { url };
      },
    );
    done();
  };
}

/** For `catch`: what went wrong at the provider, as a sentence for the person and codes for the operator. */
export function rethrowAsSentence(log: Log): (error: unknown) => never {
  return function (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ event: 'payments_failed', kind: error.kind, ...errorFields(error) }, error.message);
    throw new AppError('upstream_unavailable', subscriptionWords.paymentsAway, { cause: error });
  };
}
