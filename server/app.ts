import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { accountRoutes } from './accounts/accounts.route.ts';
import { adminRoutes } from './admin/admin.route.ts';
import { lookUpRoutes } from './admin/look-up/look-up.route.ts';
import { overviewRoutes } from './admin/overview/overview.route.ts';
import { demoSearch } from './answers/demo.route.ts';
import { addApiDocs } from './api-docs.route.ts';
import { checkoutRoutes } from './billing/checkout.route.ts';
import { paymentEventsQueue } from './billing/payment-events.job.ts';
import { listPayments } from './billing/payment-list.repo.ts';
import { subscriptionRoutes } from './billing/subscription.route.ts';
import { paymentWebhook } from './billing/webhook.route.ts';
import { accountParts, type Deps } from './deps.ts';
import { handleNotFound } from './platform/error-handler.ts';
import { type HealthParts, healthRoutes } from './platform/health.route.ts';
import { createHttp } from './platform/http.ts';
import { siteRoutes } from './platform/site.route.ts';
import { readSite, type Site } from './platform/site.ts';
import { versionRoutes } from './platform/version.route.ts';
import { acceptLetter } from './support/letters/accept-letter.flow.ts';
import { readLettersNow } from './support/letters/letters.repo.ts';
import { letterRoutes } from './support/letters/letters.route.ts';
import { textingWebhooks } from './texting-webhooks.ts';
import { serviceNumberRoutes } from './texting/service-numbers.route.ts';
import { optOutByHand } from './texting/taking-in/opt-out.flow.ts';
import type { Texting } from './texting/texting.flow.ts';

/** Where `scripts/build-web.ts` puts the pages. */
const siteFolder = join(import.meta.dirname, '../dist/web');

export type Readiness = Pick<HealthParts, 'isReady' | 'isStopping'>;

/** The HTTP surface: every route there is. */
export function createApp(deps: Deps, texting: Texting, readiness: Readiness): FastifyInstance {
  const { config, tally } = deps;
  const { publicUrl } = config.http;
  const { serviceNumbers } = config.carrier;
  const onUntrustedPeer = (): void => tally.add('requests.untrusted_proxy');
  const app = createHttp({
    ...deps,
    ...config.http,
    clientSecret: config.secrets.session,
    onUntrustedPeer,
  });
  addApiDocs(app, { publicUrl });
  const site = readSite(siteFolder);
  if (site) addSite(app, site, config.payments);
  else app.setNotFoundHandler(handleNotFound);

  app.register(textingWebhooks(config, { ...deps, pool: deps.textPool }, texting));
  const wake = () => deps.background.send(paymentEventsQueue, {});
  app.register(paymentWebhook({ ...deps, isLive: config.payments.isLive, wake }));
  const billing = { ...deps, publicUrl, pageOrigins: config.payments.pageOrigins };
  app.register(checkoutRoutes(billing));
  app.register(subscriptionRoutes(billing));
  app.register(
    letterRoutes({ ...deps, limits: config.operator.limits, accept: (letter) => acceptLetter(deps, letter) }),
  );
  app.register(demoSearch({ ...deps, ...config.demo, answerQuery: deps.demoQuery }));
  app.register(accountRoutes(accountParts(deps)));
  app.register(serviceNumberRoutes(serviceNumbers));
  app.register(versionRoutes(config.version));
  addAdmin(app, deps);
  app.register(healthRoutes({ ...deps, ...readiness, mayRead: (request) => deps.access.mayReadMetrics(request) }));
  return app;
}

function addAdmin(app: FastifyInstance, deps: Deps): void {
  const { config, db } = deps;
  app.register(adminRoutes({ ...deps, deployment: config.version, listPayments: (limit) => listPayments(db, limit) }));
  app.register(lookUpRoutes({ ...deps, optOut: (number) => optOutByHand(deps, number) }));
  app.register(overviewRoutes({ ...deps, prices: config.operator.prices, lettersNow: () => readLettersNow(db) }));
}

function addSite(app: FastifyInstance, site: Site, payments: Deps['config']['payments']): void {
  const { publishableKey, pageOrigins } = payments;
  app.register(siteRoutes(site, { stripePublishableKey: publishableKey, paymentOrigins: [...pageOrigins] }));
}
