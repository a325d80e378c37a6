import type { FastifyPluginCallback } from 'fastify';

import { crashPoint } from '#server/platform/crash-points.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';

import { carrierKeywordOf } from '../rules/understand.ts';
import type { ReceiveText } from './receive-text.ts';
import { InboundForm, mediaTypesOf, verifiedForm, type WebhookDeps, webhookRefused } from './twilio-webhook.ts';

/** An empty reply: the answer goes out later through the carrier's API, because it takes longer than a webhook may. */
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/**
 * The carrier delivers a text. It is acknowledged only once its signature is verified and it is on disk.
 * Anything else is refused and stores nothing.
 */
export function inboundWebhook(deps: WebhookDeps, receiveText: ReceiveText): FastifyPluginCallback {
  return function (app, _options, done) {
    app.post(
      '/webhooks/twilio/messages',
      { config: { access: 'signature', tag: 'Webhooks', summary: 'Receives a text.' } },
      async (request, reply) => {
        const form = verifiedForm(deps, request);
        crashPoint('wh.verified');
        const parsed = InboundForm.safeParse(form);
        if (!parsed.success) throw new AppError('bad_request', 'This is not a text message.');
        const { MessageSid, AccountSid, From, To, Body, OptOutType } = parsed.data;
        if (AccountSid !== deps.accountSid || !deps.serviceNumbers.includes(To)) {
          throw webhookRefused(deps, 'wrong_account', 'This text is not for this service.');
        }
        await receiveText({
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
      },
    );
    done();
  };
}
