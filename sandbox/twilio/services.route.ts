import type { FastifyInstance } from 'fastify';

import type { Carrier } from './carrier.ts';
import { TwilioError } from './errors.ts';
import { inboundUrl } from './inbound.ts';

type OneService = { Params: { service: string } };

/** `messaging.twilio.com/v1/Services/{sid}`, read only: the one messaging service. */
export function addServiceRoute(app: FastifyInstance, carrier: Carrier): void {
  const startedAt = `${carrier.context.clock.now().toISOString().slice(0, 19)}Z`;
  app.get<OneService>('/Services/:service', { config: { operation: 'service' } }, async ({ params }) => {
    if (params.service !== carrier.account.messagingServiceSid) {
      throw new TwilioError(20404, `/Services/${params.service}`);
    }
    return toService(carrier, startedAt);
  });
}

function toService(carrier: Carrier, startedAt: string): object {
  const { account, behavior, context } = carrier;
  const url = `${context.addresses.http}/v1/Services/${account.messagingServiceSid}`;
  return {
    sid: account.messagingServiceSid,
    account_sid: account.sid,
    friendly_name: 'Sandbox service',
    date_created: startedAt,
    date_updated: startedAt,
    inbound_request_url: inboundUrl(carrier),
    inbound_method: 'POST',
    fallback_url: behavior.fallbackUrl,
    fallback_method: 'POST',
    status_callback: null,
    sticky_sender: true,
    mms_converter: true,
    smart_encoding: false,
    scan_message_content: 'inherit',
    fallback_to_long_code: false,
    area_code_geomatch: true,
    synchronous_validation: false,
    validity_period: 36_000,
    url,
    links: {
      phone_numbers: `${url}/PhoneNumbers`,
      short_codes: `${url}/ShortCodes`,
      alpha_senders: `${url}/AlphaSenders`,
    },
    usecase: 'notifications',
    us_app_to_person_registered: true,
    use_inbound_webhook_on_number: false,
  };
}
