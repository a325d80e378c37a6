import type { FastifyInstance } from 'fastify';

import { type Assets, numberOf, numberSid } from './assets.ts';
import type { Carrier } from './carrier.ts';
import type { Form } from './create-message.ts';
import { TwilioError } from './errors.ts';
import { defaultFallbackUrl, defaultInboundUrl } from './inbound.ts';
import { rfc2822 } from './message.ts';

/** The account resource, which a check of credentials fetches. */
export function addAccountRoute(app: FastifyInstance, { account, context }: Carrier): void {
  const startedAt = rfc2822(context.clock.now());
  const uri = `/2010-04-01/Accounts/${account.sid}`;
  app.get<{ Params: { account: string } }>('/:account', { config: { operation: 'account' } }, async () => ({
    sid: account.sid,
    owner_account_sid: account.sid,
    friendly_name: 'Sandbox',
    status: 'active',
    type: 'Full',
    auth_token: account.authToken,
    date_created: startedAt,
    date_updated: startedAt,
    uri: `${uri}.json`,
    subresource_uris: {
      messages: `${uri}/Messages.json`,
      incoming_phone_numbers: `${uri}/IncomingPhoneNumbers.json`,
    },
  }));
}

/** `/IncomingPhoneNumbers`: the account's numbers and their webhook addresses. */
export function addNumberRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { account, context } = carrier;
  const startedAt = rfc2822(context.clock.now());
  const path = `/2010-04-01/Accounts/${account.sid}/IncomingPhoneNumbers`;

  app.get<{ Querystring: { PhoneNumber?: string } }>(
    '/IncomingPhoneNumbers.json',
    { config: { operation: 'numbers' } },
    async (request) => {
      const wanted = request.query.PhoneNumber;
      const numbers = account.numbers.filter((number) => wanted === undefined || number.includes(wanted));
      const uri = `${path}.json?PageSize=50&Page=0`;
      return {
        incoming_phone_numbers: numbers.map((number) => toNumberResource(carrier, number, startedAt)),
        page: 0,
        page_size: 50,
        start: 0,
        end: Math.max(0, numbers.length - 1),
        uri,
        first_page_uri: uri,
        previous_page_uri: null,
        next_page_uri: null,
      };
    },
  );

  app.post<{ Params: { number: string }; Body: Form }>(
    '/IncomingPhoneNumbers/:number.json',
    { config: { operation: 'number_update' } },
    async ({ params, body }) => {
      const number = numberOf(carrier.assets, params.number);
      if (!number) throw new TwilioError(20404, `${path}/${params.number}.json`);
      changeNumber(carrier.assets, number, body);
      return toNumberResource(carrier, number.id, startedAt);
    },
  );
}

/** The API's names of what can be changed, and ours. */
const changeable: Readonly<Record<string, 'sms_url' | 'sms_method' | 'sms_fallback_url' | 'sms_fallback_method'>> = {
  SmsUrl: 'sms_url',
  SmsMethod: 'sms_method',
  SmsFallbackUrl: 'sms_fallback_url',
  SmsFallbackMethod: 'sms_fallback_method',
};

/** @throws TwilioError for a parameter that the sandbox does not emulate */
function changeNumber(assets: Assets, number: NonNullable<ReturnType<typeof numberOf>>, form: Form): void {
  for (const [name, [value = '']] of Object.entries(form)) {
    const field = changeable[name];
    if (field === undefined) throw new TwilioError(20001, name);
    number[field] = value;
  }
  assets.put('number', number);
  assets.flush();
}

function toNumberResource(carrier: Carrier, number: string, startedAt: string): object {
  const { account, assets } = carrier;
  const own = assets.get('number', number);
  const sid = numberSid(number);
  return {
    sid,
    account_sid: account.sid,
    phone_number: number,
    friendly_name: number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'),
    address_requirements: 'none',
    address_sid: null,
    api_version: '2010-04-01',
    beta: false,
    bundle_sid: null,
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    date_created: startedAt,
    date_updated: startedAt,
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    emergency_status: 'Inactive',
    identity_sid: null,
    origin: 'twilio',
    sms_application_sid: null,
    sms_url: own?.sms_url ?? defaultInboundUrl(carrier),
    sms_method: own?.sms_method ?? 'POST',
    sms_fallback_url: own?.sms_fallback_url ?? defaultFallbackUrl(carrier),
    sms_fallback_method: own?.sms_fallback_method ?? 'POST',
    status: 'in-use',
    status_callback: '',
    status_callback_method: 'POST',
    trunk_sid: null,
    type: 'local',
    uri: `/2010-04-01/Accounts/${account.sid}/IncomingPhoneNumbers/${sid}.json`,
    voice_application_sid: null,
    voice_caller_id_lookup: false,
    voice_fallback_method: 'POST',
    voice_fallback_url: '',
    voice_method: 'POST',
    voice_receive_mode: 'voice',
    voice_url: '',
  };
}
