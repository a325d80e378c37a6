import type { FastifyInstance } from 'fastify';

import { accountRoutes } from '#server/accounts/accounts.route.ts';
import { deleteForOperator } from '#server/accounts/deletion/delete-for-operator.ts';
import { forgetNumber } from '#server/accounts/deletion/forget-number.ts';
import { correctAccount } from '#server/accounts/email/correct-account.ts';
import { releasePhone } from '#server/accounts/phones/release-phone.ts';
import { adminRoutes } from '#server/admin/admin.route.ts';
import { moneyRoutes } from '#server/admin/costs/money.route.ts';
import { statusRoutes } from '#server/admin/desk/status.route.ts';
import { stuckRequestRoutes } from '#server/admin/desk/stuck-requests.route.ts';
import { worklistRoutes } from '#server/admin/desk/worklist.route.ts';
import { accountActionRoutes } from '#server/admin/look-up/account-actions.route.ts';
import { customerActionRoutes } from '#server/admin/look-up/customer-actions.route.ts';
import { lookUpRoutes } from '#server/admin/look-up/look-up.route.ts';
import { numberRoutes } from '#server/admin/look-up/numbers.route.ts';
import { overviewRoutes } from '#server/admin/overview/overview.route.ts';
import { demoSearch } from '#server/answers/demo.route.ts';
import { checkoutRoutes } from '#server/billing/checkout/checkout.route.ts';
import { readPlans } from '#server/billing/checkout/plans.repo.ts';
import { paymentEventsQueue } from '#server/billing/events/payment-events.job.ts';
import { listPayments } from '#server/billing/events/payment-list.repo.ts';
import { paymentWebhook } from '#server/billing/events/webhook.route.ts';
import { viewFreeTime } from '#server/billing/subscription/free-months.ts';
import { customerActions } from '#server/billing/subscription/operator-actions.ts';
import { subscriptionRoutes } from '#server/billing/subscription/subscription.route.ts';
import { welcomeQueue } from '#server/billing/welcome/welcome.ts';
import type { Config } from '#server/config/config.ts';
import { createHttp } from '#server/http/create-http.ts';
import { handleNotFound } from '#server/http/error-handler.ts';
import { type HealthDeps, healthRoutes } from '#server/http/health.route.ts';
import { addApiDocs } from '#server/http/openapi.route.ts';
import { selfCheckRoute } from '#server/http/self-check.route.ts';
import { siteRoutes } from '#server/http/static-site.route.ts';
import type { StaticSite } from '#server/http/static-site.ts';
import { versionRoutes } from '#server/http/version.route.ts';
import { acceptRequest } from '#server/support/requests/accept-request.ts';
import { formBytesMax } from '#server/support/requests/read-form.ts';
import { createRequestIds } from '#server/support/requests/request-id.ts';
import { listStuckRequests, markReplied, readRequestBacklog } from '#server/support/requests/requests.repo.ts';
import { requestRoutes } from '#server/support/requests/requests.route.ts';
import { discardStuckRequest, readStuckRequest } from '#server/support/requests/stuck-requests.ts';
import type { SupportRequest } from '#server/support/requests/support-request.ts';
import { optOutByHand } from '#server/texting/inbound/opt-out.repo.ts';
import { crisisLanguageOf, isCrisis } from '#server/texting/rules/keywords/crisis.ts';
import { replies } from '#server/texting/rules/replies.ts';
import { serviceNumberRoutes } from '#server/texting/service-numbers.route.ts';
import type { Texting } from '#server/texting/texting.ts';

import { accountDeps, type Deps } from './dependencies.ts';
import { textingWebhooks } from './texting-webhooks.ts';

export type Readiness = Pick<HealthDeps, 'isReady' | 'isStopping'>;

export type AppOptions = Readiness & {
  /** Null where the pages have not been built. */
  readonly site: StaticSite | null;
};

/** The HTTP surface: all routes, each with only the dependencies it names. */
export function createApp(deps: Deps, texting: Texting, { site, ...readiness }: AppOptions): FastifyInstance {
  const { config } = deps;
  const { publicUrl } = config.http;
  const app = httpOf(deps);
  addApiDocs(app, { publicUrl });
  if (site) addSite(app, site, config);
  else app.setNotFoundHandler(handleNotFound);

  app.register(textingWebhooks(config, deps, texting));
  addBilling(app, deps);
  addSupport(app, deps);
  addDemo(app, deps);
  app.register(accountRoutes(accountDeps(deps)));
  app.register(serviceNumberRoutes(config.carrier.serviceNumbers));
  const isDisrupted = async () => (await deps.readDisruption()).isDisrupted;
  app.register(versionRoutes(config.version, isDisrupted));
  addAdmin(app, deps, texting);
  addHealth(app, deps, readiness);
  const { secrets, http } = config;
  const own = { sessionSecret: secrets.session, trustProxy: http.trustProxy, bytesMax: formBytesMax };
  app.register(selfCheckRoute(own));
  return app;
}

/** Health and metrics alone, for the address of their own that a process of any role may have. */
export function createMonitoringApp(deps: Deps, readiness: Readiness): FastifyInstance {
  const app = httpOf(deps);
  app.setNotFoundHandler(handleNotFound);
  addHealth(app, deps, readiness);
  return app;
}

