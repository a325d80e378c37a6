import type { FastifyPluginCallback } from 'fastify';

import type { Db } from '#server/db/client.ts';
import { boundUnfinishedBodies } from '#server/http/unfinished-bodies.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { isEventType } from './event-types.ts';
import { recordEvents } from './payment-events.repo.ts';

export type PaymentWebhookDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'readEvent'>;
  /** Whether this installation takes real money; events of the other mode are refused. */
  readonly isLive: boolean;
  /** Wakes the job that processes events. */
  readonly wake: () => Promise<void>;
  readonly log: Log;
  readonly securityLog: Log;
};

/** The largest event is an invoice with many lines; an event carries one object. */
const bodyBytesMax = 512 * 1024;

/** A time and a signature in any order (docs.stripe.com/webhooks/signature). */
const isSignature = (header: unknown): boolean =>
  typeof header === 'string' && /(?:^|,)t=\d/.test(header) && /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(header);

/**
 * Receives Stripe's events. The signature covers the raw bytes, so the body is not parsed. Only the event's id and
 * customer are recorded; a job reads the facts from Stripe (docs/reference/security.md#t1). Without the database the
 * answer is 503, and Stripe retries for three days.
 */
export function paymentWebhook(deps: PaymentWebhookDeps): FastifyPluginCallback {
  const { db, payments, isLive, wake, log, securityLog } = deps;

  const refused = (kind: 'unsigned' | 'wrong_mode' | 'unfinished'): AppError => {
    securityLog.warn(
      { event: 'webhook_refused', provider: 'payments', kind },
      'refused a webhook of the payment provider',
    );
    return new AppError('bad_request', 'This request is not signed by the payment provider.');
  };

  return function (app, _options, done) {
    // Before the body is read, because it may be large, and anyone can call this.
    app.addHook('onRequest', (request, _reply, next) => {
      next(isSignature(request.headers['stripe-signature']) ? undefined : refused('unsigned'));
    });
    boundUnfinishedBodies(app, { onDropped: () => refused('unfinished') });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, parsed) => {
      parsed(null, body);
    });

    app.post(
      '/webhooks/stripe',
      {
        config: { access: 'signature', tag: 'Webhooks', summary: 'Receives an event of the payment provider.' },
        bodyLimit: bodyBytesMax,
      },
      async (request, reply) => {
        const signature = request.headers['stripe-signature'];
        const event =
          Buffer.isBuffer(request.body) && typeof signature === 'string'
            ? payments.readEvent({ body: request.body, signature })
            : null;
        if (event === null) throw refused('unsigned');
        if (event.isLive !== isLive) throw refused('wrong_mode');
        if (!isEventType(event.type)) return reply.code(200).send({ received: true });
        const isNew = (await recordEvents(db, [event])) > 0;
        if (isNew && !event.isKnownVersion) {
          log.error(
            { event: 'payment_event_parked', name: event.type, sid: event.id },
            'parked an event: set the webhook to our API version',
          );
        } else if (isNew) {
          // The event is recorded; if waking fails, the job that runs every minute finds it.
          await wake().catch((error: unknown) =>
            log.warn({ event: 'wake_failed', ...errorFields(error) }, 'could not wake the job of payment events'),
          );
        }
        return reply.code(200).send({ received: true });
      },
    );
    done();
  };
}
