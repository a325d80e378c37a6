import type { FastifyInstance } from 'fastify';

import { numberSid } from './account.route.ts';
import type { Carrier } from './carrier.ts';
import { TwilioError } from './errors.ts';
import { inboundUrl } from './inbound.ts';

type OneService = { Params: { service: string; number: string } };

/** `messaging.twilio.com/v1/Services`, read only: the one messaging service and its pool of numbers. */
export function addServiceRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { account, context } = carrier;
  const startedAt = `${context.clock.now().toISOString().slice(0, 19)}Z`;
  const config = { operation: 'service' };
  const base = () => `${context.addresses.http}/v1/Services`;

  function checkService(sid: string): void {
    if (sid !== account.messagingServiceSid) throw new TwilioError(20404, `/Services/${sid}`);
  }

  function toNumber(number: string): object {
    const sid = numberSid(number);
    return {
      sid,
      account_sid: account.sid,
      service_sid: account.messagingServiceSid,
      phone_number: number,
      country_code: 'US',
      capabilities: ['SMS', 'MMS'],
      date_created: startedAt,
      date_updated: startedAt,
      url: `${base()}/${account.messagingServiceSid}/PhoneNumbers/${sid}`,
    };
  }

  app.get('/Services', { config }, async () => list('services', base(), [toService(carrier, startedAt)]));
  app.get<OneService>('/Services/:service', { config }, async (request) => {
    checkService(request.params.service);
    return toService(carrier, startedAt);
  });
  app.get<OneService>('/Services/:service/PhoneNumbers', { config }, async (request) => {
    checkService(request.params.service);
    const url = `${base()}/${account.messagingServiceSid}/PhoneNumbers`;
    return list('phone_numbers', url, account.numbers.map(toNumber));
  });
  app.get<OneService>('/Services/:service/PhoneNumbers/:number', { config }, async (request) => {
    checkService(request.params.service);
    const number = account.numbers.find((one) => numberSid(one) === request.params.number);
    if (number === undefined) throw new TwilioError(20404, request.url);
    return toNumber(number);
  });
}

function toService(carrier: Carrier, startedAt: string): object {
  const { account, behaviour, context } = carrier;
  const url = `${context.addresses.http}/v1/Services/${account.messagingServiceSid}`;
  return {
    sid: account.messagingServiceSid,
    account_sid: account.sid,
    friendly_name: 'Sandbox service',
    date_created: startedAt,
    date_updated: startedAt,
    inbound_request_url: inboundUrl(carrier),
    inbound_method: 'POST',
    fallback_url: behaviour.fallbackUrl,
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

function list(key: string, url: string, items: object[]): object {
  const first = `${url}?PageSize=50&Page=0`;
  const meta = { first_page_url: first, url: first, next_page_url: null, previous_page_url: null };
  return { [key]: items, meta: { key, page: 0, page_size: 50, ...meta } };
}