function httpOf({ config, log, securityLog, metrics, bufferedCounters }: Deps): FastifyInstance {
  const { publicUrl, trustProxy, requestsPerMinute } = config.http;
  return createHttp({
    log,
    securityLog,
    metrics,
    publicUrl,
    trustProxy,
    requestsPerMinute,
    clientSecret: config.secrets.session,
    onUntrustedPeer: () => bufferedCounters.add('requests.untrusted_proxy'),
  });
}

function addHealth(app: FastifyInstance, { metrics, access }: Deps, { isReady, isStopping }: Readiness): void {
  app.register(healthRoutes({ isReady, isStopping, metrics, mayRead: (request) => access.mayReadMetrics(request) }));
}

function addBilling(app: FastifyInstance, deps: Deps): void {
  const { config, db, payments, sessions, rateLimits, jobQueue, log, securityLog } = deps;
  const { isLive, pageOrigins } = config.payments;
  const wake = () => jobQueue.send(paymentEventsQueue, {});
  app.register(paymentWebhook({ db, payments, isLive, wake, log, securityLog }));
  const { publicUrl } = config.http;
  const billing = { db, payments, sessions, rateLimits, publicUrl, pageOrigins, log };
  app.register(checkoutRoutes(billing));
  app.register(subscriptionRoutes(billing));
}

function addSupport(app: FastifyInstance, { config, db, sessions, rateLimits, jobQueue, encryptor }: Deps): void {
  const accept = (request: SupportRequest) => acceptRequest({ db, jobQueue, encryptor }, request);
  const requestIds = createRequestIds(config.secrets.supportRequests);
  app.register(requestRoutes({ db, sessions, rateLimits, limits: config.operator.limits, requestIds, accept }));
}

/** The reply that a text with these words would get if they are about danger; null for all others. */
function crisisReply(query: string): string | null {
  return isCrisis(query) ? replies.crisis[crisisLanguageOf(query) ?? 'en'] : null;
}

function addDemo(app: FastifyInstance, { config, demoQuery, rateLimits, bufferedCounters }: Deps): void {
  const { perIpPerDay, perDay } = config.demo;
  app.register(demoSearch({ answerQuery: demoQuery, crisisReply, rateLimits, bufferedCounters, perIpPerDay, perDay }));
}

function addAdmin(app: FastifyInstance, deps: Deps, texting: Texting): void {
  const { config, db, access, securityLog, featureFlags, outageQueue, migration, phoneHash, ledger, mails } = deps;
  app.register(statusRoutes({ access, db, firingHere: () => deps.signalWatch.firing() }));
  app.register(
    adminRoutes({
      access,
      db,
      securityLog,
      featureFlags,
      outageQueue,
      migration,
      deployment: config.version,
      inFlight: () => inFlightView(deps, texting),
      listPayments: (limit) => listPayments(db, limit),
    }),
  );
  const optOut = (number: string) => optOutByHand({ db, phoneHash, mails, ledger }, number);
  const accounts = accountDeps(deps);
  const forget = (number: string) => forgetNumber(accounts, number);
  app.register(lookUpRoutes({ access, db, securityLog, readFreeTime: (userId) => viewFreeTime(db, userId) }));
  app.register(numberRoutes({ access, db, securityLog, optOut, forgetNumber: forget, phoneHash }));
  const actions = customerActions({
    db,
    payments: deps.payments,
    mails,
    ledger,
    log: deps.log,
    welcome: (userId, transaction) => deps.jobQueue.send(welcomeQueue, { userId }, { db: transaction, key: userId }),
  });
  app.register(customerActionRoutes({ access, db, securityLog, ...actions }));
  app.register(
    accountActionRoutes({
      access,
      db,
      securityLog,
      releasePhone: (userId, phoneEnding) => releasePhone(accounts, userId, phoneEnding),
      correctAccount: (userId, correction) =>
        correctAccount(accounts, { userId, ...correction }, (details) => actions.updateCustomer(userId, details)),
      deleteAccount: (userId) => deleteForOperator(accounts, userId),
    }),
  );
  app.register(worklistRoutes({ access, db, securityLog, markReplied: (ticketId) => markReplied(db, ticketId) }));
  app.register(
    stuckRequestRoutes({
      access,
      db,
      securityLog,
      list: () => listStuckRequests(db),
      read: (id) => readStuckRequest(deps, id),
      discard: (id) => discardStuckRequest(deps, id),
    }),
  );
  const { prices, costLimits } = config.operator;
  app.register(moneyRoutes({ access, db, prices, costLimits, readPlans: () => readPlans(db) }));
  app.register(overviewRoutes({ access, db, prices, requestBacklog: () => readRequestBacklog(db) }));
}

function addSite(app: FastifyInstance, site: StaticSite, { payments, http }: Config): void {
  const { publishableKey, pageOrigins } = payments;
  const runtimeConfig = { stripePublishableKey: publishableKey, paymentOrigins: [...pageOrigins] };
  app.register(siteRoutes(site, runtimeConfig, http.publicUrl));
}

/** How much of what this process works on, for the admin area. */
function inFlightView({ inFlight, modelCalls, carrierCalls }: Deps, { loop }: Texting) {
  return {
    texts: loop.workingOn,
    textsMax: inFlight.max,
    modelCalls: modelCalls[0].underWay,
    modelCallsMax: modelCalls[0].limit,
    modelCallsWaiting: modelCalls[0].waiting,
    carrierCalls: carrierCalls.underWay,
    carrierCallsWaiting: carrierCalls.waiting,
  };
}
