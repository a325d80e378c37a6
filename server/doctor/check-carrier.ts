import twilio from 'twilio';
import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js';

import type { Config } from '#server/config/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { CarrierHttpClient, CarrierRequestError } from '#server/providers/twilio/http-client.ts';

import { advice, fault, faultOfCall, type Finding, judgeClock, ok } from './finding.ts';

export type CarrierCheckDeps = {
  readonly carrier: Config['carrier'];
  readonly publicUrl: string;
  /** Twilio's API of messaging services; it has a host of its own. */
  readonly messagingBaseUrl?: string;
};

const deadlineMs = 10_000;
const about = { name: 'Twilio', keys: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN' };

/** Checks account, credentials, and each service number with its webhook. Sends and changes nothing. */
export async function checkCarrier(deps: CarrierCheckDeps): Promise<Finding[]> {
  const { carrier } = deps;
  const http = new CarrierHttpClient(carrier.baseUrl, deadlineMs);
  try {
    const options = { accountSid: carrier.accountSid, httpClient: http };
    // With the auth token, whatever the product uses for its calls: the token is what webhooks are signed with.
    const account = twilio(carrier.accountSid, carrier.authToken, options);
    const { status } = await account.api.v2010.accounts(carrier.accountSid).fetch();
    if (status !== 'active') return [fault(`The account is ${status}.`, 'Look at it in the Twilio console.')];
    const client = carrier.apiKey === null ? account : twilio(carrier.apiKey.sid, carrier.apiKey.secret, options);
    const service = await checkService(deps);
    const numbers = await Promise.all(
      carrier.serviceNumbers.map((number) => checkNumber(client, number, { ...deps, ...service })),
    );
    const clock = judgeClock("Twilio's", http.clock.skewMs);
    return [ok('The account is active and takes our credentials.'), ...clock, ...service.findings, ...numbers.flat()];
  } catch (error) {
    return [faultOfCall(asProviderError(error), { ...about, address: carrier.baseUrl })];
  } finally {
    http.close();
  }
}

type Service = {
  readonly findings: readonly Finding[];
  readonly inboundUrl: string | null;
  readonly fallback: boolean;
};

/** A messaging service may take its numbers' webhooks to an address of its own. */
async function checkService({ carrier, messagingBaseUrl }: CarrierCheckDeps): Promise<Service> {
  const none = { findings: [], inboundUrl: null, fallback: false };
  const isTwilioItself = new URL(carrier.baseUrl).hostname === 'api.twilio.com';
  const base = messagingBaseUrl ?? (isTwilioItself ? 'https://messaging.twilio.com' : null);
  if (carrier.messagingServiceSid === null || base === null) return none;
  const http = new CarrierHttpClient(base, deadlineMs);
  try {
    const client = twilio(carrier.accountSid, carrier.authToken, { httpClient: http });
    const service = await client.messaging.v1.services(carrier.messagingServiceSid).fetch();
    const inboundUrl = service.useInboundWebhookOnNumber ? null : service.inboundRequestUrl;
    return { findings: [ok('The messaging service is there.')], inboundUrl, fallback: Boolean(service.fallbackUrl) };
  } catch (error) {
    if (!(error instanceof CarrierRequestError) || error.status !== 404) throw error;
    const finding = fault('The account has no such messaging service.', 'Check TWILIO_MESSAGING_SERVICE_SID.');
    return { ...none, findings: [finding] };
  } finally {
    http.close();
  }
}

type Webhooks = Pick<CarrierCheckDeps, 'publicUrl'> & Pick<Service, 'inboundUrl' | 'fallback'>;

async function checkNumber(client: twilio.Twilio, number: string, webhooks: Webhooks): Promise<Finding[]> {
  const found = await client.incomingPhoneNumbers.list({ phoneNumber: number, limit: 1 });
  const own = found.find(({ phoneNumber }) => phoneNumber === number);
  if (own === undefined) {
    return [fault(`${number} is not a number of this account.`, 'Buy it, or correct SERVICE_PHONE_NUMBERS.')];
  }
  if (!own.capabilities.sms) return [fault(`${number} cannot send or get texts.`, 'Take a number with SMS.')];
  return checkWebhook(own, webhooks);
}

function checkWebhook(own: IncomingPhoneNumberInstance, { publicUrl, inboundUrl, fallback }: Webhooks): Finding[] {
  const number = own.phoneNumber;
  const wanted = `${publicUrl}/webhooks/twilio/messages`;
  const actual = inboundUrl ?? own.smsUrl;
  // Twilio's connection overrides follow the address as a fragment: #rc=3&rp=all.
  if (actual.split('#')[0] !== wanted) {
    const act = `Set it to ${wanted} (POST); PUBLIC_URL must be the address that Twilio calls.`;
    return [fault(`Texts to ${number} are told to another address, or to none.`, act)];
  }
  if (isLoopback(wanted)) {
    return [
      advice(`Texts to ${number} are told to this machine only.`, 'For the real Twilio, PUBLIC_URL must be public.'),
    ];
  }
  if (fallback || own.smsFallbackUrl) return [ok(`Texts to ${number} are told to us.`)];
  const act = `Set the same address as its fallback. Without, a missed text waits for the next look at the list (a minute).`;
  return [advice(`Texts to ${number} are told to us, without a second try.`, act)];
}

function asProviderError(error: unknown): unknown {
  if (!(error instanceof CarrierRequestError)) return error;
  const { status, code } = error;
  const kind = status === 401 || status === 403 ? 'auth' : error.effect === 'refused' ? 'rejected' : 'unavailable';
  return new ProviderError('carrier', kind, { code: code ?? (status === undefined ? undefined : String(status)) });
}
