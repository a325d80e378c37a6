import { join } from 'node:path';

import { openBook } from '../book.ts';
import type { Vendor } from '../context.ts';
import { installFaultGate } from '../fault-gate.ts';
import { calls } from './api/calls.ts';
import { seedCatalog } from './api/catalog.ts';
import { seedPortal } from './api/portal.ts';
import { tick } from './billing/clock.ts';
import { seedSample } from './billing/sample.ts';
import { defaultSettings, serveControl } from './control.ts';
import { createWebhooks, resumeWebhooks, sendEvent, syncEndpoint } from './events/webhooks.ts';
import { serveCheckoutPages } from './pages/checkout.route.ts';
import { serveInvoicePages } from './pages/invoice.route.ts';
import { servePortalPages } from './pages/portal.route.ts';
import { answerErrors, faultBody } from './wire/answer-errors.ts';
import { forgetOldKeys } from './wire/idempotency.ts';
import { requestId, serveCalls } from './wire/serve.ts';
import { type StripeTables, type World, createWorld } from './world.ts';

/** How often what became due by itself is done, ms. */
const TICK_MS = 1_000;
/** Events are kept this long (Stripe lists the last 30 days), and this many. */
const EVENTS_MAX = 5_000;

/** Stripe: the API under `/v1`, signed webhooks to the product, and the sandbox's own calls about payments. */
export const stripe: Vendor = (context) =>
  async function stripeRoutes(app) {
    const { env, clock, tasks, stateDir } = context;
    const book = openBook<StripeTables>(stateDir === null ? null : join(stateDir, 'stripe.jsonl'));
    const secrets = (env['STRIPE_WEBHOOK_SECRET'] ?? 'whsec_sandbox').split(',').map((secret) => secret.trim());
    const webhooks = createWebhooks({ context, book, secrets });
    const world = createWorld({
      book,
      pages: () => context.addresses.http,
      seconds: () => Math.floor(clock.now().getTime() / 1000),
      send(event) {
        sendEvent(webhooks, event);
        context.events.publish('stripe', 'event', { id: event.id, type: event.type });
      },
    });
    seedCatalog(world);
    seedPortal(world);
    if (!book.get('settings', 'settings')) book.put('settings', structuredClone(defaultSettings));
    if (env['SANDBOX_SAMPLE'] === 'on') seedSample(world);

    app.setGenReqId(requestId);
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.setErrorHandler(answerErrors);
    // On file before anyone is told, whatever then becomes of the answer.
    app.addHook('onSend', async (_request, _reply, payload) => {
      book.flush();
      return payload;
    });
    installFaultGate(app, context, { vendor: 'stripe', errorBody: faultBody });
    app.addHook('preHandler', async () => syncEndpoint(webhooks));

    const keys = {
      secretKey: env['STRIPE_SECRET_KEY'] ?? 'sk_test_sandbox',
      publishableKey: env['STRIPE_PUBLISHABLE_KEY'] ?? 'pk_test_sandbox',
    };
    serveCalls(app, world, keys, calls);
    serveCheckoutPages(app, world);
    servePortalPages(app, world);
    serveInvoicePages(app, world);
    serveControl(app, { world, webhooks, context });

    function keepTime(): void {
      tick(world);
      forgetOldKeys(world);
      dropOldEvents(world);
      book.flush();
      tasks.after(TICK_MS, keepTime);
    }
    app.addHook('onListen', async () => {
      resumeWebhooks(webhooks);
      keepTime();
    });
    app.addHook('onClose', async () => book.flush());
  };

function dropOldEvents({ book }: World): void {
  const events = [...book.all('event')];
  for (const { id } of events.slice(0, Math.max(0, events.length - EVENTS_MAX))) book.remove('event', id);
}
