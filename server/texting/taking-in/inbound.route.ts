import type { FastifyPluginCallback } from 'fastify';

import { crashPoint } from '#server/platform/crash-points.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';

import { InboundForm } from '../webhooks/twilio-forms.ts';
import { mediaTypesOf, verifiedForm, type WebhookParts } from '../webhooks/webhook.ts';
import type { Intake } from './intake.flow.ts';
import { carrierKeywordOf } from './understand.ts';

/** "Nothing to say by this way": the answer goes out by the carrier's API, later than a webhook may take. */
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/**
 * Step 1: the carrier tells of a text. Signed by the carrier, taken in once, on disk: only then acknowledged.
 * Anything else is refused and leaves nothing behind.
 */
export function inboundWebhook(parts: WebhookParts, intake: Intake): FastifyPluginCallback {
  return function (app, _options, done) {
    app.post('/webhooks/twilio/messages', async (request, reply) => {
      const form = verifiedForm(parts, request);
      crashPoint('wh.verified');
      const parsed = InboundForm.safeParse(form);
      if (!parsed.success) throw new AppError('bad_request', 'This is not a text message.');
      const { MessageSid, AccountSid, From, To, Body, OptOutType } = parsed.data;
      if (AccountSid !== parts.accountSid || !parts.serviceNumbers.includes(To)) {
        throw new AppError('forbidden', 'This text is not for this service.');
      }
      await intake({
        sid: MessageSid,
        from: From,
        to: To,
        body: new Secret(Body),
        mediaTypes: mediaTypesOf(form, parsed.data.NumMedia),
        carrierKeyword: carrierKeywordOf(OptOutType),
        sentAt: null,
      });
      crashPoint('wh.committed');
      reply.raw.once('finish', () => crashPoint('wh.replied'));
      return reply.type('text/xml').send(emptyTwiml);
    });
    done();
  };
}
