import type { FastifyInstance, FastifyReply } from 'fastify';

import { sendPage } from '../../pages/shell.ts';
import type { StripeTables, Account } from '../account.ts';
import { keep } from '../billing/cancellation.ts';
import { cardFor, liveCustomer, money, productName, subscriptionsOf } from '../billing/lookups.ts';
import { cancelInPortal, setCard } from '../billing/portal.ts';
import { itemOf } from '../objects/subscription.ts';
import type { PortalSession, Subscription } from '../objects/types.ts';
import { missing } from '../wire/errors.ts';
import { refusalOf } from './checkout.route.ts';
import { type PortalPlan, cancelPage, cardPage, portalClosedPage, portalPage, portalPath } from './portal-page.ts';
import { cardIn } from './typed-card.ts';

type Visit = { Params: { secret: string; id: string }; Body: string | undefined };

/** A session's address expires this long after its last use, seconds. */
const IDLE_MAX_S = 3_600;

/** The hosted billing portal: cancel, keep, new card, invoices. */
export function servePortalPages(app: FastifyInstance, account: Account): void {
  app.get<Visit>('/p/session/:secret', async ({ params, query }, reply) => {
    const session = openSession(account, params.secret);
    if (!session) return expired(reply, account, params.secret);
    const { done } = query as { done?: string };
    return sendPage(reply, portalPage(viewOf(account, session, notices[done ?? ''] ?? null)));
  });

  app.get<Visit>('/p/session/:secret/subscriptions/:id/cancel', async ({ params }, reply) => {
    const session = openSession(account, params.secret);
    if (!session) return expired(reply, account, params.secret);
    const subscription = subscriptionOf(account, session, params.id);
    return sendPage(reply, cancelPage(session, planOf(account, subscription)));
  });

  app.post<Visit>('/p/session/:secret/subscriptions/:id/cancel', async ({ params, body }, reply) => {
    const session = openSession(account, params.secret);
    if (!session) return expired(reply, account, params.secret);
    const form = new URLSearchParams(body ?? '');
    const feedback = feedbacks.find((value) => value === form.get('feedback')) ?? null;
    cancelInPortal(account, subscriptionOf(account, session, params.id), feedback, form.get('comment') || null);
    return reply.redirect(afterwards(session, 'canceled'), 303);
  });

  app.post<Visit>('/p/session/:secret/subscriptions/:id/keep', async ({ params }, reply) => {
    const session = openSession(account, params.secret);
    if (!session) return expired(reply, account, params.secret);
    keep(account, subscriptionOf(account, session, params.id));
    return reply.redirect(afterwards(session, 'kept'), 303);
  });

  app.get<Visit>('/p/session/:secret/card', async ({ params }, reply) => {
    const session = openSession(account, params.secret);
    return session ? sendPage(reply, cardPage(session, null)) : expired(reply, account, params.secret);
  });

  app.post<Visit>('/p/session/:secret/card', async ({ params, body }, reply) => {
    const session = openSession(account, params.secret);
    if (!session) return expired(reply, account, params.secret);
    const card = cardIn(new URLSearchParams(body ?? '')) ?? { number: '', expMonth: 0, expYear: 0, cvc: '' };
    try {
      setCard(account, liveCustomer(account, session.customer), card, { isOpenInvoicePaid: true });
    } catch (error) {
      return sendPage(reply.code(402), cardPage(session, refusalOf(error)));
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

function sessionBy(account: Account, secret: string): StripeTables['portal_session'] | undefined {
  return [...account.records.all('portal_session')].find((row) => portalPath(row).endsWith(`/${secret}`));
}

/** The session of an address; null when it expired or never existed. */
function openSession(account: Account, secret: string): PortalSession | null {
  const session = sessionBy(account, secret);
  const customer = session && account.records.get('customer', session.customer);
  if (!session || !customer || 'deleted' in customer || session.lastUsed + IDLE_MAX_S < account.now(null)) return null;
  session.lastUsed = account.now(null);
  account.records.put('portal_session', session);
  return session;
}

function expired(reply: FastifyReply, account: Account, secret: string): FastifyReply {
  return sendPage(reply.code(410), portalClosedPage(sessionBy(account, secret)?.return_url ?? null));
}

function subscriptionOf(account: Account, session: PortalSession, id: string): Subscription {
  const subscription = account.records.get('subscription', id);
  if (subscription?.customer !== session.customer || subscription.status === 'canceled')
    throw missing('subscription', id);
  return subscription;
}

function afterwards(session: PortalSession, done: string): string {
  return `${portalPath(session)}?done=${done}`;
}

function viewOf(account: Account, session: PortalSession, notice: string | null) {
  const customer = liveCustomer(account, session.customer);
  const plans = subscriptionsOf(account, customer.id).map((subscription) => planOf(account, subscription));
  const invoices = [...account.records.all('invoice')].filter((invoice) => invoice.customer === customer.id).reverse();
  return { session, email: customer.email, plans, invoices, notice };
}

function planOf(account: Account, subscription: Subscription): PortalPlan {
  const { price, quantity = 1, current_period_end: periodEnd } = itemOf(subscription);
  const amount = money((price.unit_amount ?? 0) * quantity, price.currency);
  return {
    subscription,
    name: productName(account, price),
    price: `${amount} per ${price.recurring?.interval}`,
    periodEnd,
    card: cardFor(account, subscription),
  };
}
