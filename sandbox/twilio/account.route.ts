import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import type { Carrier } from './carrier.ts';
import { inboundUrl } from './inbound.ts';
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

/** A number's SID, derived from the number. */
function numberSid(number: string): string {
  return `PN${createHash('sha256').update(number).digest('hex').slice(0, 32)}`;
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
}

function toNumberResource(carrier: Carrier, number: string, startedAt: string): object {
  const { account, behavior } = carrier;
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
    sms_url: inboundUrl(carrier),
    sms_method: 'POST',
    sms_fallback_url: behavior.fallbackUrl ?? '',
    sms_fallback_method: 'POST',
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
