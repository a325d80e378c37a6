import type { FastifyPluginCallback } from 'fastify';

import { crashPoint } from '#server/platform/crash-points.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';

import { carrierKeywordOf } from '../rules/understand.ts';
import type { ReceiveText } from './receive-text.ts';
import { readInboundForm, verifiedForm, type WebhookDeps, webhookRefused } from './twilio-webhook.ts';

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
        const text = readInboundForm(form);
        if (text === null) throw new AppError('bad_request', 'This is not a text message.');
        const { sid, account, from, to, body, mediaTypes, optOutType } = text;
        if (account !== deps.accountSid || !deps.serviceNumbers.includes(to)) {
          throw webhookRefused(deps, 'wrong_account', 'This text is not for this service.');
        }
        await receiveText({
          sid,
          from,
          to,
          body: new Secret(body),
          mediaTypes,
          carrierKeyword: carrierKeywordOf(optOutType),
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
