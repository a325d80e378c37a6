import type { FastifyPluginCallback } from 'fastify';

import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { webhookScope } from './platform/http.ts';
import { statusWebhook } from './texting/sending/status.route.ts';
import { inboundWebhook } from './texting/taking-in/inbound.route.ts';
import type { Texting } from './texting/texting.flow.ts';

/** What the carrier calls: texts that come in, and reports of what became of ours. */
export function textingWebhooks(
  { http, carrier: { accountSid, serviceNumbers } }: Config,
  { carrier, pool, standIn }: Pick<Deps, 'carrier' | 'pool' | 'standIn'>,
  { intake, wake }: Texting,
): FastifyPluginCallback {
  const parts = { carrier, publicUrl: http.publicUrl, accountSid, serviceNumbers };
  return webhookScope([inboundWebhook(parts, intake), statusWebhook({ ...parts, pool, standIn, wake })]);
}
