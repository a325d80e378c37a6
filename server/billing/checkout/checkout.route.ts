import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { PlansReply } from '#contract/plans-reply.ts';
import { subscriptionCopy } from '#contract/subscription-copy.ts';
import { CreateSubscriptionBody, CreateSubscriptionReply } from '#contract/subscription.ts';
import { clientOf } from '#server/http/client.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Limit } from '#server/platform/rate-limits.ts';

import { onPaymentsFailure, paymentsUnavailable } from '../on-payments-failure.ts';
import { type BillingRouteDeps, requirePaymentAddress } from '../route-deps.ts';
import { startCheckout } from './checkout.ts';
import { readPlans } from './plans.repo.ts';
import { listPlans } from './plans.ts';

const creations: Limit = { name: 'create_subscription', points: 10, windowSeconds: 3600, whenDown: 'closed' };
const tooOften = 'You’ve opened checkout too many times. Please try again later.';
const notForSale = 'This plan isn’t available right now. You haven’t been charged. Please try again later.';

/**
 * Routes that lead to a subscription: the plans and the payment page
 * (docs/reference/specification.md#subscription-calls).
 */
export function checkoutRoutes(deps: BillingRouteDeps): FastifyPluginCallbackZod {
  const { db, sessions, rateLimits, log } = deps;
  const plans = listPlans(deps);

  return function (app, _options, done) {
    app.get(
      '/api/subscription/plans',
      {
        config: { access: 'public', tag: 'Subscription', summary: 'Lists the plans on sale.' },
        schema: { response: { 200: PlansReply } },
      },
      async () => ({
        plans: await plans(),
      }),
    );

    app.post(
      '/api/create-subscription',
      {
        config: { access: 'session', tag: 'Subscription', summary: 'Opens a checkout page at the payment provider.' },
        onRequest: sessions.requireEarly,
        schema: {
          body: CreateSubscriptionBody,
          response: { 200: CreateSubscriptionReply, ...errorReplies },
        },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        const plan = (await readPlans(db)).find(({ id }) => id === request.body.plan);
        if (plan === undefined) throw new AppError('bad_request', subscriptionCopy.unknownPlan);
        await refuseOverLimit(rateLimits, [[creations, userId]], tooOften);
        const { address } = clientOf(request);
        const outcome = await startCheckout(deps, { userId, plan, address }).catch(
          onPaymentsFailure(log, paymentsUnavailable),
        );
        switch (outcome.kind) {
          case 'already_subscribed':
            throw new AppError('conflict', subscriptionCopy.alreadySubscribed);
          case 'no_account':
            throw new AppError('unauthenticated', 'Authentication required');
          case 'refused':
            throw new AppError('forbidden', subscriptionCopy.planRefused);
          case 'busy':
            throw new AppError('temporarily_unavailable', subscriptionCopy.paymentsUnavailable, {
              retryAfterSeconds: 5,
            });
          case 'price_mismatch':
            log.error(
              { event: 'price_mismatch', name: plan.id },
              'the price at the provider is not the one on our pages',
            );
            throw new AppError('temporarily_unavailable', notForSale);
          case 'open': {
            const { url, id: sessionId } = outcome.checkout;
            return { checkoutUrl: requirePaymentAddress(deps, url, subscriptionCopy.createFailed), sessionId };
          }
        }
      },
    );
    done();
  };
}
