import { join } from 'node:path';

import { isSetUp, type SandboxContext, type Vendor } from '../context.ts';
import { installFaultGate } from '../fault-gate.ts';
import { openRecordStore } from '../record-store.ts';
import { type StripeTables, type Account, createAccount } from './account.ts';
import { calls } from './api/calls.ts';
import { seedPortal } from './api/portal-configurations.ts';
import { seedPrices } from './api/prices.ts';
import { tick } from './billing/clock.ts';
import { seedSample } from './billing/sample.ts';
import { serveControl } from './control.ts';
import { seedEndpoint } from './events/endpoints.ts';
import { createWebhooks, resumeWebhooks, sendEvent, webhookUrl } from './events/webhooks.ts';
import { serveCheckoutPages } from './pages/checkout.route.ts';
import { serveInvoicePages } from './pages/invoice.route.ts';
import { servePortalPages } from './pages/portal.route.ts';
import { answerErrors, faultBody } from './wire/answer-errors.ts';
import { forgetOldKeys } from './wire/idempotency.ts';
import { type Failing, requestId, serveCalls } from './wire/serve.ts';

/** How often due renewals, retries and expirations are processed, ms. */
const TICK_MS = 1_000;
/** Older events are dropped (Stripe lists those of the last 30 days). */
const EVENTS_MAX = 5_000;

/** Stripe: the API under `/v1`, the hosted pages, signed webhooks to the product, and the control calls about payments. */
export const stripe: Vendor = (context) =>
  async function stripeRoutes(app) {
    const { env, clock, tasks, stateDir } = context;
    const records = openRecordStore<StripeTables>(stateDir === null ? null : join(stateDir, 'stripe.jsonl'));
    const secrets = (env['STRIPE_WEBHOOK_SECRET'] ?? 'whsec_sandbox').split(',').map((secret) => secret.trim());
    const webhooks = createWebhooks({ context, records, secrets });
    const account = createAccount({
      records,
      pages: () => context.addresses.http,
      webhookUrl: () => webhookUrl(context),
      isRestricted: () => context.faults.of('stripe').restricted ?? false,
      searchLagMs: () => context.faults.of('stripe').searchLagMs ?? 0,
      seconds: () => Math.floor(clock.now().getTime() / 1000),
      send(event) {
        sendEvent(webhooks, event);
        context.events.publish('stripe', 'event', { id: event.id, type: event.type });
      },
    });
    if (isSetUp(env)) {
      seedPrices(account, env['SANDBOX_STRIPE_PRICES'] ?? '300,3200');
      seedPortal(account);
      seedEndpoint(account);
    }
    if (isSetUp(env) && env['SANDBOX_SAMPLE'] === 'on') seedSample(account);

    app.setGenReqId(requestId);
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.setErrorHandler(answerErrors);
    // Write to disk before answering.
    app.addHook('onSend', async (_request, _reply, payload) => {
      records.flush();
      return payload;
    });
    installFaultGate(app, context, { vendor: 'stripe', errorBody: faultBody });

    const keys = {
      secretKey: env['STRIPE_SECRET_KEY'] ?? 'sk_test_sandbox',
      publishableKey: env['STRIPE_PUBLISHABLE_KEY'] ?? 'pk_test_sandbox',
    };
    serveCalls(app, { account, keys, failing: failing(context) }, calls);
    serveCheckoutPages(app, account);
    servePortalPages(app, account);
    serveInvoicePages(app, account);
    serveControl(app, { account, webhooks, context });

    function keepTime(): void {
      tick(account);
      forgetOldKeys(account);
      dropOldEvents(account);
      records.flush();
      tasks.after(TICK_MS, keepTime);
    }
    app.addHook('onListen', async () => {
      resumeWebhooks(webhooks);
      keepTime();
    });
    app.addHook('onClose', async () => records.flush());
  };

/** The faults of Stripe that strike inside a call, after the fault gate. */
function failing({ faults }: SandboxContext): Failing {
  return (operation) => {
    const { operations, savedError, savedErrorAfterAccept } = faults.of('stripe');
    if (operations !== undefined && !operations.includes(operation)) return null;
    if (faults.strikes(savedError)) return 'before';
    return faults.strikes(savedErrorAfterAccept) ? 'after' : null;
  };
}

function dropOldEvents({ records }: Account): void {
  const events = [...records.all('event')];
  for (const { id } of events.slice(0, Math.max(0, events.length - EVENTS_MAX))) records.remove('event', id);
}
