import type { FastifyInstance } from 'fastify';

import { newService, numberOf, numberSid, type Service } from './assets.ts';
import type { Carrier } from './carrier.ts';
import type { Form } from './create-message.ts';
import { TwilioError } from './errors.ts';
import { defaultFallbackUrl, defaultInboundUrl } from './inbound.ts';
import { sid } from './sids.ts';

type OneService = { Params: { service: string } };

/** The API's names of what can be changed, and ours. */
const textFields: Readonly<Record<string, keyof Service>> = {
  FriendlyName: 'friendly_name',
  InboundRequestUrl: 'inbound_request_url',
  InboundMethod: 'inbound_method',
  FallbackUrl: 'fallback_url',
  FallbackMethod: 'fallback_method',
  Usecase: 'usecase',
};

/** `messaging.twilio.com/v1/Services`: messaging services and the numbers in their sender pools. */
export function addServiceRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { account, assets } = carrier;
  const path = '/Services';
  app.get(path, { config: { operation: 'services' } }, async () => ({
    services: [...assets.all('service')].map((service) => toService(carrier, service)),
    meta: metaOf(carrier, path, 'services'),
  }));
  app.post<{ Body: Form }>(path, { config: { operation: 'service_create' } }, async (request, reply) => {
    // The first one has the SID in the settings, so that the product's and the sandbox's agree.
    const isFirst = [...assets.all('service')].length === 0;
    const id = isFirst ? account.messagingServiceSid : sid('MG');
    const service = newService({ id, friendly_name: request.body['FriendlyName']?.[0] ?? '', inbound_request_url: '' });
    change(service, request.body);
    assets.put('service', service);
    assets.flush();
    return reply.code(201).send(toService(carrier, service));
  });
  app.get<OneService>(`${path}/:service`, { config: { operation: 'service' } }, async ({ params }) =>
    toService(carrier, serviceOf(carrier, params.service)),
  );
  app.post<OneService & { Body: Form }>(
    `${path}/:service`,
    { config: { operation: 'service_update' } },
    async ({ params, body }) => {
      const service = serviceOf(carrier, params.service);
      change(service, body);
      assets.put('service', service);
      assets.flush();
      return toService(carrier, service);
    },
  );
  addPoolRoutes(app, carrier);
}

function addPoolRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { assets } = carrier;
  const path = '/Services/:service/PhoneNumbers';
  app.get<OneService>(path, { config: { operation: 'pool' } }, async ({ params: { service } }) => {
    serviceOf(carrier, service);
    const members = [...assets.all('number')].filter((one) => one.service === service);
    return {
      phone_numbers: members.map(({ id }) => toMember(carrier, service, id)),
      meta: metaOf(carrier, `/Services/${service}/PhoneNumbers`, 'phone_numbers'),
    };
  });
  app.post<OneService & { Body: Form }>(path, { config: { operation: 'pool_add' } }, async (request, reply) => {
    const { service } = request.params;
    serviceOf(carrier, service);
    const wanted = request.body['PhoneNumberSid']?.[0] ?? '';
    const number = numberOf(assets, wanted);
    if (!number) throw new TwilioError(20404, `/PhoneNumbers/${wanted}`);
    if (number.service === service) throw new TwilioError(21710, number.id);
    number.service = service;
    assets.put('number', number);
    assets.flush();
    return reply.code(201).send(toMember(carrier, service, number.id));
  });
  app.delete<{ Params: { service: string; number: string } }>(
    `${path}/:number`,
    { config: { operation: 'pool_remove' } },
    async (request, reply) => {
      const { service, number: wanted } = request.params;
      const number = numberOf(assets, wanted);
      if (number?.service !== service) throw new TwilioError(20404, `/PhoneNumbers/${wanted}`);
      number.service = null;
      assets.put('number', number);
      assets.flush();
      return reply.code(204).send();
    },
  );
}

function serviceOf({ assets }: Carrier, id: string): Service {
  const service = assets.get('service', id);
  if (!service) throw new TwilioError(20404, `/Services/${id}`);
  return service;
}

/** @throws TwilioError for a parameter that the sandbox does not emulate */
function change(service: Service, form: Form): void {
  for (const [name, [value = '']] of Object.entries(form)) {
    const field = textFields[name];
    if (field !== undefined) Object.assign(service, { [field]: value });
    else if (name === 'UseInboundWebhookOnNumber') service.use_inbound_webhook_on_number = value === 'true';
    else throw new TwilioError(20001, name);
  }
}

/** The paging fields of a list in the v1 APIs, for lists that fit one page. */
export function metaOf({ context }: Carrier, path: string, key: string): object {
  const url = `${context.addresses.http}/v1${path}?PageSize=50&Page=0`;
  return { page: 0, page_size: 50, first_page_url: url, previous_page_url: null, next_page_url: null, url, key };
}

/** A fixed creation date: nothing depends on it. */
const CREATED_AT = '2026-01-01T00:00:00Z';

function toMember({ account, context }: Carrier, service: string, number: string): object {
  const own = numberSid(number);
  return {
    sid: own,
    account_sid: account.sid,
    service_sid: service,
    date_created: CREATED_AT,
    date_updated: CREATED_AT,
    phone_number: number,
    country_code: 'US',
    capabilities: ['SMS', 'MMS', 'Voice'],
    url: `${context.addresses.http}/v1/Services/${service}/PhoneNumbers/${own}`,
  };
}

function toService(carrier: Carrier, service: Service): object {
  const { account, assets, context } = carrier;
  const { id, inbound_request_url: inbound, fallback_url: fallback, ...own } = service;
  const url = `${context.addresses.http}/v1/Services/${id}`;
  return {
    sid: id,
    account_sid: account.sid,
    date_created: CREATED_AT,
    date_updated: CREATED_AT,
    ...own,
    inbound_request_url: (inbound ?? defaultInboundUrl(carrier)) || null,
    fallback_url: (fallback ?? defaultFallbackUrl(carrier)) || null,
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
      us_app_to_person: `${url}/Compliance/Usa2p`,
    },
    us_app_to_person_registered: assets.get('registration', id)?.status === 'VERIFIED',
  };
}
