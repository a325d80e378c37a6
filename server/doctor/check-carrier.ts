import type { Config } from '#server/config/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { CarrierHttp, CarrierRequestError } from '#server/providers/twilio/carrier-http.ts';

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
  const { accountSid, baseUrl } = carrier;
  // With the auth token, whatever the product uses for its calls: the token is what webhooks are signed with.
  const user = ownUser(carrier);
  const account = new CarrierHttp({ baseUrl, user, deadlineMs });
  const client = new CarrierHttp({ baseUrl, user: carrier.apiKey ?? user, deadlineMs });
  try {
    const path = `/2010-04-01/Accounts/${accountSid}`;
    const { status } = (await account.get(`${path}.json`)) as { readonly status: string };
    if (status !== 'active') return [fault(`The account is ${status}.`, 'Look at it in the Twilio console.')];
    const service = await checkService(deps);
    const numbers = await Promise.all(
      carrier.serviceNumbers.map(async (number) => {
        const query = { PhoneNumber: number, PageSize: 1 };
        const page = await client.get(`${path}/IncomingPhoneNumbers.json`, query);
        return checkNumber((page as NumberPage).incoming_phone_numbers, number, { ...deps, ...service });
      }),
    );
    const clock = judgeClock("Twilio's", account.clock.skewMs);
    return [ok('The account is active and takes our credentials.'), ...clock, ...service.findings, ...numbers.flat()];
  } catch (error) {
    return [faultOfCall(asProviderError(error), { ...about, address: carrier.baseUrl })];
  } finally {
    account.close();
    client.close();
  }
}

function ownUser({ accountSid, authToken }: CarrierCheckDeps['carrier']) {
  return { sid: accountSid, secret: authToken };
}

/** Of Twilio's IncomingPhoneNumber resource, what is read. */
type OwnNumber = {
  readonly phone_number: string;
  readonly capabilities: { readonly sms: boolean };
  readonly sms_url: string | null;
  readonly sms_fallback_url: string | null;
};
type NumberPage = { readonly incoming_phone_numbers: readonly OwnNumber[] };

type MessagingService = {
  readonly use_inbound_webhook_on_number: boolean;
  readonly inbound_request_url: string | null;
  readonly fallback_url: string | null;
};

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
  const http = new CarrierHttp({ baseUrl: base, user: ownUser(carrier), deadlineMs });
  try {
    const service = (await http.get(`/v1/Services/${carrier.messagingServiceSid}`)) as MessagingService;
    const inboundUrl = service.use_inbound_webhook_on_number ? null : service.inbound_request_url;
    return { findings: [ok('The messaging service is there.')], inboundUrl, fallback: Boolean(service.fallback_url) };
  } catch (error) {
    if (!(error instanceof CarrierRequestError) || error.status !== 404) throw error;
    const finding = fault('The account has no such messaging service.', 'Check TWILIO_MESSAGING_SERVICE_SID.');
    return { ...none, findings: [finding] };
  } finally {
    http.close();
  }
}

type Webhooks = Pick<CarrierCheckDeps, 'publicUrl'> & Pick<Service, 'inboundUrl' | 'fallback'>;

function checkNumber(found: readonly OwnNumber[], number: string, webhooks: Webhooks): Finding[] {
  const own = found.find(({ phone_number }) => phone_number === number);
  if (own === undefined) {
    return [fault(`${number} is not a number of this account.`, 'Buy it, or correct SERVICE_PHONE_NUMBERS.')];
  }
  if (!own.capabilities.sms) return [fault(`${number} cannot send or get texts.`, 'Take a number with SMS.')];
  return checkWebhook(own, webhooks);
}

function checkWebhook(own: OwnNumber, { publicUrl, inboundUrl, fallback }: Webhooks): Finding[] {
  const number = own.phone_number;
  const wanted = `${publicUrl}/webhooks/twilio/messages`;
  const actual = inboundUrl ?? own.sms_url ?? '';
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
  if (fallback || own.sms_fallback_url) return [ok(`Texts to ${number} are told to us.`)];
  const act = `Set the same address as its fallback. Without, a missed text waits for the next look at the list (a minute).`;
  return [advice(`Texts to ${number} are told to us, without a second try.`, act)];
}

function asProviderError(error: unknown): unknown {
  if (!(error instanceof CarrierRequestError)) return error;
  const { status, code } = error;
  const kind = status === 401 || status === 403 ? 'auth' : error.effect === 'refused' ? 'rejected' : 'unavailable';
  return new ProviderError('carrier', kind, { code: code ?? (status === undefined ? undefined : String(status)) });
}
