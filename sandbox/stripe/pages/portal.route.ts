import type { FastifyInstance, FastifyReply } from 'fastify';

import { sendPage } from '../../pages/shell.ts';
import { keep } from '../billing/cancellation.ts';
import { cardFor, liveCustomer, money, productName, subscriptionsOf } from '../billing/lookups.ts';
import { cancelInPortal, setCard } from '../billing/portal.ts';
import { itemOf } from '../objects/subscription.ts';
import type { PortalSession, Subscription } from '../objects/types.ts';
import { missing } from '../wire/errors.ts';
import type { StripeTables, World } from '../world.ts';
import { refusalOf } from './checkout.route.ts';
import { type PortalPlan, cancelPage, cardPage, portalClosedPage, portalPage, portalPath } from './portal-page.ts';
import { cardIn } from './typed-card.ts';

type Visit = { Params: { secret: string; id: string }; Body: string | undefined };

/** A session's address works for this long after its last use, seconds. */
const IDLE_MAX_S = 3_600;

/** The hosted billing portal: cancel, keep, another card, invoices. */
export function servePortalPages(app: FastifyInstance, world: World): void {
  app.get<Visit>('/p/session/:secret', async ({ params, query }, reply) => {
    const session = openSession(world, params.secret);
    if (!session) return expired(reply, world, params.secret);
    const { done } = query as { done?: string };
    if (session.flow && done === undefined) return reply.redirect(flowPath(session), 303);
    return sendPage(reply, portalPage(viewOf(world, session, notices[done ?? ''] ?? null)));
  });

  app.get<Visit>('/p/session/:secret/subscriptions/:id/cancel', async ({ params }, reply) => {
    const session = openSession(world, params.secret);
    if (!session) return expired(reply, world, params.secret);
    const subscription = subscriptionOf(world, session, params.id);
    return sendPage(reply, cancelPage(session, planOf(world, subscription)), targets(session));
  });

  app.post<Visit>('/p/session/:secret/subscriptions/:id/cancel', async ({ params, body }, reply) => {
    const session = openSession(world, params.secret);
    if (!session) return expired(reply, world, params.secret);
    const form = new URLSearchParams(body ?? '');
    const feedback = feedbacks.find((value) => value === form.get('feedback')) ?? null;
    cancelInPortal(world, subscriptionOf(world, session, params.id), feedback, form.get('comment') || null);
    return reply.redirect(afterwards(session, 'canceled'), 303);
  });

  app.post<Visit>('/p/session/:secret/subscriptions/:id/keep', async ({ params }, reply) => {
    const session = openSession(world, params.secret);
    if (!session) return expired(reply, world, params.secret);
    keep(world, subscriptionOf(world, session, params.id));
    return reply.redirect(afterwards(session, 'kept'), 303);
  });

  app.get<Visit>('/p/session/:secret/card', async ({ params }, reply) => {
    const session = openSession(world, params.secret);
    return session ? sendPage(reply, cardPage(session, null), targets(session)) : expired(reply, world, params.secret);
  });

  app.post<Visit>('/p/session/:secret/card', async ({ params, body }, reply) => {
    const session = openSession(world, params.secret);
    if (!session) return expired(reply, world, params.secret);
    const card = cardIn(new URLSearchParams(body ?? '')) ?? { number: '', expMonth: 0, expYear: 0, cvc: '' };
    try {
      setCard(world, liveCustomer(world, session.customer), card, { isOpenInvoicePaid: true });
    } catch (error) {
      return sendPage(reply.code(402), cardPage(session, refusalOf(error)), targets(session));
    }
    return reply.redirect(afterwards(session, 'card'), 303);
  });
}

const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

const notices: Record<string, string> = {
  canceled: 'Your subscription has been canceled. It stays available until the end of the billing period.',
  kept: 'Your subscription will renew as before.',
  card: 'Your card has been saved.',
};

function sessionBy(world: World, secret: string): StripeTables['portal_session'] | undefined {
  return [...world.book.all('portal_session')].find((row) => portalPath(row).endsWith(`/${secret}`));
}

/** The session behind an address, while it is in use; null when it is over or never was. */
function openSession(world: World, secret: string): PortalSession | null {
  const session = sessionBy(world, secret);
  const customer = session && world.book.get('customer', session.customer);
  if (!session || !customer || 'deleted' in customer || session.lastUsed + IDLE_MAX_S < world.now(null)) return null;
  session.lastUsed = world.now(null);
  world.book.put('portal_session', session);
  return session;
}

function expired(reply: FastifyReply, world: World, secret: string): FastifyReply {
  return sendPage(reply.code(410), portalClosedPage(sessionBy(world, secret)?.return_url ?? null));
}

function subscriptionOf(world: World, session: PortalSession, id: string): Subscription {
  const subscription = world.book.get('subscription', id);
  if (subscription?.customer !== session.customer || subscription.status === 'canceled')
    throw missing('subscription', id);
  return subscription;
}

/** Where a deep link starts. */
function flowPath(session: PortalSession): string {
  const { flow } = session;
  const path = portalPath(session);
  return flow?.subscription_cancel
    ? `${path}/subscriptions/${flow.subscription_cancel.subscription}/cancel`
    : `${path}/card`;
}

/** Where the customer goes when something is done: back to the shop if the deep link says so. */
function afterwards(session: PortalSession, done: string): string {
  const after = session.flow?.after_completion;
  return after?.type === 'redirect' && after.redirect
    ? after.redirect.return_url
    : `${portalPath(session)}?done=${done}`;
}

function targets(session: PortalSession): string[] {
  const url = session.flow?.after_completion.redirect?.return_url;
  return url === undefined ? [] : [new URL(url).origin];
}

function viewOf(world: World, session: PortalSession, notice: string | null) {
  const customer = liveCustomer(world, session.customer);
  const plans = subscriptionsOf(world, customer.id).map((subscription) => planOf(world, subscription));
  const invoices = [...world.book.all('invoice')].filter((invoice) => invoice.customer === customer.id).reverse();
  return { session, email: customer.email, plans, invoices, notice };
}

function planOf(world: World, subscription: Subscription): PortalPlan {
  const { price, quantity = 1, current_period_end: periodEnd } = itemOf(subscription);
  const amount = money((price.unit_amount ?? 0) * quantity, price.currency);
  return {
    subscription,
    name: productName(world, price),
    price: `${amount} per ${price.recurring?.interval}`,
    periodEnd,
    card: cardFor(world, subscription),
  };
}
