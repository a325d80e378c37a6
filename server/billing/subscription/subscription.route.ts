import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { subscriptionCopy } from '#contract/subscription-copy.ts';
import { CancelReply, PortalReply, SubscriptionQuery, SubscriptionView } from '#contract/subscription.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Limit } from '#server/platform/rate-limits.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { isCustomerGone, onPaymentsFailure, paymentsUnavailable } from '../on-payments-failure.ts';
import { type BillingRouteDeps, requirePaymentAddress } from '../route-deps.ts';
import { cancelAtPeriodEnd, cancelImmediately } from './cancel.ts';
import { readFreeUntil } from './free-periods.repo.ts';
import { viewSubscription } from './subscription-view.ts';
import { readCurrent, readPayer } from './subscriptions.repo.ts';
import { syncCustomer } from './sync.ts';

/**
 * The dashboard polls five times after a payment, and people press the button too (docs/reference/security.md#limits).
 */
const refreshes: Limit = { name: 'subscription_refresh', points: 20, windowSeconds: 60, whenDown: 'stricter' };
const portals: Limit = { name: 'subscription_portal', points: 20, windowSeconds: 3600, whenDown: 'stricter' };
const cancels: Limit = { name: 'subscription_cancel', points: 20, windowSeconds: 3600, whenDown: 'stricter' };
const tooOften = 'You’ve tried this too many times. Please wait and try again.';

/** Routes of an account's subscription (docs/reference/specification.md#subscription-calls). */
export function subscriptionRoutes(deps: BillingRouteDeps): FastifyPluginCallbackZod {
  const { db, payments, sessions, rateLimits } = deps;
  const view = async (userId: string) => {
    const [current, freeUntil] = await Promise.all([readCurrent(db, userId), readFreeUntil(db, userId)]);
    return viewSubscription(current, freeUntil, new Date());
  };
  const limit = (which: Limit, userId: string) => refuseOverLimit(rateLimits, [[which, userId]], tooOften);
  const onFailure = onPaymentsFailure(deps.log, paymentsUnavailable);

  return function (app, _options, done) {
    app.get(
      '/api/user/subscription',
      {
        config: { access: 'session', tag: 'Subscription', summary: "Returns the account's plan and its state." },
        onRequest: sessions.requireEarly,
        schema: { querystring: SubscriptionQuery, response: { 200: SubscriptionView, ...errorReplies } },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        if (request.query.refresh === 'true') {
          await limit(refreshes, userId);
          const customer = (await readPayer(db, userId))?.customer ?? null;
          if (customer !== null) await syncCustomer(deps, customer).catch(onFailure);
        }
        return view(userId);
      },
    );

    app.post(
      '/api/subscription/cancel-immediately',
      {
        config: { access: 'session', tag: 'Subscription', summary: 'Ends the plan now.' },
        schema: { response: { 200: CancelReply, ...errorReplies } },
      },
      async (request) => {
        // It takes away time that is paid for, and cannot be undone (docs/reference/security.md#t35).
        const { userId } = await sessions.requireFresh(request);
        await limit(cancels, userId);
        const hadOne = await cancelImmediately(deps, userId).catch(onFailure);
        if (!hadOne) throw new AppError('not_found', subscriptionCopy.nothingToCancel);
        return { message: subscriptionCopy.canceled, subscription: await view(userId) };
      },
    );

    app.post(
      '/api/subscription/cancel-at-period-end',
      {
        config: {
          access: 'session',
          tag: 'Subscription',
          summary: 'Lets the plan end with the time that is paid for.',
        },
        schema: { response: { 200: CancelReply, ...errorReplies } },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        await limit(cancels, userId);
        const isEnding = await cancelAtPeriodEnd(deps, userId).catch(onFailure);
        if (!isEnding) throw new AppError('not_found', subscriptionCopy.nothingToCancel);
        return { message: subscriptionCopy.endsWithPeriod, subscription: await view(userId) };
      },
    );

    app.post(
      '/api/create-customer-portal',
      {
        config: { access: 'session', tag: 'Subscription', summary: "Opens the payment provider's customer portal." },
        schema: { response: { 200: PortalReply, ...errorReplies } },
      },
      async (request) => {
        const { userId } = await sessions.requireFresh(request);
        await limit(portals, userId);
        const customer = (await readPayer(db, userId))?.customer ?? null;
        const returnUrl = `${deps.publicUrl}/dashboard?from_portal=true`;
        const url = customer && (await openPortal(payments, { customer, returnUrl }).catch(onFailure));
        if (url === null) return { redirectUrl: '/subscribe', message: subscriptionCopy.openingSubscribe };
        return { url: requirePaymentAddress(deps, url, subscriptionCopy.portalFailed) };
      },
    );
    done();
  };
}

/** The address of the portal; null for a customer that was deleted at the provider. @throws ProviderError */
async function openPortal(
  payments: Pick<Payments, 'openPortal' | 'hasCustomer'>,
  portal: Parameters<Payments['openPortal']>[0],
): Promise<string | null> {
  return payments.openPortal(portal).catch(async (error: unknown) => {
    if (await isCustomerGone(payments, portal.customer, error)) return null;
    throw error;
  });
}
