import type { FastifyPluginCallback } from 'fastify';

import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/platform/errors.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { noteEvents } from './payment-events.repo.ts';
import { isEventType } from './payment-log.ts';

export type PaymentWebhookParts = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'readEvent'>;
  /** Real money: an event of the other mode is not for us. */
  readonly isLive: boolean;
  /** There are events to work on. */
  readonly wake: () => Promise<void>;
  readonly log: Log;
  readonly securityLog: Log;
};

/** An event carries one object; an invoice with many lines is the largest. */
const bodyBytesMax = 512 * 1024;

/**
 * Stripe's events. The signature is over the bytes as they came, so they are kept as they are. What is noted here is
 * only that something happened and to whom; a job reads what it was from Stripe (security T1). A database that is away
 * gives 503, and Stripe tries for three days.
 */
export function paymentWebhook(parts: PaymentWebhookParts): FastifyPluginCallback {
  const { db, payments, isLive, wake, log, securityLog } = parts;

  return function (app, _options, done) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, parsed) => {
      parsed(null, body);
    });

    app.post('/webhooks/stripe', { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const event =
        Buffer.isBuffer(request.body) && typeof signature === 'string'
          ? payments.readEvent({ body: request.body, signature })
          : null;
      if (event === null || event.isLive !== isLive) {
        securityLog.warn(
          { event: 'webhook_refused', provider: 'payments', kind: event === null ? 'unsigned' : 'wrong_mode' },
          'refused a webhook of the payment provider',
        );
        throw new AppError('bad_request', 'This request is not signed by the payment provider.');
      }
      if (!isEventType(event.type)) return reply.code(200).send({ received: true });
      const isNew = (await noteEvents(db, [event])) > 0;
      if (isNew && !event.isKnownVersion) {
        log.error(
          { event: 'payment_event_parked', name: event.type, sid: event.id },
          'set the webhook to our API version',
        );
      } else if (isNew) {
        // The row is noted: if no one can be woken now, the job that runs every minute finds it.
        await wake().catch((error: unknown) =>
          log.warn({ event: 'wake_failed', ...errorFields(error) }, 'could not wake the work on payment events'),
        );
      }
      return reply.code(200).send({ received: true });
    });
    done();
  };
}
