import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import type { SandboxContext } from '../context.ts';
import { streamEvents } from '../event-stream.ts';
import { sendPage } from '../pages/shell.ts';
import type { Account } from './account.ts';
import { testCards } from './billing/cards.ts';
import { authenticate, pay } from './billing/checkout.ts';
import { advance, momentOf } from './billing/clock.ts';
import { liveCustomer } from './billing/lookups.ts';
import { setCard } from './billing/portal.ts';
import { type Webhooks, sendEvent } from './events/webhooks.ts';
import { overviewOf, summaryOf } from './overview.ts';
import { paymentsPage } from './pages/payments-page.ts';
import { scenarios, typedCard } from './scenarios.ts';
import { invalid, missing } from './wire/errors.ts';

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
  /** Whether the customer passes 3-D Secure. */
  authenticate: z.boolean().default(true),
});
const CardBody = z.strictObject({ card: z.string() });
const scenarioNames = Object.keys(scenarios) as (keyof typeof scenarios)[];
const ScenarioBody = z.strictObject({ name: z.enum(scenarioNames) });

type Parts = { readonly account: Account; readonly webhooks: Webhooks; readonly context: SandboxContext };

/** Control calls about payments: time and cards without a browser. */
export function serveControl(app: FastifyInstance, { account, webhooks, context }: Parts): void {
  app.post('/sandbox/stripe/advance', async (request) => {
    const { customer, to } = AdvanceBody.parse(request.body);
    const at = typeof to === 'number' ? to : momentOf(account, customer, to);
    if (at === null) throw invalid(`The customer has no ${String(to).replace('_', ' ')} ahead.`, { param: 'to' });
    const before = new Set([...account.records.all('event')].map(({ id }) => id));
    advance(account, customer, at);
    const events = [...account.records.all('event')]
      .filter(({ id }) => !before.has(id))
      .map(({ id, type }) => ({ id, type }));
    return { ...overviewOf(account, liveCustomer(account, customer)), events };
  });

  app.post('/sandbox/stripe/pay', async (request) => {
    const { session: given, card, authenticate: isAccepted } = PayBody.parse(request.body);
    const id = /cs_test_\w+/.exec(given)?.[0] ?? given;
    const session = account.records.get('checkout_session', id);
    if (!session) throw missing('checkout.session', id, 'session');
    const outcome = pay(account, session, { card: typedCard(card), name: null });
    if (outcome === 'authenticate') authenticate(account, session, isAccepted);
    return { session: id, status: session.status, customer: session.customer, subscription: session.subscription };
  });

  app.post<{ Params: { id: string } }>('/sandbox/stripe/customers/:id/card', async (request) => {
    const { card } = CardBody.parse(request.body);
    const customer = liveCustomer(account, request.params.id);
    setCard(account, customer, typedCard(card), { isOpenInvoicePaid: false });
    return overviewOf(account, customer);
  });

  app.post<{ Params: { id: string } }>('/sandbox/stripe/customers/:id/scenario', async (request) => {
    const { name } = ScenarioBody.parse(request.body);
    const customer = liveCustomer(account, request.params.id);
    scenarios[name](account, customer);
    return overviewOf(account, customer);
  });

  app.post<{ Params: { id: string } }>('/sandbox/stripe/events/:id/resend', async (request) => {
    const event = account.records.get('event', request.params.id);
    if (!event) throw missing('event', request.params.id);
    sendEvent(webhooks, event);
    return { id: event.id, type: event.type };
  });

  app.get('/payments', async (_request, reply) => sendPage(reply, paymentsPage(summaryOf(account))));
  app.get('/sandbox/stripe/overview', async () => ({
    ...summaryOf(account),
    testCards,
  }));
  app.get('/sandbox/stripe/stream', (request, reply) => streamEvents(request, reply, context.events, ['stripe']));
}
