import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import type { SandboxContext } from '../context.ts';
import { streamEvents } from '../event-stream.ts';
import { sendPage } from '../pages/shell.ts';
import { testCards } from './billing/cards.ts';
import { authenticate, pay } from './billing/checkout.ts';
import { advance, momentOf } from './billing/clock.ts';
import { liveCustomer } from './billing/lookups.ts';
import { setCard } from './billing/portal.ts';
import { type Webhooks, sendEvent } from './events/webhooks.ts';
import { overviewOf, summaryOf } from './overview.ts';
import { deskPage } from './pages/desk-page.ts';
import { scenarios, typedCard } from './scenarios.ts';
import { invalid, missing } from './wire/errors.ts';
import type { Settings, World } from './world.ts';

const moments = ['renewal', 'expiry', 'next_attempt'] as const;
const AdvanceBody = z.strictObject({
  customer: z.string(),
  /** Unix seconds, an ISO 8601 time, or the next such moment of the customer's subscriptions. */
  to: z.union([
    z.int().min(0),
    z.enum(moments),
    z.iso.datetime({ offset: true }).transform((text) => Math.floor(Date.parse(text) / 1000)),
  ]),
});
const PayBody = z.strictObject({
  /** A session's id, or its address. */
  session: z.string(),
  /** A test card's number. */
  card: z.string().default('4242424242424242'),
  /** What the person says to the bank when it asks (3-D Secure). */
  authenticate: z.boolean().default(true),
  email: z.email().optional(),
  name: z.string().optional(),
});
const CardBody = z.strictObject({ card: z.string() });
const scenarioNames = Object.keys(scenarios) as (keyof typeof scenarios)[];
const ScenarioBody = z.strictObject({ name: z.enum(scenarioNames) });
const SettingsBody = z.strictObject({
  retryAfterDays: z.array(z.number().positive().max(30)).max(8).optional(),
  afterLastRetry: z.enum(['cancel', 'leave_past_due', 'mark_unpaid']).optional(),
});

type Parts = { readonly world: World; readonly webhooks: Webhooks; readonly context: SandboxContext };

/** The sandbox's own calls about payments: time and cards without a browser. */
export function serveControl(app: FastifyInstance, { world, webhooks, context }: Parts): void {
  app.post('/sandbox/stripe/advance', async (request) => {
    const { customer, to } = AdvanceBody.parse(request.body);
    const at = typeof to === 'number' ? to : momentOf(world, customer, to);
    if (at === null) throw invalid(`The customer has no ${String(to).replace('_', ' ')} ahead.`, { param: 'to' });
    const before = new Set([...world.book.all('event')].map(({ id }) => id));
    advance(world, customer, at);
    const events = [...world.book.all('event')]
      .filter(({ id }) => !before.has(id))
      .map(({ id, type }) => ({ id, type }));
    return { ...overviewOf(world, liveCustomer(world, customer)), events };
  });

  app.post('/sandbox/stripe/pay', async (request) => {
    const { session: given, card, authenticate: isAccepted, email = null, name = null } = PayBody.parse(request.body);
    const id = /cs_test_\w+/.exec(given)?.[0] ?? given;
    const session = world.book.get('checkout_session', id);
    if (!session) throw missing('checkout.session', id, 'session');
    const outcome = pay(world, session, { card: typedCard(card), email, name });
    if (outcome === 'authenticate') authenticate(world, session, isAccepted);
    return { session: id, status: session.status, customer: session.customer, subscription: session.subscription };
  });

  app.post<{ Params: { id: string } }>('/sandbox/stripe/customers/:id/card', async (request) => {
    const { card } = CardBody.parse(request.body);
    const customer = liveCustomer(world, request.params.id);
    setCard(world, customer, typedCard(card), { isOpenInvoicePaid: false });
    return overviewOf(world, customer);
  });

  app.post<{ Params: { id: string } }>('/sandbox/stripe/customers/:id/scenario', async (request) => {
    const { name } = ScenarioBody.parse(request.body);
    const customer = liveCustomer(world, request.params.id);
    scenarios[name](world, customer);
    return overviewOf(world, customer);
  });

  app.post<{ Params: { id: string } }>('/sandbox/stripe/events/:id/resend', async (request) => {
    const event = world.book.get('event', request.params.id);
    if (!event) throw missing('event', request.params.id);
    sendEvent(webhooks, event);
    return { id: event.id, type: event.type };
  });

  app.put('/sandbox/stripe/settings', async (request) => {
    const { retryAfterDays, afterLastRetry } = SettingsBody.parse(request.body);
    const settings = {
      ...settingsOf(world),
      ...(retryAfterDays && { retryAfterDays }),
      ...(afterLastRetry && { afterLastRetry }),
    };
    world.book.put('settings', settings);
    return settings;
  });

  app.get('/payments', async (_request, reply) => sendPage(reply, deskPage(summaryOf(world))));
  app.get('/sandbox/stripe/overview', async () => ({ ...summaryOf(world), settings: settingsOf(world), testCards }));
  app.get('/sandbox/stripe/stream', (request, reply) => streamEvents(request, reply, context.events, ['stripe']));
}

function settingsOf(world: World): Settings {
  return world.book.get('settings', 'settings') ?? defaultSettings;
}

/** Three more tries over two weeks, then the subscription ends: Stripe's usual advice, in fixed steps. */
export const defaultSettings: Settings = { id: 'settings', retryAfterDays: [3, 5, 7], afterLastRetry: 'cancel' };
