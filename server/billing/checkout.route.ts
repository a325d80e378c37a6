import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { ErrorBody } from '#contract/errors.ts';
import { isPaymentAddress } from '#contract/payment-address.ts';
import { PlansReply } from '#contract/plans-reply.ts';
import { subscriptionWords } from '#contract/subscription-words.ts';
import { CreateSubscriptionBody, CreateSubscriptionReply } from '#contract/subscription.ts';
import { clientOf } from '#server/platform/clients.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Limit } from '#server/platform/rate-limits.ts';
import { refuseOverLimit } from '#server/platform/refuse-over-limit.ts';

import { startCheckout } from './checkout.flow.ts';
import { listPlans } from './plans.flow.ts';
import { readPlans } from './plans.repo.ts';
import { rethrowAsSentence, type SubscriptionRouteParts } from './subscription.route.ts';

const creations: Limit = { name: 'create_subscription', points: 10, windowSeconds: 3600, whenDown: 'closed' };
const tooOften = 'You have started a payment very often. Please try again later.';
const notForSale = 'This plan cannot be bought at the moment. Please try again later.';

/** The calls that lead to a subscription: what there is to buy, and where to pay for it (spec, section 7). */
export function checkoutRoutes(parts: SubscriptionRouteParts): FastifyPluginCallbackZod {
  const { db, sessions, rateLimits, log, pageOrigins } = parts;
  const plans = listPlans(parts);

  return function (app, _options, done) {
    app.get('/api/subscription/plans', { schema: { response: { 200: PlansReply } } }, async () => ({
      plans: await plans(),
    }));

    app.post(
      '/api/create-subscription',
      {
        onRequest: sessions.first,
        schema: {
          body: CreateSubscriptionBody,
          response: { 200: CreateSubscriptionReply, '4xx': ErrorBody, '5xx': ErrorBody },
        },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        const plan = (await readPlans(db)).find(({ id }) => id === request.body.plan);
        if (plan === undefined) throw new AppError('bad_request', subscriptionWords.unknownPlan);
        await refuseOverLimit(rateLimits, creations, { key: userId, message: tooOften });
        const { address } = clientOf(request);
        const outcome = await startCheckout(parts, { userId, plan, address }).catch(rethrowAsSentence(log));
        switch (outcome.kind) {
          case 'already_subscribed':
            throw new AppError('conflict', subscriptionWords.alreadySubscribed);
          case 'no_account':
            throw new AppError('unauthenticated', 'Authentication required');
          case 'refused':
            throw new AppError('forbidden', subscriptionWords.planRefused);
          case 'busy':
            throw new AppError('temporarily_unavailable', subscriptionWords.paymentsAway, { retryAfterSeconds: 5 });
          case 'price_mismatch':
            log.error({ event: 'price_mismatch', name: plan.id }, 'the price at the provider is not the one we show');
            throw new AppError('temporarily_unavailable', notForSale);
          case 'open': {
            const { url: checkoutUrl, id: sessionId } = outcome.checkout;
            if (isPaymentAddress(checkoutUrl, pageOrigins)) return { checkoutUrl, sessionId };
            log.error({ event: 'foreign_payment_page' }, 'the payment provider gave an address that is not its own');
            throw new AppError('upstream_unavailable', subscriptionWords.createFailed);
          }
        }
      },
    );
    done();
  };
}
