import type { FastifyPluginCallback } from 'fastify';

import type { Config } from '#server/config/config.ts';
import { webhookScope } from '#server/http/create-http.ts';
import { inboundWebhook } from '#server/texting/inbound/inbound-webhook.route.ts';
import { noteRefusedWebhook } from '#server/texting/inbound/twilio-webhook.ts';
import { statusWebhook } from '#server/texting/outbound/delivery-webhook.route.ts';
import type { Texting } from '#server/texting/texting.ts';

import type { Deps } from './dependencies.ts';

/** The routes that the carrier calls: incoming texts, and delivery reports of our texts. */
export function textingWebhooks(
  { http, carrier: { accountSid } }: Config,
  {
    carrier,
    ownNumbers,
    textStore,
    outageStore,
    tracing,
    log,
    securityLog,
  }: Pick<Deps, 'carrier' | 'ownNumbers' | 'textStore' | 'outageStore' | 'tracing' | 'log' | 'securityLog'>,
  { receiveText, wake }: Texting,
): FastifyPluginCallback {
  const { publicUrl } = http;
  const deps = { carrier, publicUrl, accountSid, serviceNumbers: ownNumbers, securityLog };
  return webhookScope(
    [inboundWebhook(deps, receiveText), statusWebhook({ ...deps, textStore, outageStore, tracing, wake, log })],
    { onDropped: () => noteRefusedWebhook(deps, 'unfinished') },
  );
}
