import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { numberSid, type Registration } from './assets.ts';
import type { Carrier } from './carrier.ts';
import { metaOf } from './services.route.ts';

const Patch = z.strictObject({
  /** The messaging service's SID, or a toll-free number. */
  id: z.string(),
  /** Null: not registered. */
  status: z.string().nullable(),
  errorCode: z.number().int().nullable().default(null),
});

/** Registrations with the carriers, read only: campaigns of a messaging service, and toll-free verifications. */
export function addRegistrationRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { account, assets, context } = carrier;
  const at = `${context.clock.now().toISOString().slice(0, 19)}Z`;
  app.get<{ Params: { service: string } }>(
    '/Services/:service/Compliance/Usa2p',
    { config: { operation: 'campaigns' } },
    async ({ params }) => {
      const found = assets.get('registration', params.service);
      const path = `/Services/${params.service}/Compliance/Usa2p`;
      const compliance = found === undefined ? [] : [toCampaign(carrier, found, at)];
      return { compliance, meta: metaOf(carrier, path, 'compliance') };
    },
  );
  app.get<{ Querystring: { TollfreePhoneNumberSid?: string } }>(
    '/Tollfree/Verifications',
    { config: { operation: 'verifications' } },
    async ({ query: { TollfreePhoneNumberSid: wanted } }) => {
      const found = [...assets.all('registration')].filter(
        ({ id }) => id.startsWith('+') && (wanted === undefined || numberSid(id) === wanted),
      );
      const verifications = found.map((one) => toVerification(account.sid, one, at));
      return { verifications, meta: metaOf(carrier, '/Tollfree/Verifications', 'verifications') };
    },
  );
}

/** `PUT /sandbox/twilio/registrations`: sets the state of a registration. */
export function addRegistrationControl(app: FastifyInstance, { assets }: Carrier): void {
  app.put('/sandbox/twilio/registrations', async (request) => {
    const { id, status, errorCode } = Patch.parse(request.body);
    if (status === null) assets.remove('registration', id);
    else assets.put('registration', { id, status, errorCode });
    assets.flush();
    return assets.get('registration', id) ?? null;
  });
}

function toCampaign({ account, context }: Carrier, { id, status, errorCode }: Registration, at: string): object {
  const sid = `QE${id.slice(2)}`;
  const isRefused = errorCode !== null;
  return {
    sid,
    account_sid: account.sid,
    brand_registration_sid: `BN${id.slice(2)}`,
    messaging_service_sid: id,
    description: 'Answers to questions by text',
    message_samples: [],
    us_app_to_person_usecase: 'LOW_VOLUME',
    has_embedded_links: false,
    has_embedded_phone: false,
    subscriber_opt_in: true,
    age_gated: false,
    direct_lending: false,
    campaign_status: status,
    campaign_id: 'CSANDBOX',
    is_externally_registered: false,
    rate_limits: {},
    message_flow: '',
    opt_in_message: '',
    opt_out_message: '',
    help_message: '',
    opt_in_keywords: ['START'],
    opt_out_keywords: ['STOP'],
    help_keywords: ['HELP'],
    date_created: at,
    date_updated: at,
    url: `${context.addresses.http}/v1/Services/${id}/Compliance/Usa2p/${sid}`,
    mock: false,
    errors: isRefused
      ? [{ fields: [], url: `https://www.twilio.com/docs/errors/${errorCode}`, description: '', error_code: errorCode }]
      : [],
  };
}

function toVerification(accountSid: string, { id, status, errorCode }: Registration, at: string): object {
  const isRefused = errorCode !== null;
  return {
    sid: `HH${numberSid(id).slice(2)}`,
    account_sid: accountSid,
    date_created: at,
    date_updated: at,
    tollfree_phone_number_sid: numberSid(id),
    tollfree_phone_number: id,
    status,
    rejection_reason: isRefused ? 'A refusal set in the sandbox.' : null,
    error_code: errorCode,
    edit_expiration: null,
    edit_allowed: isRefused ? true : null,
    rejection_reasons: isRefused ? [{ code: errorCode, reason: 'A refusal set in the sandbox.' }] : null,
  };
}
