import type { FastifyInstance, FastifyReply } from 'fastify';

import { sendPage } from '../../pages/shell.ts';
import { amountDue, authenticate, pay, trialEndOf } from '../billing/checkout.ts';
import type { CheckoutSession } from '../objects/types.ts';
import { StripeError, missing } from '../wire/errors.ts';
import type { World } from '../world.ts';
import { bankPage, checkoutPage, closedPage, returnUrl } from './checkout-page.ts';
import { cardIn } from './typed-card.ts';

type Session = { Params: { id: string }; Body: string | undefined };
type Typed = { readonly email: string; readonly name: string };

/** The hosted payment page: works with and without a script. */
export function serveCheckoutPages(app: FastifyInstance, world: World): void {
  function show(reply: FastifyReply, session: CheckoutSession, failure: string | null = null, typed?: Typed) {
    const plan = world.book.get('checkout_plan', session.id);
    const [line] = plan?.lines ?? [];
    const isOpen = session.status === 'open' && session.expires_at > world.now(session.customer);
    if (!isOpen || !plan || !line) return sendPage(reply, closedPage(session));
    const view = {
      session,
      line,
      due: amountDue(world, session, plan),
      trialEnd: trialEndOf(world, session, plan),
      failure,
      typed: typed ?? { email: '', name: '' },
    };
    // Chromium counts a redirect after the form was sent as the form's target.
    return sendPage(reply, checkoutPage(view), [new URL(returnUrl(session)).origin]);
  }

  app.get<Session>('/c/pay/:id', async ({ params }, reply) => show(reply, sessionOf(world, params.id)));

  app.post<Session>('/c/pay/:id', async ({ params, body }, reply) => {
    const session = sessionOf(world, params.id);
    const form = new URLSearchParams(body ?? '');
    const typed = { email: form.get('email') ?? '', name: form.get('name') ?? '' };
    try {
      const payer = { card: cardIn(form), email: typed.email || null, name: typed.name || null };
      const outcome = pay(world, session, payer);
      if (outcome === 'authenticate') return await reply.redirect(`/c/pay/${session.id}/authenticate`, 303);
      return await reply.redirect(returnUrl(session), 303);
    } catch (error) {
      return show(reply.code(402), session, refusalOf(error), typed);
    }
  });

  app.get<Session>('/c/pay/:id/authenticate', async ({ params }, reply) => {
    const session = sessionOf(world, params.id);
    if (!world.book.get('checkout_plan', session.id)?.pendingCard) return show(reply, session);
    return sendPage(reply, bankPage(session), [new URL(returnUrl(session)).origin]);
  });

  app.post<Session>('/c/pay/:id/authenticate', async ({ params, body }, reply) => {
    const session = sessionOf(world, params.id);
    try {
      authenticate(world, session, new URLSearchParams(body ?? '').get('answer') === 'yes');
      return await reply.redirect(returnUrl(session), 303);
    } catch (error) {
      return show(reply.code(402), session, refusalOf(error));
    }
  });
}

/** What the page says of a refused payment. @throws what is no refusal */
export function refusalOf(error: unknown): string {
  if (error instanceof StripeError) return error.message;
  throw error;
}

function sessionOf(world: World, id: string): CheckoutSession {
  const session = world.book.get('checkout_session', id);
  if (!session) throw missing('checkout.session', id);
  return session;
}
