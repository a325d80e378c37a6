import type { FastifyInstance, FastifyReply } from 'fastify';

import { sendPage } from '../../pages/shell.ts';
import type { Account } from '../account.ts';
import { authenticate, pay } from '../billing/checkout.ts';
import type { CheckoutSession } from '../objects/types.ts';
import { StripeError, missing } from '../wire/errors.ts';
import { bankPage, checkoutPage, closedPage, returnUrl } from './checkout-page.ts';
import { cardIn } from './typed-card.ts';

type Session = { Params: { id: string }; Body: string | undefined };

/** The hosted payment page, which works without scripts too. */
export function serveCheckoutPages(app: FastifyInstance, account: Account): void {
  function show(reply: FastifyReply, session: CheckoutSession, failure: string | null = null, name = '') {
    const plan = account.records.get('checkout_plan', session.id);
    const [line] = plan?.lines ?? [];
    const isOpen = session.status === 'open' && session.expires_at > account.now(session.customer);
    if (!isOpen || !plan || !line) return sendPage(reply, closedPage(session));
    const view = { session, line, failure, name };
    // Chromium applies form-action to the redirect after a form post as well.
    return sendPage(reply, checkoutPage(view), [new URL(returnUrl(session)).origin]);
  }

  app.get<Session>('/c/pay/:id', async ({ params }, reply) => show(reply, sessionOf(account, params.id)));

  app.post<Session>('/c/pay/:id', async ({ params, body }, reply) => {
    const session = sessionOf(account, params.id);
    const form = new URLSearchParams(body ?? '');
    const name = form.get('name') ?? '';
    try {
      const payer = { card: cardIn(form), name: name || null };
      const outcome = pay(account, session, payer);
      if (outcome === 'authenticate') return await reply.redirect(`/c/pay/${session.id}/authenticate`, 303);
      return await reply.redirect(returnUrl(session), 303);
    } catch (error) {
      return show(reply.code(402), session, refusalOf(error), name);
    }
  });

  app.get<Session>('/c/pay/:id/authenticate', async ({ params }, reply) => {
    const session = sessionOf(account, params.id);
    if (!account.records.get('checkout_plan', session.id)?.pendingCard) return show(reply, session);
    return sendPage(reply, bankPage(session), [new URL(returnUrl(session)).origin]);
  });

  app.post<Session>('/c/pay/:id/authenticate', async ({ params, body }, reply) => {
    const session = sessionOf(account, params.id);
    try {
      authenticate(account, session, new URLSearchParams(body ?? '').get('answer') === 'yes');
      return await reply.redirect(returnUrl(session), 303);
    } catch (error) {
      return show(reply.code(402), session, refusalOf(error));
    }
  });
}

/** The message of a refused payment. @throws any other error */
export function refusalOf(error: unknown): string {
  if (error instanceof StripeError) return error.message;
  throw error;
}

function sessionOf(account: Account, id: string): CheckoutSession {
  const session = account.records.get('checkout_session', id);
  if (!session) throw missing('checkout.session', id);
  return session;
}
